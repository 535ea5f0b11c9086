// SPDX-License-Identifier: Apache-2.0
// Any bytes as the accuracy log of a compliance test, alone and against itself: the counts of each test fit
// each other, whatever the entries hold. The first byte chooses the type of the elements.
#include <unistd.h>

#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <string_view>

#include "compliance/test01.h"
#include "compliance/test06.h"
#include "compliance/test07.h"
#include "compliance/test08.h"
#include "compliance/test09.h"

namespace {

using namespace mlperf;
using namespace mlperf::compliance;

void require(bool good) {
  if (!good) std::abort();
}

void check_coverage(const Coverage& coverage) {
  require(coverage.distinct <= coverage.entries &&
          coverage.duplicates == coverage.entries - coverage.distinct);
  require(coverage.repeated.count == coverage.duplicates);
  require(!coverage.missing || *coverage.missing <= *coverage.samples);
}

void check_alone(std::string_view text, ElementType type, const mllog::AccuracyStreamOptions& stream) {
  Test06Options options06;
  options06.stream = stream;
  options06.dtype = type;
  const auto facts06 = test06_of_text(text, "log", options06);
  require(facts06.ending_with_two_or_more_eos == facts06.trailing_eos.count);
  require(facts06.first_token_mismatches == facts06.first_token_differs.count);
  require(facts06.passed <= readable_as_json(facts06.log));
  require(!test06_text(facts06).empty());
  const auto facts07 = test07_of_text(text, "log", {50, 60, 4, stream});
  check_coverage(facts07.coverage);
  const auto facts09 = test09_of_text(text, "log", {1, 3, 4, stream});
  check_coverage(facts09.length.coverage);
  require(facts09.length.log.value.entries == facts06.entries);
  if (const auto& lengths = facts09.length.lengths)
    require(static_cast<double>(lengths->min) <= lengths->mean &&
            lengths->mean <= static_cast<double>(lengths->max));
}

// A log against itself has no difference but in what is no number.
void check_against_itself(std::string_view text, ElementType type,
                          const mllog::AccuracyStreamOptions& stream) {
  static const std::string path =
      (std::filesystem::temp_directory_path() / ("compliance_fuzz-" + std::to_string(::getpid()))).string();
  std::ofstream(path, std::ios::binary) << text;
  const auto facts01 = test01_accuracy(path, path, {type, stream});
  require(!facts01.unreadable_again && facts01.num_missing_qsl_idxs == 0);
  require(facts01.num_perf_log_qsl_idx_match == facts01.num_perf_log_entries);
  if (facts01.num_acc_log_duplicate_keys == 0) require(facts01.whole_data_mismatches == 0);
  const auto facts08 = test08(path, path, {0.001, stream});
  require(facts08.matched + facts08.unmatched + facts08.bad_test.count == facts08.entries);
  require(facts08.mismatches.size() <= facts08.ne_mismatches);
  std::filesystem::remove(path);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size == 0) return 0;
  const auto type = static_cast<ElementType>(data[0] % 5);
  const std::string_view text(reinterpret_cast<const char*>(data) + 1, size - 1);
  mllog::AccuracyStreamOptions stream;
  stream.cut = {96, 96, "\n\n...\n\n"};
  check_alone(text, type, stream);
  check_against_itself(text, type, stream);
  return 0;
}
