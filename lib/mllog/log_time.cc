// SPDX-License-Identifier: Apache-2.0
#include "mllog/log_time.h"

#include <chrono>

#include <fmt/format.h>

#include "base/number.h"

namespace mlperf::mllog {
namespace {

constexpr std::int64_t kMsPerSecond = 1000, kMsPerDay = 86400 * kMsPerSecond;

// Digits at `at`, at most `most` of them, as a number; moves `at` behind them.
std::optional<int> digits(std::string_view text, std::size_t& at, std::size_t most) {
  std::size_t end = at;
  while (end < text.size() && end - at < most && text[end] >= '0' && text[end] <= '9') ++end;
  const auto value = base::parse_u64(text.substr(at, end - at));
  at = end;
  return value ? std::optional(static_cast<int>(*value)) : std::nullopt;
}

bool take(std::string_view text, std::size_t& at, char wanted) {
  if (at >= text.size() || text[at] != wanted) return false;
  ++at;
  return true;
}

std::optional<std::int64_t> days(int year, int month, int day) {
  const std::chrono::year_month_day date{std::chrono::year(year),
                                         std::chrono::month(static_cast<unsigned>(month)),
                                         std::chrono::day(static_cast<unsigned>(day))};
  if (!date.ok()) return std::nullopt;
  return std::chrono::sys_days(date).time_since_epoch().count();
}

// "14:36:05" and perhaps ".123"; everything to the end of the text but one `end` mark ('\0': none).
std::optional<std::int64_t> time_of_day(std::string_view text, std::size_t at, char end) {
  const auto hour = digits(text, at, 2);
  if (!hour || !take(text, at, ':')) return std::nullopt;
  const auto minute = digits(text, at, 2);
  if (!minute || !take(text, at, ':')) return std::nullopt;
  const auto second = digits(text, at, 2);
  if (!second || *hour > 23 || *minute > 59 || *second > 60) return std::nullopt;
  std::int64_t ms = ((*hour * 60 + *minute) * 60 + *second) * kMsPerSecond;
  if (take(text, at, '.')) {
    const std::size_t begin = at;
    const auto fraction = digits(text, at, 3);
    if (!fraction) return std::nullopt;
    int scaled = *fraction;
    for (std::size_t n = at - begin; n < 3; ++n) scaled *= 10;
    ms += scaled;
    while (at < text.size() && text[at] >= '0' && text[at] <= '9') ++at;
  }
  if (end != '\0' && at < text.size() && text[at] == end) ++at;
  return at == text.size() ? std::optional(ms) : std::nullopt;
}

}  // namespace

std::optional<std::int64_t> parse_power_time(std::string_view text) {
  std::size_t at = 0;
  const auto month = digits(text, at, 2);
  if (!month || !take(text, at, '-')) return std::nullopt;
  const auto day = digits(text, at, 2);
  if (!day || !take(text, at, '-')) return std::nullopt;
  const auto year = digits(text, at, 4);
  if (!year || !take(text, at, ' ')) return std::nullopt;
  const auto date = days(*year, *month, *day);
  const auto time = time_of_day(text, at, '\0');
  if (!date || !time) return std::nullopt;
  return *date * kMsPerDay + *time;
}

std::optional<std::int64_t> parse_iso_time(std::string_view text) {
  std::size_t at = 0;
  const auto year = digits(text, at, 4);
  if (!year || !take(text, at, '-')) return std::nullopt;
  const auto month = digits(text, at, 2);
  if (!month || !take(text, at, '-')) return std::nullopt;
  const auto day = digits(text, at, 2);
  if (!day) return std::nullopt;
  const auto date = days(*year, *month, *day);
  if (!date) return std::nullopt;
  if (at == text.size()) return *date * kMsPerDay;
  if (!take(text, at, 'T') && !take(text, at, ' ')) return std::nullopt;
  const auto time = time_of_day(text, at, 'Z');
  return time ? std::optional(*date * kMsPerDay + *time) : std::nullopt;
}

std::string utc_text(std::int64_t ms) {
  const std::chrono::sys_time<std::chrono::milliseconds> when{std::chrono::milliseconds(ms)};
  const auto day = std::chrono::floor<std::chrono::days>(when);
  const std::chrono::year_month_day date(day);
  const std::chrono::hh_mm_ss time(std::chrono::floor<std::chrono::seconds>(when - day));
  return fmt::format("{:04}-{:02}-{:02} {:02}:{:02}:{:02} UTC", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                     time.hours().count(), time.minutes().count(), time.seconds().count());
}

}  // namespace mlperf::mllog
