// SPDX-License-Identifier: Apache-2.0
// The short way through a trace: nearly all of its lines are sixteen kinds of event, printed by five
// statements of LoadGen (ChromeTracer in loadgen/logging.h). A line is walked once, without looking for its
// end first.
#include <cstring>
#include <limits>

#include "mllog/digits.h"
#include "mllog/trace_event.h"

namespace mlperf::mllog {
namespace {

constexpr std::string_view kLineStart = R"({"name":")";

enum class Form : std::uint8_t { complete, counter, sample };

struct Shape {
  std::uint64_t word = 0;       // the first eight bytes of `text`
  std::array<char, 48> text{};  // from the name to where the first number or the kind of the event stands
  std::uint8_t length = 0;
  std::uint8_t name = 0;
  Form form = Form::complete;
};

constexpr Form form_of(std::string_view name) {
  if (name == "Sample" || name == "Token") return Form::sample;
  return name.ends_with("Latency") ? Form::counter : Form::complete;
}

constexpr std::string_view rest_of(Form form) {
  switch (form) {
    case Form::complete:
      return R"(","ph":"X","pid":)";
    case Form::counter:
      return R"(","ph": "C","pid":)";
    case Form::sample:
      break;
  }
  return R"(","cat":"default","ph":")";
}

constexpr Shape shape_of(std::size_t name) {
  Shape shape;
  shape.name = static_cast<std::uint8_t>(name);
  shape.form = form_of(kUsualTraceNames[name]);
  for (const std::string_view part : {kUsualTraceNames[name], rest_of(shape.form)}) {
    for (const char c : part) shape.text[shape.length++] = c;
  }
  for (unsigned i = 0; i < 8; ++i) {
    shape.word |= std::uint64_t{static_cast<unsigned char>(shape.text[i])} << (8 * i);
  }
  return shape;
}

// Shapes by a hash of their first eight bytes, without collisions.
constexpr unsigned kSlotBits = 6;

constexpr std::size_t slot_of(std::uint64_t word, std::uint64_t factor) {
  return static_cast<std::size_t>((word * factor) >> (64 - kSlotBits));
}

constexpr bool fits(std::uint64_t factor) {
  std::uint64_t taken = 0;
  for (std::size_t name = 0; name < kUsualTraceNames.size(); ++name) {
    const std::uint64_t bit = std::uint64_t{1} << slot_of(shape_of(name).word, factor);
    if ((taken & bit) != 0) return false;
    taken |= bit;
  }
  return true;
}

constexpr std::uint64_t find_factor() {
  std::uint64_t factor = 0x9E3779B97F4A7C15U;
  while (!fits(factor)) factor += 2;
  return factor;
}

constexpr std::uint64_t kFactor = find_factor();

constexpr auto kShapes = [] {
  std::array<Shape, std::size_t{1} << kSlotBits> shapes{};
  for (std::size_t name = 0; name < kUsualTraceNames.size(); ++name) {
    shapes[slot_of(shape_of(name).word, kFactor)] = shape_of(name);
  }
  return shapes;
}();

// Walks a line, never beyond its line feed. Once something does not fit, `good` stays false and the line is
// not of the shape.
struct Walker {
  const char* p;
  bool good = true;

  template <std::size_t N>
  void expect(const char (&text)[N]) {
    good = good && std::memcmp(p, text, N - 1) == 0;
    p += good ? N - 1 : 0;
  }

  // JSON has none.
  bool leading_zero(unsigned count) const { return count > 1 && *p == '0'; }

  void skip_digits() {
    unsigned count = leading_digits(p).count;
    good = good && count != 0 && !leading_zero(count);
    p += count;
    while (count == 8) {
      count = leading_digits(p).count;
      p += count;
    }
  }

  // At most fifteen digits, which is eleven days in ns.
  [[gnu::always_inline]] std::uint64_t digits() {
    const Digits first = leading_digits(p);
    good = good && !leading_zero(first.count);
    p += first.count;
    if (first.count < 8) {
      good = good && first.count != 0;
      return first.value;
    }
    constexpr std::array<std::uint32_t, 8> kPowers = {1, 10, 100, 1000, 10000, 100000, 1000000, 10000000};
    const Digits second = leading_digits(p);
    p += second.count;
    good = good && second.count < 8;
    return std::uint64_t{first.value} * kPowers[second.count % 8] + second.value;
  }

