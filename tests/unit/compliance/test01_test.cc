// SPDX-License-Identifier: Apache-2.0
#include "compliance/test01.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "support/accuracy_text.h"
#include "support/temporary_tree.h"

namespace mlperf::compliance {
namespace {

using test::AccuracyText;
using test::hex_of;

Test01Accuracy compare(const AccuracyText& reference, const AccuracyText& test,
                       ElementType dtype = ElementType::int8) {
  const submission::TemporaryTree tree;
  tree.file("reference", reference.text());
  tree.file("test", test.text());
  Test01Options options;
  options.dtype = dtype;
  return test01_accuracy(tree.path("reference"), tree.path("test"), options);
}

TEST(Test01, EqualAnswersPass) {
  const auto facts =
      compare(AccuracyText().entry(1, "0102").entry(2, "0304"), AccuracyText().entry(2, "0304"));
  EXPECT_TRUE(facts.passed);
  EXPECT_EQ(facts.whole_data_mismatches, 0U);
  EXPECT_EQ(test01_accuracy_text(facts),
            "Verifying accuracy. This might take a while...\nReading accuracy mode results...\n"
            "Reading performance mode results...\nnum_acc_log_entries = 2\nnum_acc_log_duplicate_keys = 0\n"
            "num_acc_log_data_mismatch = 0\nnum_perf_log_entries = 1\nnum_perf_log_qsl_idx_match = 1\n"
            "num_perf_log_data_mismatch = 0\nnum_missing_qsl_idxs = 0\nTEST PASS\n\n");
}

TEST(Test01, WholeDataAreComparedWhereTheScriptLooksAtTheFirstElement) {
  const auto facts =
      compare(AccuracyText().entry(1, "0102").entry(2, "0304"), AccuracyText().entry(2, "0305"));
  EXPECT_TRUE(facts.passed);
  EXPECT_EQ(facts.whole_data_mismatches, 1U);
  EXPECT_EQ(facts.data_differs.found, 1);
  const auto longer = compare(AccuracyText().entry(2, "0304"), AccuracyText().entry(2, "030405"));
  EXPECT_TRUE(longer.passed);
  EXPECT_EQ(longer.whole_data_mismatches, 1U);
}

TEST(Test01, FirstElementDecidesForTheScript) {
  EXPECT_FALSE(compare(AccuracyText().entry(2, "0304"), AccuracyText().entry(2, "0404")).passed);
  const auto floats = compare(AccuracyText().entry(2, hex_of<float>({0.0F})),
                              AccuracyText().entry(2, hex_of<float>({-0.0F})), ElementType::float32);
  EXPECT_TRUE(floats.passed);
  EXPECT_EQ(floats.whole_data_mismatches, 1U);
}

TEST(Test01, ScriptComparesLaterAnswersWithEarlierOnes) {
  // Sample 2 differs at first; its second answer equals the first one, which stands in for the reference
  // then.
  const auto facts = compare(AccuracyText().entry(2, "03"),
                             AccuracyText().entry(2, "04").entry(2, "04").entry(9, "01").entry(9, "01"));
  EXPECT_EQ(facts.num_perf_log_data_mismatch, 1U);
  EXPECT_EQ(facts.num_missing_qsl_idxs, 1U);
  EXPECT_EQ(facts.num_perf_log_qsl_idx_match, 3U);
  EXPECT_EQ(facts.whole_data_mismatches, 2U);
  EXPECT_EQ(facts.missing.count, 2U);
}

TEST(Test01, DuplicatesOfTheAccuracyRun) {
  const auto facts =
      compare(AccuracyText().entry(2, "03").entry(2, "03").entry(2, "05"), AccuracyText().entry(2, "03"));
  EXPECT_EQ(facts.num_acc_log_duplicate_keys, 2U);
  EXPECT_EQ(facts.num_acc_log_data_mismatch, 1U);
  EXPECT_TRUE(facts.passed);
}

TEST(Test01, ShortAnswersDoNotReadALongOneWhole) {
  // 16 MB times 20,000 would take minutes.
  AccuracyText long_one, short_ones;
  long_one.entry(2, std::string(std::size_t{32} << 20, 'A'));
  for (int i = 0; i < 20000; ++i) {
    long_one.entry(2, "AA");
    short_ones.entry(2, "AA");
  }
  const auto facts = compare(long_one, short_ones);
  EXPECT_EQ(facts.num_acc_log_data_mismatch, 20000U);
  EXPECT_EQ(facts.whole_data_mismatches, 20000U);
  EXPECT_EQ(facts.data_differs.found, 1);
  EXPECT_EQ(facts.data_differs.expected, 16 << 20);
  EXPECT_EQ(facts.num_perf_log_data_mismatch, 0U) << "the script looks at the first element";
}

TEST(Test01, NothingComparedDoesNotPass) {
  EXPECT_FALSE(compare(AccuracyText().entry(2, "03"), AccuracyText()).passed);
  EXPECT_FALSE(compare(AccuracyText().entry(2, "03"), AccuracyText().entry(3, "03")).passed);
}

TEST(Test01, DataOfAnotherSizeBreakTheScript) {
  const auto facts =
      compare(AccuracyText().entry(2, "030405"), AccuracyText().entry(2, "030405"), ElementType::int32);
  EXPECT_TRUE(facts.breaks);
  EXPECT_EQ(facts.wrong_size.found, 3);
  EXPECT_TRUE(compare(AccuracyText().entry(2, ""), AccuracyText().entry(2, ""), ElementType::int32).passed);
}

}  // namespace
}  // namespace mlperf::compliance
