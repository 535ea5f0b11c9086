// SPDX-License-Identifier: Apache-2.0
#include "compliance/test01.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <tuple>
#include <vector>

#include <fmt/format.h>

#include "mllog/hex.h"

namespace mlperf::compliance {
namespace {

using mllog::AccuracyData;
using mllog::AccuracyRecord;
using mllog::AccuracyRef;
using Bytes = std::vector<std::uint8_t>;

constexpr std::size_t kWidestElement = 8;
constexpr std::uint64_t kElementDigits = 2 * kWidestElement;

// What the script's comparison needs of an answer of the test run once its data are gone.
struct Answer {
  std::uint64_t qsl_idx, number;
  std::array<std::uint8_t, kWidestElement> first;
  bool empty, in_reference, equals_reference;  // by the script's rule
};

bool same_first_element(const std::uint8_t* a, const std::uint8_t* b, ElementType type) {
  return with_type(type, [&](auto element) {
    auto other = element;
    std::memcpy(&element, a, sizeof(element));
    std::memcpy(&other, b, sizeof(other));
    return element == other;
  });
}

// The answers of the accuracy run by sample, first those that count.
class Reference {
 public:
  Reference(const std::string& disk_path, std::string name, const Test01Options& options,
            Test01Accuracy& facts)
      : data_(disk_path), again_(disk_path) {
    facts.reference = mllog::stream_accuracy_log(
        disk_path, std::move(name), options.stream,
        [&](const AccuracyRecord& record) { refs_.push_back(AccuracyRef::of(record)); });
    std::sort(refs_.begin(), refs_.end(), [](const AccuracyRef& a, const AccuracyRef& b) {
      return std::tie(a.qsl_idx, a.byte) < std::tie(b.qsl_idx, b.byte);
    });
    facts.num_acc_log_entries = facts.reference.value.entries;
    compare_duplicates(facts);
  }

  const AccuracyRef* find(std::uint64_t qsl_idx) const {
    const auto at =
        std::lower_bound(refs_.begin(), refs_.end(), qsl_idx,
                         [](const AccuracyRef& ref, std::uint64_t index) { return ref.qsl_idx < index; });
    return at == refs_.end() || at->qsl_idx != qsl_idx ? nullptr : &*at;
  }

  // The hex of an answer as far as one of `length` digits can equal it, and the first element: more is not
  // read, lest many short answers of one sample read a long one again and again.
  std::optional<std::string_view> hex_beside(AccuracyRef ref, std::uint64_t length) {
    ref.length = std::min(ref.length, length + kElementDigits);
    return data_.hex(ref);
  }

 private:
  void compare_duplicates(Test01Accuracy& facts) {
    std::size_t first = 0;
    for (std::size_t i = 1; i < refs_.size(); ++i) {
      if (refs_[i].qsl_idx != refs_[first].qsl_idx) {
        first = i;
        continue;
      }
      ++facts.num_acc_log_duplicate_keys;
      if (refs_[i].length == refs_[first].length) {
        const auto kept = data_.hex(refs_[first]);
        const auto other = again_.hex(refs_[i]);
        if (!kept || !other) {
          facts.unreadable_again = true;
          return;
        }
        if (*kept == *other) continue;
      }
      ++facts.num_acc_log_data_mismatch;
      EntryPlace place;
      place.seq_id = refs_[i].seq_id;
      place.qsl_idx = refs_[i].qsl_idx;
      place.at.byte = refs_[i].byte;
      facts.reference_differs.add(place);
    }
  }

  AccuracyData data_, again_;
  std::vector<AccuracyRef> refs_;
};

class Comparison {
 public:
  Comparison(Reference& reference, Test01Accuracy& facts) : reference_(reference), facts_(facts) {}

  void take(const AccuracyRecord& record) {
    mllog::decode_hex(record.data, test_);
    const std::size_t size = size_of(facts_.dtype);
    bool whole = test_.size() % size == 0;
    if (!whole) facts_.wrong_size.add(record, static_cast<std::int64_t>(test_.size()));

    Answer answer{record.qsl_idx, record.number, {}, test_.empty(), false, false};
    std::copy_n(test_.begin(), std::min(answer.first.size(), test_.size()), answer.first.begin());
    if (const AccuracyRef* ref = reference_.find(record.qsl_idx)) {
      answer.in_reference = true;
      const auto hex = reference_.hex_beside(*ref, record.data.size());
      if (!hex || !mllog::decode_hex(*hex, kept_)) {
        facts_.unreadable_again = true;
        return;
      }
      const std::uint64_t kept_size = ref->length / 2;
      whole = whole && kept_size % size == 0;
      answer.equals_reference = same_by_script();
      compare_whole(record, kept_size);
    } else {
      facts_.missing.add(record, static_cast<std::int64_t>(record.qsl_idx));
    }
    facts_.breaks = facts_.breaks || !whole;
    answers_.push_back(answer);
  }

