// SPDX-License-Identifier: Apache-2.0
// What the bytes of an answer are: elements of one type, in memory order (little-endian). LoadGen does not
// log the type; the width of a token follows from data and token_count.
#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <optional>
#include <span>
#include <string_view>

namespace mlperf::compliance {

enum class ElementType : std::uint8_t { int8, int16, int32, int64, float32 };

std::string_view to_string(ElementType type);  // as the official scripts call it: "byte", "int16", "float32"
std::optional<ElementType> element_type(std::string_view name);  // also "uint8", "int8"
std::size_t size_of(ElementType type);                           // bytes

// The element of type T at `index`; the caller knows that it lies inside.
template <class T>
T element_at(std::span<const std::uint8_t> bytes, std::size_t index) {
  T value;
  std::memcpy(&value, bytes.data() + index * sizeof(T), sizeof(T));
  return value;
}

// Calls use(T{}) with the C++ type of `type`.
template <class Use>
decltype(auto) with_type(ElementType type, Use&& use) {
  switch (type) {
    case ElementType::int8:
      return use(std::int8_t{});
    case ElementType::int16:
      return use(std::int16_t{});
    case ElementType::int64:
      return use(std::int64_t{});
    case ElementType::float32:
      return use(float{});
    case ElementType::int32:
      break;
  }
  return use(std::int32_t{});
}

// How wide the elements of a log are, entry by entry: bytes of data over token_count.
class WidthCounts {
 public:
  void add(std::uint64_t data_bytes, std::optional<std::int64_t> token_count);

  // The width in bytes that more than half of the entries with a token count above 0 have; nothing where no
  // width has that, for example where counts and data do not belong together.
  std::optional<std::size_t> width() const;
  std::uint64_t counted() const { return counted_; }

 private:
  static constexpr std::size_t kWidest = 16;
  std::uint64_t of_[kWidest + 1] = {};
  std::uint64_t counted_ = 0;
};

}  // namespace mlperf::compliance
