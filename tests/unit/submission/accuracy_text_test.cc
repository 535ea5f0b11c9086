// SPDX-License-Identifier: Apache-2.0
#include "submission/accuracy_text.h"

#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <string>
#include <utility>

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <nlohmann/json.hpp>

namespace mlperf::submission {
namespace {

using base::ReadState;
using Metrics = std::vector<std::string>;

base::Document<AccuracyText> parse(std::string_view text, const Metrics& metrics) {
  return parse_accuracy_text(text, "accuracy.txt", metrics);
}

// The one value of the metric, which has to be there exactly once.
MetricValue only(const base::Document<AccuracyText>& document, std::string_view metric) {
  const auto all = document.value.all(metric);
  EXPECT_EQ(all.size(), 1U) << metric;
  return all.empty() ? MetricValue{} : *all.front();
}

struct Example {
  std::string_view metric, line, text;
};

class EveryMetric : public testing::TestWithParam<Example> {};

TEST_P(EveryMetric, IsFoundInTheLineOfItsScorer) {
  const auto [name, line, text] = GetParam();
  const auto document = parse(fmt::format("Loading ...\n{}\n\nhash=ab\n", line), {std::string(name)});
  const auto metric = only(document, name);
  EXPECT_EQ(metric.text, text);
  EXPECT_TRUE(metric.value.has_value());
  EXPECT_EQ(metric.spelling, MetricSpelling::official);
  EXPECT_EQ(metric.at, (base::Position{2, 12}));
}

INSTANTIATE_TEST_SUITE_P(
    AccuracyText, EveryMetric,
    testing::Values(
        Example{"acc", "accuracy=76.138%, good=38069, total=50000", "76.138"},
        Example{"acc", R"({"accuracy": 76.5, "x": 1})", "76.5"}, Example{"mAP", "mAP=53.108%", "53.108"},
        Example{"mAP", "{'Total': 37.9}", "37.9"},
        Example{"F1", R"({"exact_match": 82.819, "f1": 90.267})", "90.267"},
        Example{"ACCURACY", "Word Error Rate: 2.148%, accuracy=97.852%", "97.852"},
        Example{"DICE", "Accuracy: mean = 0.90850, threshold = 0.90679 (Passed)", "0.90850"},
        Example{"E2E_ACCURACY", "Accuracy: 0.873", "0.873"},
        Example{"ROUGE1", "{'rouge1': '38.7799', 'rouge2': '16.0'}", "38.7799"},
        Example{"ROUGE1", "{'rouge1':  44.5361, 'rouge2': 22.132}", "44.5361"},
        Example{"ROUGE2", "{'rouge1': 44.5361, 'rouge2': 22.132}", "22.132"},
        Example{"ROUGEL", "{'rougeLsum': 42.1023, 'rougeL': 28.9076}", "28.9076"},
        Example{"ROUGELSUM", "{'rougeL': 28.9076, 'rougeLsum': 42.1023}", "42.1023"},
        Example{"GEN_LEN", "{'rouge1': '38.7', 'gen_len': 8167644, 'gen_num': 13368}", "8167644"},
        Example{"TOKENS_PER_SAMPLE", "{'exact_match': 81.7, 'tokens_per_sample': 3737.4}", "3737.4"},
        Example{"exact_match", "{'rougeL': 21.5, 'exact_match': 90.2, 'gen_len': np.int64(7)}", "90.2"},
        Example{"exact_match", "'exact_match': 83.661", "83.661"},
        Example{"CLIP_SCORE", "{'FID_SCORE': '23.0', 'CLIP_SCORE': '31.8'}", "31.8"},
        Example{"FID_SCORE", "{'FID_SCORE': '23.0', 'CLIP_SCORE': '31.8'}", "23.0"},
        Example{"gsm8k_accuracy", "{'gsm8k': 73.66, 'mbxp': 60.16}", "73.66"},
        Example{"mbxp_accuracy", "{'gsm8k': 73.66, 'mbxp': 60.16}", "60.16"},
        Example{"vbench_score", " 'vbench_score': 69.98", "69.98"},
        Example{"F1_HIERARCHICAL", R"({"f1": 0.7877})", "0.7877"},
        Example{"DLRM_NE", "WARNING:main:metric/lifetime_ne/rating: 0.8675", "0.8675"},
        Example{"DLRM_ACC", "WARNING:main:metric/lifetime_accuracy/rating: 0.6964", "0.6964"},
        Example{"DLRM_AUC", "WARNING:main:metric/lifetime_gauc/rating: 0.7862", "0.7862"}));

struct Spelling {
  std::string_view line;
  MetricSpelling spelling;
  std::optional<double> value;
  std::string_view text;
};

class EverySpelling : public testing::TestWithParam<Spelling> {};

TEST_P(EverySpelling, IsReadAsAPersonWould) {
  const auto expected = GetParam();
  const auto metric = only(parse(expected.line, {"exact_match"}), "exact_match");
  EXPECT_EQ(metric.spelling, expected.spelling);
  EXPECT_EQ(metric.value, expected.value);
  EXPECT_EQ(metric.text, expected.text);
}

INSTANTIATE_TEST_SUITE_P(
    AccuracyText, EverySpelling,
    testing::Values(Spelling{"{'exact_match': 81.7}", MetricSpelling::official, 81.7, "81.7"},
                    Spelling{"score 'exact_match': 81.7%", MetricSpelling::official, 81.7, "81.7"},
                    Spelling{R"({"exact_match": 81.7})", MetricSpelling::double_quotes, 81.7, "81.7"},
                    Spelling{"{'exact_match': np.float64(81.7)}", MetricSpelling::numpy, 81.7, "81.7"},
                    Spelling{"{'exact_match': 8.17e1}", MetricSpelling::exponent, 81.7, "8.17e1"},
                    Spelling{"'exact_match': 83.2.1", MetricSpelling::no_number, std::nullopt, "83.2.1"},
                    Spelling{"'exact_match': 83,2", MetricSpelling::no_number, std::nullopt, "83,2"},
                    Spelling{"'exact_match': nan}", MetricSpelling::no_number, std::nullopt, "nan"},
                    Spelling{"'exact_match': 1e999", MetricSpelling::no_number, std::nullopt, "1e999"},
                    Spelling{"'exact_match':81.7", MetricSpelling::other, 81.7, "81.7"},
                    Spelling{"'exact_match':  81.7", MetricSpelling::other, 81.7, "81.7"},
                    Spelling{"'exact_match': '81.7'", MetricSpelling::other, 81.7, "81.7"},
                    Spelling{"'exact_match': -81.7", MetricSpelling::other, -81.7, "-81.7"},
                    Spelling{"exact_match: 81.7", MetricSpelling::other, 81.7, "81.7"}));

TEST(AccuracyText, ExponentSaysWhatTheOfficialPatternTakes) {
  const auto metric =
      only(parse("{'tokens_per_sample': 3.7374e3}", {"TOKENS_PER_SAMPLE"}), "TOKENS_PER_SAMPLE");
  EXPECT_EQ(metric.official_reading, "3.7374");
  EXPECT_DOUBLE_EQ(*metric.value, 3737.4);
}

TEST(AccuracyText, F1OfABertObjectNeedsTheWholeObject) {
  EXPECT_EQ(only(parse(R"({"f1": 90.267})", {"F1"}), "F1").spelling, MetricSpelling::other);
  EXPECT_EQ(only(parse(R"(x {"f1": 0.78})", {"F1_HIERARCHICAL"}), "F1_HIERARCHICAL").spelling,
            MetricSpelling::other);
}

TEST(AccuracyText, AnUnknownMetricIsTakenForAnEntryOfThatName) {
  EXPECT_EQ(only(parse("{'new_score': 12.5}", {"new_score"}), "new_score").value, 12.5);
}

TEST(AccuracyText, OnlyTheMetricsAskedForAreFound) {
  EXPECT_TRUE(parse("accuracy=76.1%\nmAP=53%\n{'rouge1': 4.0}\n", {"ROUGE2"}).value.metrics.empty());
}

TEST(AccuracyText, EveryRepetitionIsKeptInFileOrder) {
  const auto document = parse("'exact_match': 60.0\n'x'\n'exact_match': 81.7\nhash=a\n'exact_match': 50.0\n",
                              {"exact_match", "exact_match"});
  ASSERT_EQ(document.value.metrics.size(), 3U);
  EXPECT_EQ(document.value.metrics[0].at.line, 1U);
  EXPECT_EQ(document.value.metrics[1].at.line, 3U);
  EXPECT_EQ(document.value.metrics[2].text, "50.0");
}

TEST(AccuracyText, ABareCarriageReturnBeginsALineAsItDoesForTheChecker) {
  const auto document = parse("\r  5%|#  | 3/60\r100%|###| 60/60\raccuracy=76.1%\rhash=abc\r\n", {"acc"});
  const auto metric = only(document, "acc");
  EXPECT_EQ(metric.at, (base::Position{1, 32}));
  EXPECT_EQ(metric.spelling, MetricSpelling::official);
  ASSERT_EQ(document.value.hashes.size(), 1U);
  EXPECT_EQ(document.value.hashes[0].text, "abc");
}

TEST(AccuracyText, TheNumberMayStandOnALineBelow) {
  const auto metric = only(parse("'exact_match':\n\n 70", {"exact_match"}), "exact_match");
  EXPECT_EQ(metric.value, 70.0);
  EXPECT_EQ(metric.spelling, MetricSpelling::other);
  EXPECT_EQ(metric.at, (base::Position{3, 16}));
}

TEST(AccuracyText, AKeyWithoutAnyNumberIsNoMetric) {
  EXPECT_TRUE(
      parse("'exact_match': round(x, 3)\n'exact_match':\nhash=1\n", {"exact_match"}).value.metrics.empty());
  EXPECT_TRUE(parse("accuracy log\naccuracy...\naccuracy_sum=3\n", {"acc"}).value.metrics.empty());
}

TEST(AccuracyText, HashLines) {
  const auto document = parse("hash=aa\n hash=bb\nhash=cc \t\nhash=\nmy hash=dd\n", {});
  ASSERT_EQ(document.value.hashes.size(), 3U);
  EXPECT_EQ(document.value.hashes[0].text, "aa");
  EXPECT_FALSE(document.value.hashes[0].trailing_space);
  EXPECT_EQ(document.value.hashes[1].text, "cc");
  EXPECT_TRUE(document.value.hashes[1].trailing_space);
  EXPECT_EQ(document.value.hashes[1].at.line, 3U);
  EXPECT_EQ(document.value.hashes[2].text, "");
}

TEST(AccuracyText, CrlfIsNoTrailingSpace) {
  const auto document = parse("\xEF\xBB\xBF'exact_match': 81.7\r\nhash=aa\r\n", {"exact_match"});
  EXPECT_FALSE(document.value.hashes.at(0).trailing_space);
  EXPECT_EQ(document.value.hashes.at(0).at, (base::Position{2, 24}));
  EXPECT_EQ(document.issues.at(0).kind, base::IssueKind::byte_order_mark);
}

TEST(AccuracyText, SideFigures) {
  const auto rouge =
      parse("{'rouge1': 4.5, 'gen_len': np.int64(27), 'gen_num': 24576, 'gen_tok_len': 69536}", {});
  EXPECT_EQ(rouge.value.figure("gen_len")->value, 27.0);
  EXPECT_EQ(rouge.value.figure("gen_num")->value, 24576.0);
  EXPECT_EQ(rouge.value.figure("gen_tok_len")->text, "69536");
  const auto r1 = parse("{'exact_match': 81.0, 'num-samples': 4388}", {});
  EXPECT_EQ(r1.value.figure("num-samples")->value, 4388.0);
  const auto resnet = parse("accuracy=76.078%, good=38039, total=50000", {});
  EXPECT_EQ(resnet.value.figure("good")->value, 38039.0);
  EXPECT_EQ(resnet.value.figure("total")->value, 50000.0);
  const auto whisper = parse("\nWord Error Rate: 2.15%, accuracy=97.85%", {});
  EXPECT_EQ(whisper.value.figure("wer")->text, "2.15");
  EXPECT_EQ(whisper.value.figure("wer")->at.line, 2U);
  EXPECT_EQ(whisper.value.figure("good"), nullptr);
}

TEST(AccuracyText, ReasoningTable) {
  const auto document = parse(
      "Total samples evaluated: 4395\n"
      "Dataset                    Correct    Total  Repeats      Score   Accuracy\n"
      "--------------------------------------------------------------------------\n"
      "aime25                         203      240        8      25.38     84.58%\n"
      "gpqa_diamond                   7.5      990        5     150.00     75.76%\n"
      "==========================================================================\n"
      "livecodebench_v6              2694     3165        3     898.00     85.12%\n"
      "FINAL SCORE: 83.66% (1073.38/1283.00)\n",
      {});
  EXPECT_EQ(document.value.figure("evaluated")->value, 4395.0);
  ASSERT_EQ(document.value.datasets.size(), 2U);
  const auto& aime = document.value.datasets[0];
  EXPECT_EQ(aime.dataset, "aime25");
  EXPECT_EQ(aime.correct, 203U);
  EXPECT_EQ(aime.total, 240U);
  EXPECT_EQ(aime.repeats, 8U);
  EXPECT_EQ(aime.score, 25.38);
  EXPECT_EQ(aime.accuracy_percent, 84.58);
  EXPECT_EQ(aime.at.line, 4U);
  EXPECT_FALSE(document.value.datasets[1].correct.has_value());
  EXPECT_EQ(document.value.final_score_percent->value, 83.66);
  EXPECT_EQ(document.value.final_score->text, "1073.38");
  EXPECT_EQ(document.value.final_maximum->value, 1283.0);
  EXPECT_EQ(document.value.final_maximum->at.line, 8U);
}

TEST(AccuracyText, Utf16IsReadAsText) {
  std::string utf16 = "\xFF\xFE";
  for (const char c : std::string("'exact_match': 81.7\nhash=ab\n")) {
    utf16 += c;
    utf16 += '\0';
  }
  const auto document = parse(utf16, {"exact_match"});
  EXPECT_EQ(only(document, "exact_match").value, 81.7);
  EXPECT_EQ(document.issues.at(0).kind, base::IssueKind::utf16);
}

TEST(AccuracyText, States) {
  EXPECT_EQ(read_accuracy_text("/no/such/file", "a", {}).state, ReadState::absent);
  EXPECT_EQ(read_accuracy_text("/", "a", {}).state, ReadState::unreadable);
  EXPECT_EQ(parse("", {}).state, ReadState::empty);
  EXPECT_EQ(parse(" \n\r\n", {}).state, ReadState::empty);
  EXPECT_EQ(parse("x", {}).state, ReadState::read);
}

TEST(AccuracyText, AFileOfNothingButFiguresIsBounded) {
  std::string text;
  for (std::size_t i = 0; i < kMostKept + 5; ++i) text += "'exact_match': 1\nhash=a\n";
  text += "'exact_match': 2\n";
  const auto document = parse(text, {"exact_match"});
  EXPECT_EQ(document.state, ReadState::damaged);
  EXPECT_EQ(document.value.metrics.size(), kMostKept);
  EXPECT_EQ(document.value.metrics.back().value, 2.0);
  EXPECT_EQ(document.value.hashes.size(), kMostKept);
}

TEST(AccuracyText, LongLinesTakeLinearTime) {
  const Metrics metrics = {"F1", "F1_HIERARCHICAL", "exact_match", "ACCURACY", "DLRM_NE", "mAP", "acc"};
  const auto started = std::chrono::steady_clock::now();
  for (const std::string_view unit :
       {"\"f1\": ", "\"f1\":1 ", "'exact_match':", "\r", "'", "'exact_match",
        "Word Error Rate:accuracy=", "metric/lifetime_ne/rating:", "mAP= ", "1,",
        "Evaluating:  12%|##        | 12/990 [00:01<02:03, 7.9entry/s]\r"}) {
    std::string text;
    while (text.size() < 4000000) text += unit;
    parse(text, metrics);
  }
  EXPECT_LT(std::chrono::steady_clock::now() - started, std::chrono::seconds(20));
}

TEST(AccuracyText, DamagedTextNeverStopsTheReader) {
  const std::string good =
      "{'rouge1': '38.7', 'gen_len': np.int64(8), 'exact_match': 8.1e1}\nWord Error Rate: 2.1%, "
      "accuracy=97.9%\n"
      "Dataset  Correct Total Repeats Score Accuracy\naime25 203 240 8 25.38 84.58%\n====\n"
      "FINAL SCORE: 83.66% (1073.38/1283.00)\nmAP=53.1%\n{\"exact_match\": 8.2, \"f1\": 9.3}\nhash=ab \n";
  const Metrics metrics = {"ROUGE1", "GEN_LEN", "exact_match",     "ACCURACY",
                           "mAP",    "F1",      "F1_HIERARCHICAL", "acc"};
  for (std::size_t cut = 0; cut <= good.size(); ++cut) parse(good.substr(0, cut), metrics);
  std::mt19937 random(7);
  for (int round = 0; round < 3000; ++round) {
    std::string text = good;
    for (int change = 0; change < 4; ++change)
      text[random() % text.size()] = static_cast<char>(random() % 256);
    const auto document = parse(text, metrics);
    for (const auto& metric : document.value.metrics) EXPECT_LE(metric.text.size(), text.size());
  }
}

// The checker's view of a text, as far as the pairs of name and number go: the last value of each metric
// before all of them and a hash have been seen.
nlohmann::json as_the_checker_sees(const AccuracyText& text, const Metrics& needed) {
  std::uint64_t hash_at = UINT64_MAX;
  for (const auto& hash : text.hashes) {
    const auto word = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '_'; };
    if (hash.text.empty() || hash.trailing_space || !std::all_of(hash.text.begin(), hash.text.end(), word))
      continue;
    hash_at = std::min(hash_at, hash.at.byte);
  }
  std::uint64_t stop = hash_at;
  for (const auto& name : needed) {
    std::uint64_t first = UINT64_MAX;
    for (const auto* metric : text.all(name)) first = std::min(first, metric->at.byte);
    if (first == UINT64_MAX) stop = UINT64_MAX;
    if (stop != UINT64_MAX) stop = std::max(stop, first);
  }
  auto seen = nlohmann::json::object();
  for (const auto& metric : text.metrics) {
    if (metric.at.byte > stop) continue;
    if (metric.spelling == MetricSpelling::official) seen[metric.metric] = metric.text;
    if (metric.spelling == MetricSpelling::exponent) seen[metric.metric] = metric.official_reading;
  }
  return seen;
}

Metrics metrics_of(const std::string& benchmark) {
  if (benchmark == "gpt-oss-120b") return {"exact_match"};
  if (benchmark == "deepseek-r1") return {"exact_match", "TOKENS_PER_SAMPLE"};
  if (benchmark == "llama3.1-8b") return {"ROUGE1", "ROUGE2", "ROUGEL", "ROUGELSUM", "GEN_LEN"};
  if (benchmark == "llama3.1-405b") return {"ROUGEL", "exact_match", "TOKENS_PER_SAMPLE"};
  return {"ROUGE1", "ROUGE2", "ROUGEL", "TOKENS_PER_SAMPLE"};
}

TEST(AccuracyText, AgreesWithTheGoldenCases) {
  const char* given = std::getenv("MLPERF_AUDIT_SHARED");
  const auto shared = given != nullptr ? std::filesystem::path(given)
                                       : std::filesystem::path(MLPERF_SOURCE_DIR).parent_path() / "shared";
  std::ifstream file(shared / "golden/scoring/accuracy-txt-cases.jsonl");
  if (!file) GTEST_SKIP() << "no accuracy-txt-cases.jsonl below " << shared << " (set MLPERF_AUDIT_SHARED)";
  std::string line;
  int cases = 0;
  while (std::getline(file, line)) {
    const auto row = nlohmann::json::parse(line);
    const std::string id = row["id"];
    const auto metrics = metrics_of(row["model"]);
    ++cases;
    if (row.contains("script_output")) {
      const auto document = parse(row["script_output"].get<std::string>(), metrics);
      const auto scores = document.value.all("exact_match");
      if (row["score"].is_null()) {
        EXPECT_TRUE(scores.empty()) << id;
      } else {
        ASSERT_FALSE(scores.empty()) << id;
        EXPECT_EQ(scores.front()->value, row["score"].get<double>()) << id;
      }
      continue;
    }
    const auto document = parse(row["accuracy_txt"].get<std::string>(), metrics);
    EXPECT_EQ(as_the_checker_sees(document.value, metrics), row["metrics"]) << id << ": " << line;
  }
  EXPECT_GT(cases, 50);
}

}  // namespace
}  // namespace mlperf::submission