  // The script puts each answer in the place of the reference once it has compared it.
  void finish() {
    std::sort(answers_.begin(), answers_.end(), [](const Answer& a, const Answer& b) {
      return std::tie(a.qsl_idx, a.number) < std::tie(b.qsl_idx, b.number);
    });
    for (std::size_t i = 0; i < answers_.size(); ++i) {
      const Answer& answer = answers_[i];
      const bool is_first = i == 0 || answers_[i - 1].qsl_idx != answer.qsl_idx;
      if (is_first && !answer.in_reference) {
        ++facts_.num_missing_qsl_idxs;
        continue;
      }
      ++facts_.num_perf_log_qsl_idx_match;
      const bool same = is_first ? answer.equals_reference : same_as(answers_[i - 1], answer);
      if (!same) ++facts_.num_perf_log_data_mismatch;
    }
    facts_.num_perf_log_entries = facts_.test.value.entries;
  }

 private:
  bool same_by_script() const {
    if (test_.empty() || kept_.empty()) return test_.empty() == kept_.empty();
    if (test_.size() < size_of(facts_.dtype) || kept_.size() < size_of(facts_.dtype)) return false;
    return same_first_element(test_.data(), kept_.data(), facts_.dtype);
  }

  bool same_as(const Answer& a, const Answer& b) const {
    if (a.empty || b.empty) return a.empty == b.empty;
    return same_first_element(a.first.data(), b.first.data(), facts_.dtype);
  }

  void compare_whole(const AccuracyRecord& record, std::uint64_t kept_size) {
    if (test_ == kept_) return;
    const auto [ours, theirs] = std::mismatch(test_.begin(), test_.end(), kept_.begin(), kept_.end());
    ++facts_.whole_data_mismatches;
    facts_.data_differs.add(record, ours - test_.begin(), static_cast<std::int64_t>(kept_size));
  }

  Reference& reference_;
  Test01Accuracy& facts_;
  std::vector<Answer> answers_;
  Bytes test_, kept_;  // kept_: as far as it is compared
};

}  // namespace

Test01Accuracy test01_accuracy(const std::string& reference, const std::string& test,
                               const Test01Options& options, std::string reference_name,
                               std::string test_name) {
  Test01Accuracy facts;
  facts.dtype = options.dtype;
  Reference kept(reference, reference_name.empty() ? reference : std::move(reference_name), options, facts);
  Comparison comparison(kept, facts);
  facts.test =
      mllog::stream_accuracy_log(test, test_name.empty() ? test : std::move(test_name), options.stream,
                                 [&](const AccuracyRecord& record) { comparison.take(record); });
  comparison.finish();
  for (const LogDocument* log : {&facts.reference, &facts.test})
    facts.breaks = facts.breaks || !readable_as_json(*log) || log->value.bad_entries != 0;
  facts.passed = !facts.breaks && !facts.unreadable_again && facts.num_perf_log_data_mismatch == 0 &&
                 facts.num_perf_log_qsl_idx_match > 0;
  return facts;
}

std::string test01_accuracy_text(const Test01Accuracy& facts) {
  std::string text =
      "Verifying accuracy. This might take a while...\nReading accuracy mode results...\n"
      "Reading performance mode results...\n";
  if (facts.breaks) return text + "Error: the logs cannot be compared\nTEST FAIL\n\n";
  return text +
         fmt::format(
             "num_acc_log_entries = {}\nnum_acc_log_duplicate_keys = {}\nnum_acc_log_data_mismatch = {}\n"
             "num_perf_log_entries = {}\nnum_perf_log_qsl_idx_match = {}\n"
             "num_perf_log_data_mismatch = {}\nnum_missing_qsl_idxs = {}\n{}\n\n",
             facts.num_acc_log_entries, facts.num_acc_log_duplicate_keys, facts.num_acc_log_data_mismatch,
             facts.num_perf_log_entries, facts.num_perf_log_qsl_idx_match, facts.num_perf_log_data_mismatch,
             facts.num_missing_qsl_idxs, facts.passed ? "TEST PASS" : "TEST FAIL");
}

}  // namespace mlperf::compliance
