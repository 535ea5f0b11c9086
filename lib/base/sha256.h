// SPDX-License-Identifier: Apache-2.0
// SHA-256 of text that comes in pieces, as the round's accuracy logs are hashed (FIPS 180-4, from libcrypto).
#pragma once

#include <memory>
#include <string>
#include <string_view>

namespace mlperf::base {

class Sha256 {
 public:
  Sha256();
  Sha256(Sha256&&) noexcept;
  Sha256& operator=(Sha256&&) noexcept;
  ~Sha256();

  void update(std::string_view bytes);
  std::string hex();  // 64 lower-case digits; ends the computation, call it once

 private:
  struct State;
  std::unique_ptr<State> state_;
};

std::string sha256_hex(std::string_view bytes);

}  // namespace mlperf::base
