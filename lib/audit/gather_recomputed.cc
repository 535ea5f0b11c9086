// SPDX-License-Identifier: Apache-2.0
// Reads the accuracy logs of the compliance tests as wholes. A log that was cut to the permitted size is left
// alone: its ends are known already.
#include <algorithm>

#include <fmt/format.h>

#include "audit/result_reader.h"

namespace mlperf::audit {
namespace {

using mllog::AccuracyLogShape;

constexpr std::string_view kAccuracyRun = "accuracy/mlperf_log_accuracy.json";

bool is_whole(const mllog::AccuracyLogDocument& log) {
  return log.usable() &&
         (log.value.shape == AccuracyLogShape::whole || log.value.shape == AccuracyLogShape::long_whole ||
          log.value.shape == AccuracyLogShape::empty_list);
}

class Recomputer {
 public:
  Recomputer(const ResultReader& reader, const rules::Round& round, const Evidence& evidence,
             const TestEvidence& test, const std::string& relative)
      : reader_(reader),
        round_(round),
        evidence_(evidence),
        test_(test),
        path_(test.accuracy_log.path),
        disk_(reader.disk_inside(relative)),
        options_(accuracy_stream_options(round)) {}

  RecomputedTest recompute() {
    if (test_.test == "TEST04") return {};  // has no answers to compare
    if (!test_.accuracy_log.usable() || disk_.empty()) {
      facts_.obstacle =
          fmt::format("no accuracy log of {}: its text could not be held against outputs", test_.test);
    } else if (test_.accuracy_log.value.shape == AccuracyLogShape::cut && test_.test != "TEST06") {
      facts_.obstacle = fmt::format(
          "the accuracy log of {} is cut to the permitted size: its text could only be cross-checked",
          test_.test);
    } else {
      read_log();
    }
    return std::move(facts_);
  }

 private:
  void read_log() {
    if (test_.test == "TEST01") {
      with_reference([&](const std::string& reference, const std::string& name) {
        facts_.test01 = compliance::test01_accuracy(reference, disk_, {{}, options_}, name, path_);
      });
    } else if (test_.test == "TEST06") {
      test06();
    } else if (test_.test == "TEST07") {
      const auto samples = round_.thresholds("TEST07", evidence_.benchmark).samples;
      compliance::Test07Options options;
      if (samples && *samples > 0) options.samples = static_cast<std::uint64_t>(*samples);
      options.stream = options_;
      facts_.test07 = compliance::test07(disk_, path_, options);
    } else if (test_.test == "TEST08") {
      const auto tolerance = round_.thresholds("TEST08", evidence_.benchmark).ne_relative_tolerance;
      with_reference([&](const std::string& reference, const std::string& name) {
        facts_.test08 = compliance::test08(reference, disk_, {tolerance.value_or(0), options_}, name, path_);
      });
    } else if (test_.test == "TEST09") {
      facts_.test09 = compliance::test09(disk_, path_, test09_options(round_, evidence_.benchmark));
    }
  }

  template <class Compare>
  void with_reference(const Compare& compare) {
    const auto& log = evidence_.accuracy.accuracy_log;
    const std::string reference = reader_.disk_inside(kAccuracyRun);
    if (!reference.empty() && is_whole(log)) {
      compare(reference, log.path);
      return;
    }
    const bool cut = log.usable() && log.value.shape == AccuracyLogShape::cut;
    facts_.obstacle =
        fmt::format("the accuracy log of the accuracy run is {}: outputs of {} could not be compared with it",
                    cut ? "cut to the permitted size" : "not there as a whole", test_.test);
    facts_.log_alone = mllog::stream_accuracy_log(disk_, path_, options_, [](const auto&) {});
  }

  void test06() {
    facts_.test06 =
        compliance::test06(disk_, path_, test06_options(round_, evidence_.benchmark, evidence_.scenario));
    AccuracyAnswers answers;
    const auto& log = evidence_.accuracy.accuracy_log;
    const std::string reference = reader_.disk_inside(kAccuracyRun);
    if (log.usable() && log.value.shape == AccuracyLogShape::long_whole && !reference.empty()) {
      mllog::stream_accuracy_log(reference, log.path, options_, [&](const mllog::AccuracyRecord& record) {
        answers.add(record.qsl_idx, record.data);
      });
    } else if (log.usable()) {
      answers.add_visible(log.value);
    }
    if (answers.empty()) return;
    facts_.accuracy_run =
        answers.beside([&](const auto& take) { mllog::stream_accuracy_log(disk_, path_, options_, take); },
                       compliance::size_of(facts_.test06->dtype));
  }

  const ResultReader& reader_;
  const rules::Round& round_;
  const Evidence& evidence_;
  const TestEvidence& test_;
  const std::string& path_;
  std::string disk_;
  mllog::AccuracyStreamOptions options_;
  RecomputedTest facts_;
};

}  // namespace

RecomputedTest recompute_test(const ResultReader& reader, const rules::Round& round, const Evidence& evidence,
                              const TestEvidence& test, const std::string& relative) {
  return Recomputer(reader, round, evidence, test, relative).recompute();
}

}  // namespace mlperf::audit
