// SPDX-License-Identifier: Apache-2.0
#include "compliance/element.h"

#include <array>
#include <utility>

namespace mlperf::compliance {
namespace {

struct Name {
  std::string_view name;
  ElementType type;
};

// The first name of a type is the one that is printed.
constexpr std::array<Name, 7> kNames = {Name{"byte", ElementType::int8},  {"int8", ElementType::int8},
                                        {"uint8", ElementType::int8},     {"int16", ElementType::int16},
                                        {"int32", ElementType::int32},    {"int64", ElementType::int64},
                                        {"float32", ElementType::float32}};

}  // namespace

std::string_view to_string(ElementType type) {
  for (const Name& name : kNames)
    if (name.type == type) return name.name;
  return {};
}

std::optional<ElementType> element_type(std::string_view name) {
  for (const Name& known : kNames)
    if (known.name == name) return known.type;
  return std::nullopt;
}

std::size_t size_of(ElementType type) {
  return with_type(type, [](auto element) { return sizeof(element); });
}

void WidthCounts::add(std::uint64_t data_bytes, std::optional<std::int64_t> token_count) {
  if (!token_count || *token_count <= 0) return;
  ++counted_;
  const auto tokens = static_cast<std::uint64_t>(*token_count);
  const std::uint64_t width = data_bytes / tokens;
  if (width <= kWidest && width * tokens == data_bytes) ++of_[width];
}

std::optional<std::size_t> WidthCounts::width() const {
  for (std::size_t width = 1; width <= kWidest; ++width)
    if (of_[width] > counted_ / 2) return width;
  return std::nullopt;
}

}  // namespace mlperf::compliance
