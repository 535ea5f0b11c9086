// SPDX-License-Identifier: Apache-2.0
// accuracy.txt: whatever a benchmark's scoring script printed, plus the hash line of the truncation tool. The
// reader finds the metric lines of every benchmark (rules: accuracy_lines), the figures beside them and the
// hash lines, among thousands of console lines if need be. It judges nothing. Format:
// docs/formats/accuracy_txt.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"

namespace mlperf::submission {

// How a metric was written.
enum class MetricSpelling : std::uint8_t {
  official,       // as the round's scoring script prints it
  double_quotes,  // {"exact_match": 81.7}
  numpy,          // np.float64(81.7)
  exponent,       // 8.17e1: the official pattern reads 8.17
  no_number,      // 83.2.1, 83,2, nan: `value` is absent
  other,  // anything else a person reads and the official pattern does not: no quotes, no blank, a sign
};

struct MetricValue {
  std::string metric;  // "exact_match", "ROUGE1", "TOKENS_PER_SAMPLE", as in the rules' accuracy_lines
  std::optional<double> value;
  std::string_view text;  // the number as written
  base::Position at;      // of the line; behind a bare carriage return, of what follows it
  MetricSpelling spelling = MetricSpelling::official;
  std::string_view official_reading;  // exponent: what the official pattern takes
};

// A figure that is no metric but says something about the run: gen_len, gen_num, gen_tok_len, num-samples,
// good, total, evaluated ("Total samples evaluated"), wer ("Word Error Rate").
struct SideFigure {
  std::string name;
  std::optional<double> value;
  std::string_view text;
  base::Position at;
};

struct HashLine {
  std::string_view text;  // what stands behind "hash=", trailing blanks removed
  bool trailing_space = false;
  base::Position at;
};

// A row of the per-dataset table of the reasoning benchmarks.
struct DatasetRow {
  std::string_view dataset;
  std::optional<std::uint64_t> correct, total, repeats;
  std::optional<double> score, accuracy_percent;
  base::Position at;
};

struct AccuracyText {
  std::vector<MetricValue> metrics;  // in file order, repeated ones included
  // Of metrics that are among them: figures in a form that no reader takes (exact_match: 10.0, mAP = 10).
  std::vector<MetricValue> unread;
  std::vector<SideFigure> figures;
  std::vector<HashLine> hashes;
  std::vector<DatasetRow> datasets;
  // "FINAL SCORE: 83.61% (1072.71/1283.00)"
  std::optional<base::Located<double>> final_score_percent, final_score, final_maximum;
  base::Position last_line;  // place of the last line that is not blank

  std::vector<const MetricValue*> all(std::string_view metric) const;
  const SideFigure* figure(std::string_view name) const;  // first of that name
};

// `metrics`: the names to look for; "acc" and "DICE" lines look alike in other benchmarks' files, so only
// what the benchmark needs is searched for.
base::Document<AccuracyText> read_accuracy_text(const std::string& disk_path, std::string path,
                                                const std::vector<std::string>& metrics);
base::Document<AccuracyText> parse_accuracy_text(std::string_view text, std::string path,
                                                 const std::vector<std::string>& metrics);

// The same over decoded text that begins `first_byte` bytes into its file; the views point into `text`.
// Returns true when there was more than is kept (kMostKept of a kind: then the last one found is the last one
// kept).
inline constexpr std::size_t kMostKept = 10000;
bool scan_accuracy_text(std::string_view text, std::uint64_t first_byte,
                        const std::vector<std::string>& metrics, AccuracyText& out);

}  // namespace mlperf::submission
