// SPDX-License-Identifier: Apache-2.0
// The random numbers of LoadGen: the 32-bit Mersenne twister (Matsumoto and Nishimura) and what the C++
// library LoadGen was compiled with makes of its words. Uniform integers and shuffles differ between
// libraries, real numbers do not.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <utility>
#include <vector>

namespace mlperf::loadgen {

class Mt19937 {
 public:
  static constexpr std::uint32_t kDefaultSeed = 5489;
  // Of a 64-bit seed only the lower 32 bits have an effect.
  explicit Mt19937(std::uint64_t seed = kDefaultSeed);

  std::uint32_t next() {
    if (used_ == kWords) refill();
    return words_[used_++];
  }
  void fill(std::span<std::uint32_t> words);  // the next words.size() words

 private:
  static constexpr std::size_t kWords = 624;
  void refill();

  alignas(16) std::array<std::uint32_t, kWords> state_;
  alignas(16) std::array<std::uint32_t, kWords> words_;  // tempered
  std::size_t used_ = kWords;
};

// Whose headers LoadGen was compiled with.
enum class Library : std::uint8_t { libstdcxx_11, libstdcxx_10, libcxx };
inline constexpr std::array kLibraries{Library::libstdcxx_11, Library::libstdcxx_10, Library::libcxx};
std::string_view to_string(Library library);  // "libstdc++ (GCC 11 or later)", ...

// std::uniform_int_distribution: one of 0 .. range-1, range from 1 to 2^32-1.
std::uint32_t uniform(Mt19937& random, std::uint32_t range, Library library);

// std::shuffle. At most 2^32-1 items.
void shuffle(std::span<std::uint32_t> items, Mt19937& random, Library library);

// std::generate_canonical<double>: in [0, 1), from two words.
double canonical(Mt19937& random);
double canonical(std::uint32_t low, std::uint32_t high);

// The indices 0 .. count-1.
std::vector<std::uint32_t> ascending(std::size_t count);

}  // namespace mlperf::loadgen
