// SPDX-License-Identifier: Apache-2.0
#include "audit/value.h"

#include <fmt/format.h>

#include "base/number.h"
#include "base/units.h"

namespace mlperf::audit {

std::string to_text(const Value& value) {
  struct Writer {
    std::string operator()(std::monostate) const { return {}; }
    std::string operator()(std::int64_t v) const { return fmt::format("{}", v); }
    std::string operator()(std::uint64_t v) const { return fmt::format("{}", v); }
    std::string operator()(double v) const { return base::shortest(v); }
    std::string operator()(const std::string& v) const { return v; }
  };
  return std::visit(Writer{}, value);
}

Value number_or_text(std::string_view text) {
  if (const auto v = base::parse_u64(text)) return *v;
  if (const auto v = base::parse_i64(text)) return *v;
  if (const auto v = base::parse_double(text)) return *v;
  return std::string(text);
}

Value value_of(const mllog::LogEntry& entry) {
  if (entry.kind == mllog::ValueKind::integer || entry.kind == mllog::ValueKind::real)
    return number_or_text(entry.text);
  constexpr std::size_t kLongest = 500;
  return std::string(entry.text.substr(0, kLongest));
}

Value range(double minimum, double maximum) {
  return fmt::format("{}..{}", base::shortest(minimum), base::shortest(maximum));
}

}  // namespace mlperf::audit
