// SPDX-License-Identifier: Apache-2.0
#include "compliance/test08.h"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "compliance/element.h"
#include "compliance/numpy_sum.h"
#include "mllog/hex.h"

namespace mlperf::compliance {
namespace {

using mllog::AccuracyData;
using mllog::AccuracyRecord;
using mllog::AccuracyRef;

constexpr float kLeast = 1e-7F;
constexpr float kMost = static_cast<float>(1 - 1e-7);
constexpr std::size_t kKeyFloats = 2;
constexpr std::size_t kMostSpread = std::size_t{1} << 22;

float clipped(float value) {
  return std::isnan(value) ? value : std::clamp(value, kLeast, kMost);
}

std::int64_t as_found(std::size_t value) {
  return static_cast<std::int64_t>(value);
}

// The floats of an answer; false where its bytes are none.
bool read_floats(std::string_view hex, std::vector<std::uint8_t>& bytes, std::vector<float>& floats) {
  if (!mllog::decode_hex(hex, bytes) || bytes.size() % sizeof(float) != 0) return false;
  floats.resize(bytes.size() / sizeof(float));
  for (std::size_t i = 0; i < floats.size(); ++i) floats[i] = element_at<float>(bytes, i);
  return true;
}

// Time stamp and query as the script takes them: int() of the first two floats. Infinite ones break it.
struct Key {
  float ts = 0, query = 0;

  static std::optional<Key> of(std::span<const float> floats) {
    if (floats.size() < kKeyFloats || !std::isfinite(floats[0]) || !std::isfinite(floats[1]))
      return std::nullopt;
    return Key{std::trunc(floats[0]) + 0.0F, std::trunc(floats[1]) + 0.0F};
  }
  auto tied() const { return std::tie(ts, query); }
};

// The parts of an answer of the accuracy run.
struct Parts {
  std::span<const float> predictions, labels, weights;
};

std::optional<Parts> parts_of(std::span<const float> floats) {
  if (floats.size() < kKeyFloats + 1) return std::nullopt;
  const float stated = std::trunc(floats.back());
  const std::size_t candidates = (floats.size() - kKeyFloats - 1) / 3;
  if (!(stated >= 0) || stated != static_cast<float>(candidates) ||
      candidates * 3 + kKeyFloats + 1 != floats.size())
    return std::nullopt;
  return Parts{floats.subspan(kKeyFloats, candidates), floats.subspan(kKeyFloats + candidates, candidates),
               floats.subspan(kKeyFloats + 2 * candidates, candidates)};
}

struct Known {
  Key key;
  float entropy;
  std::uint32_t length;  // hex digits
  std::uint64_t byte;

  std::size_t labels() const { return (length / (2 * sizeof(float)) - kKeyFloats - 1) / 3; }
};

class Reference {
 public:
  Reference(const std::string& disk_path, std::string name, const Test08Options& options, Test08& facts)
      : data_(disk_path) {
    facts.reference = mllog::stream_accuracy_log(disk_path, std::move(name), options.stream,
                                                 [&](const AccuracyRecord& record) { take(record, facts); });
    facts.reference_entries = facts.reference.value.entries;
    std::sort(known_.begin(), known_.end(), [](const Known& a, const Known& b) {
      return std::tie(a.key.ts, a.key.query, a.byte) < std::tie(b.key.ts, b.key.query, b.byte);
    });
    for (std::size_t i = 1; i < known_.size(); ++i)
      if (known_[i].key.tied() == known_[i - 1].key.tied()) ++facts.reference_repeats;
  }

  // Of a key that stands twice, the last one.
  const Known* find(const Key& key) const {
    const auto after =
        std::upper_bound(known_.begin(), known_.end(), key,
                         [](const Key& k, const Known& known) { return k.tied() < known.key.tied(); });
    if (after == known_.begin() || std::prev(after)->key.tied() != key.tied()) return nullptr;
    return &*std::prev(after);
  }

  // Labels and weights, valid until the next call.
  std::optional<Parts> parts(const Known& known) {
    AccuracyRef ref;
    ref.byte = known.byte;
    ref.length = known.length;
    const auto hex = data_.hex(ref);
    if (!hex || !read_floats(*hex, bytes_, floats_)) return std::nullopt;
    return parts_of(floats_);
  }

 private:
  void take(const AccuracyRecord& record, Test08& facts) {
    const bool are_floats = read_floats(record.data, bytes_, floats_);
    const auto key = are_floats ? Key::of(floats_) : std::nullopt;
    const auto parts = are_floats ? parts_of(floats_) : std::nullopt;
    if (!key || !parts || record.data.size() > UINT32_MAX) {
      facts.bad_reference.add(record, as_found(record.data.size() / 2));
      return;
    }
    known_.push_back({*key, normalized_entropy(parts->predictions, parts->labels, parts->weights),
                      static_cast<std::uint32_t>(record.data.size()), record.data_byte});
  }

  AccuracyData data_;
  std::vector<Known> known_;
  std::vector<std::uint8_t> bytes_;
  std::vector<float> floats_;
};

class Comparison {
 public:
  Comparison(Reference& reference, Test08& facts) : reference_(reference), facts_(facts) {}