  std::int64_t integer() {
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    const auto value = static_cast<std::int64_t>(digits());
    return negative ? -value : value;
  }

  // Microseconds with three decimals.
  void skip_time() {
    p += *p == '-' ? 1 : 0;
    skip_digits();
    good = good && *p == '.' && leading_digits(p + 1).count == 3;
    p += good ? 4 : 0;
  }

  // The same as ns.
  [[gnu::always_inline]] std::int64_t time() {
    const bool negative = *p == '-';
    p += negative ? 1 : 0;
    const auto whole = static_cast<std::int64_t>(digits());
    const Digits decimals = *p == '.' ? leading_digits(p + 1) : Digits{0, 0};
    good = good && decimals.count == 3;
    p += decimals.count == 3 ? 4 : 0;
    const std::int64_t ns = whole * 1000 + decimals.value;
    return negative ? -ns : ns;
  }
};

void complete(Walker& at, TraceEvent& event) {
  at.skip_digits();
  at.expect(R"(,"tid":)");
  at.skip_digits();
  at.expect(R"(,"ts":)");
  event.ts_ns = at.time();
  at.expect(R"(,"dur":)");
  at.skip_time();
  at.expect(R"(,"args":{)");
  if (at.good && *at.p == '"') {
    at.expect(R"("tid":)");
    at.skip_digits();
  }
}

void counter(Walker& at, TraceEvent& event) {
  at.skip_digits();
  at.expect(R"(,"ts":)");
  event.ts_ns = at.time();
  at.expect(R"(,"args":{ "issue_delay":)");
  event.issue_delay_ns = at.integer();
  at.expect(R"(,"issue_to_done":)");
  event.done_ns = at.integer();
}

void begin(Walker& at, TraceEvent& event) {
  at.expect(R"(b","pid":)");
  at.skip_digits();
  at.expect(R"(,"id":)");
  at.skip_digits();
  at.expect(R"(,"ts":)");
  event.ts_ns = at.time();
  at.expect(R"(,"args":{"sample_seq":)");
  event.sample_seq = at.digits();
  at.expect(R"(,"query_seq":)");
  event.query_seq = at.digits();
  at.expect(R"(,"sample_idx":)");
  event.sample_idx = at.digits();
  at.expect(R"(,"issue_start_ns":)");
  event.issue_delay_ns = at.integer();
  at.expect(R"(,"complete_ns":)");
  event.done_ns = at.integer();
  at.good = at.good && event.sample_idx <= std::numeric_limits<std::uint32_t>::max();
}

void end(Walker& at, TraceEvent& event) {
  at.expect(R"(e", "pid":)");
  at.skip_digits();
  at.expect(R"(,"id":)");
  at.skip_digits();
  at.expect(R"(,"ts":)");
  event.ts_ns = at.time();
}

}  // namespace

const char* read_usual_event(const char* p, TraceEvent& event, std::size_t& name) {
  if (std::memcmp(p, kLineStart.data(), kLineStart.size()) != 0) return nullptr;
  p += kLineStart.size();
  std::uint64_t word = 0;
  std::memcpy(&word, p, sizeof word);
  const Shape& shape = kShapes[slot_of(word, kFactor)];
  if (word != shape.word || std::memcmp(p, shape.text.data(), shape.length) != 0) return nullptr;
  Walker at{p + shape.length};
  name = shape.name;
  event.kind = TraceEventKind::plain;
  if (shape.form == Form::sample && *at.p == 'e') {
    end(at, event);
    at.expect("},\n");
    return at.good ? at.p : nullptr;
  }
  switch (shape.form) {
    case Form::complete:
      complete(at, event);
      break;
    case Form::counter:
      counter(at, event);
      if (name == 2) event.kind = TraceEventKind::token_latency;
      break;
    case Form::sample:
      begin(at, event);
      event.kind = name == 0 ? TraceEventKind::sample_begin : TraceEventKind::token_begin;
      break;
  }
  at.expect("}},\n");
  return at.good ? at.p : nullptr;
}

}  // namespace mlperf::mllog