  void take(const AccuracyRecord& record) {
    const auto key = read_floats(record.data, bytes_, floats_) ? Key::of(floats_) : std::nullopt;
    if (!key) {
      facts_.bad_test.add(record, as_found(record.data.size() / 2));
      return;
    }
    const Known* known = reference_.find(*key);
    if (known == nullptr) {
      ++facts_.unmatched;
      facts_.not_matched.add(record);
      return;
    }
    ++facts_.matched;
    const auto predictions = std::span<const float>(floats_).subspan(kKeyFloats);
    if (std::any_of(predictions.begin(), predictions.end(), [](float p) { return !std::isfinite(p); }))
      facts_.not_finite.add(record);
    if (predictions.size() != known->labels() && !spreads(record, *key, *known, predictions.size())) return;
    const auto parts = reference_.parts(*known);
    if (!parts || parts->labels.size() != known->labels()) {
      facts_.unreadable_again = true;
      return;
    }
    compare(record, *key, *known, normalized_entropy(predictions, parts->labels, parts->weights));
  }

 private:
  // One prediction is spread over the labels; any other number breaks the script. Many such answers to a long
  // one would take for ever: once so many labels were met, the rest counts as differing unseen.
  bool spreads(const AccuracyRecord& record, const Key& key, const Known& known, std::size_t predictions) {
    const std::size_t labels = known.labels();
    facts_.other_length.add(record, as_found(predictions), as_found(labels));
    if (predictions != 1) {
      facts_.breaks = facts_.breaks || labels != 1;
      return false;
    }
    spread_ += labels;
    if (spread_ <= kMostSpread) return true;
    add({EntryPlace::of(record), key.ts, key.query, known.entropy, std::nanf(""), 0});
    return false;
  }

  void compare(const AccuracyRecord& record, const Key& key, const Known& known, float entropy) {
    if (known.entropy == 0 && entropy == 0) return;
    Test08Mismatch mismatch{EntryPlace::of(record), key.ts, key.query, known.entropy, entropy, 0};
    if (known.entropy == 0 || entropy == 0) return add(mismatch);
    const float difference = std::fabs(entropy - known.entropy) / std::fabs(known.entropy);
    mismatch.relative_difference = difference;
    if (!std::isnan(difference) && difference > facts_.largest_relative_difference.value_or(-1))
      facts_.largest_relative_difference = difference;
    if (difference > static_cast<float>(facts_.tolerance)) add(mismatch);
  }

  void add(const Test08Mismatch& mismatch) {
    ++facts_.ne_mismatches;
    if (facts_.mismatches.size() < Test08::kMismatchesKept) facts_.mismatches.push_back(mismatch);
  }

  Reference& reference_;
  Test08& facts_;
  std::size_t spread_ = 0;
  std::vector<std::uint8_t> bytes_;
  std::vector<float> floats_;
};

}  // namespace

float normalized_entropy(std::span<const float> predictions, std::span<const float> labels,
                         std::span<const float> weights) {
  const std::size_t n = labels.size();
  const float total = numpy_sum(weights);
  if (total == 0) return 0;
  std::vector<float> terms(n);
  for (std::size_t i = 0; i < n; ++i) {
    const float p = clipped(predictions[predictions.size() == 1 ? 0 : i]);
    const float label = clipped(labels[i]);
    terms[i] = weights[i] * (label * std::log(p) + (1 - label) * std::log(1 - p));
  }
  const float cross_entropy = -numpy_sum(terms);
  for (std::size_t i = 0; i < n; ++i) terms[i] = weights[i] * clipped(labels[i]);
  const float mean = clipped(numpy_sum(terms) / total);
  const float baseline = -mean * std::log(mean) - (1 - mean) * std::log(1 - mean);
  if (baseline == 0) return 0;
  return cross_entropy / (baseline * total);
}

Test08 test08(const std::string& reference, const std::string& test, const Test08Options& options,
              std::string reference_name, std::string test_name) {
  Test08 facts;
  facts.tolerance = options.tolerance;
  Reference known(reference, reference_name.empty() ? reference : std::move(reference_name), options, facts);
  Comparison comparison(known, facts);
  facts.test =
      mllog::stream_accuracy_log(test, test_name.empty() ? test : std::move(test_name), options.stream,
                                 [&](const AccuracyRecord& record) { comparison.take(record); });
  facts.entries = facts.test.value.entries;
  for (const LogDocument* log : {&facts.reference, &facts.test})
    facts.breaks = facts.breaks || !readable_as_json(*log) || log->value.bad_entries != 0;
  facts.breaks = facts.breaks || facts.bad_reference || facts.bad_test;
  facts.passed = !facts.breaks && !facts.unreadable_again && facts.ne_mismatches == 0 && facts.matched > 0 &&
                 facts.unmatched == 0;
  return facts;
}

std::string test08_text(const Test08& facts) {
  std::string text =
      "Verifying accuracy. This might take a while...\nReading accuracy mode results...\n"
      "Reading performance mode results...\n";
  if (facts.breaks) return text + "Error: the logs cannot be compared\n\nTEST FAIL\n";
  for (const Test08Mismatch& mismatch : facts.mismatches) {
    text += fmt::format("  NE mismatch at ({:.0f}, {:.0f}): acc_ne={:.6f}, perf_ne={:.6f}", mismatch.ts,
                        mismatch.query, mismatch.reference, mismatch.test);
    if (mismatch.relative_difference != 0)
      text += fmt::format(", diff={:.4f}%", mismatch.relative_difference * 100);
    text += '\n';
  }
  return text + fmt::format(
                    "\nnum_acc_log_entries = {}\nnum_perf_log_entries = {}\nnum_matched = {}\n"
                    "num_unmatched = {}\nnum_ne_mismatch = {}\ntolerance = {:.2f}%\n\n{}\n"
                    "TEST08 verification complete\n",
                    facts.reference_entries, facts.entries, facts.matched, facts.unmatched,
                    facts.ne_mismatches, facts.tolerance * 100, facts.passed ? "TEST PASS" : "TEST FAIL");
}

}  // namespace mlperf::compliance
