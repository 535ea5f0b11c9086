// SPDX-License-Identifier: Apache-2.0
#include "submission/verify_text.h"

#include <algorithm>
#include <array>
#include <bitset>
#include <utility>

#include <fmt/format.h>

#include "base/number.h"
#include "submission/console_lines.h"
#include "submission/text_document.h"
#include "submission/written_number.h"

namespace mlperf::submission {
namespace {

constexpr std::size_t kLongestName = 64;
constexpr std::size_t kLongestValue = 64;

struct Sign {
  VerifyKind kind;
  std::string_view text;
};

// Figures that one kind of file has and no other.
constexpr std::array<Sign, 20> kFigureSigns = {{
    {VerifyKind::test06, "first token check pass"},
    {VerifyKind::test06, "eos check pass"},
    {VerifyKind::test06, "sample length check pass"},
    {VerifyKind::test07, "accuracy score"},
    {VerifyKind::test07, "accuracy threshold"},
    {VerifyKind::test07, "accuracy check pass"},
    {VerifyKind::test08, "num_matched"},
    {VerifyKind::test08, "num_unmatched"},
    {VerifyKind::test08, "num_ne_mismatch"},
    {VerifyKind::test09, "mean output tokens"},
    {VerifyKind::test09, "min threshold"},
    {VerifyKind::test09, "max threshold"},
    {VerifyKind::test09, "min check pass"},
    {VerifyKind::test09, "max check pass"},
    {VerifyKind::test01_accuracy, "num_perf_log_data_mismatch"},
    {VerifyKind::test01_accuracy, "num_perf_log_qsl_idx_match"},
    {VerifyKind::test01_accuracy, "num_acc_log_data_mismatch"},
    {VerifyKind::test01_accuracy, "num_missing_qsl_idxs"},
    {VerifyKind::performance, "reference score"},
    {VerifyKind::performance, "test score"},
}};

// Headings and closing lines that do the same.
constexpr std::array<Sign, 5> kLineSigns = {{
    {VerifyKind::test06, "TEST06 verification"},
    {VerifyKind::test07, "TEST07 Verification Summary"},
    {VerifyKind::test08, "TEST08 verification"},
    {VerifyKind::test09, "TEST09: "},
    {VerifyKind::performance, "Verifying performance."},
}};

bool is_name(std::string_view text) {
  const auto letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
  return !text.empty() && text.size() <= kLongestName && letter(text.front()) &&
         std::all_of(text.begin(), text.end(), [&](char c) {
           return letter(c) || (c >= '0' && c <= '9') || c == ' ' || c == '_' || c == '-' || c == '(' ||
                  c == ')';
         });
}

bool is_truth(std::string_view text) {
  return base::equal_no_case(text, "true") || base::equal_no_case(text, "false") ||
         base::equal_no_case(text, "skipped");
}

class Reader {
 public:
  Reader(std::string_view text, std::uint64_t first_byte, VerifyText& out)
      : text_(text), first_byte_(first_byte), out_(out) {}

  bool run() {
    ConsoleLines lines(text_, first_byte_);
    base::Line line;
    while (lines.next(line)) {
      const auto content = base::trim(line.text);
      if (content.empty()) continue;
      out_.last_line = line.at;
      read_figure(line, content);
      read_verdict(line, content);
      for (std::size_t i = 0; i < kLineSigns.size(); ++i) {
        if (content.starts_with(kLineSigns[i].text)) seen_.set(kFigureSigns.size() + i);
      }
    }
    out_.kind = most_signs();
    return overflow_;
  }

 private:
  template <class T>
  void add(std::vector<T>& list, T item) {
    if (!keep(list, std::move(item), kMostKept)) overflow_ = true;
  }

  // "name = value" and "name: value" and nothing else on the line.
  void read_figure(const base::Line& line, std::string_view content) {
    if (content.size() > kLongestName + kLongestValue) return;
    const auto sign = content.find_first_of(":=");
    if (sign == std::string_view::npos) return;
    const auto name = base::trim_right(content.substr(0, sign));
    const auto value = base::trim(content.substr(sign + 1));
    if (!is_name(name) || value.empty() || value.size() > kLongestValue) return;
    VerifyFigure figure;
    figure.name = base::lower(name);
    figure.text = value;
    figure.at = line.at;
    if (!is_truth(value)) {
      const auto number = scan_number(value, 0);
      if (!number) return;
      auto rest = value.substr(number->end);
      if (rest.starts_with('\'') || rest.starts_with('"')) rest.remove_prefix(1);
      if (rest.starts_with(')')) rest.remove_prefix(1);
      if (!rest.empty() && rest != "%") return;
      figure.value = number->value;
    }
    for (std::size_t i = 0; i < kFigureSigns.size(); ++i) {
      if (kFigureSigns[i].text == figure.name) seen_.set(i);
    }
    add(out_.figures, std::move(figure));
  }

  void read_verdict(const base::Line& line, std::string_view content) {
    constexpr std::string_view kTest06 = "TEST06 verification ";
    VerdictLine verdict;
    verdict.text = content;
    verdict.at = line.at;
    if (const auto found = content.find(kTest06); found != std::string_view::npos) {
      const auto outcome = content.substr(found + kTest06.size());
      verdict.pass = outcome.starts_with("complete");
      if (!verdict.pass && !outcome.starts_with("failed")) return;
      verdict.whole_line = found == 0 && (outcome == "complete" || outcome == "failed");
    } else {
      // A line with both words claims nothing; it counts as failed.
      const bool fail = base::contains(content, "TEST FAIL");
      verdict.pass = !fail && base::contains(content, "TEST PASS");
      if (!verdict.pass && !fail) return;
      verdict.whole_line = content == "TEST PASS" || content == "TEST FAIL";
    }
    add(out_.verdicts, std::move(verdict));
  }

  // The kind with the most different signs; a file with the texts of two tests is of the kind it says more
  // about.
  VerifyKind most_signs() const {
    std::array<int, 7> count{};
    const auto tally = [&](VerifyKind kind) { ++count[static_cast<std::size_t>(kind)]; };
    for (std::size_t i = 0; i < kFigureSigns.size(); ++i) {
      if (seen_[i]) tally(kFigureSigns[i].kind);
    }
    for (std::size_t i = 0; i < kLineSigns.size(); ++i) {
      if (seen_[kFigureSigns.size() + i]) tally(kLineSigns[i].kind);
    }
    const auto* most = std::max_element(count.begin(), count.end());
    return *most == 0 ? VerifyKind::unknown : static_cast<VerifyKind>(most - count.begin());
  }

  std::string_view text_;
  std::uint64_t first_byte_;
  VerifyText& out_;
  std::bitset<kFigureSigns.size() + kLineSigns.size()> seen_;
  bool overflow_ = false;
};

void read_into(std::string_view text, base::Document<VerifyText>& document) {
  if (!document.usable()) return;
  const std::uint64_t begin = first_byte(document, text);
  const bool more_figures = Reader(text, begin, document.value).run();
  const bool more_metrics = scan_accuracy_text(text, begin, {"exact_match"}, document.value.evaluation);
  if (!more_figures && !more_metrics) return;
  document.state = base::ReadState::damaged;
  document.issues.push_back(
      {base::IssueKind::foreign_line, document.value.last_line,
       fmt::format("more than {} figures of one kind; those between are left out", kMostKept)});
}

}  // namespace

const VerifyFigure* VerifyText::find(std::string_view name) const {
  const auto found =
      std::find_if(figures.begin(), figures.end(), [&](const VerifyFigure& f) { return f.name == name; });
  return found == figures.end() ? nullptr : &*found;
}

const VerifyFigure* VerifyText::find_last(std::string_view name) const {
  const auto found =
      std::find_if(figures.rbegin(), figures.rend(), [&](const VerifyFigure& f) { return f.name == name; });
  return found == figures.rend() ? nullptr : &*found;
}

std::vector<const VerifyFigure*> VerifyText::all(std::string_view name) const {
  std::vector<const VerifyFigure*> found;
  for (const auto& f : figures) {
    if (f.name == name) found.push_back(&f);
  }
  return found;
}

base::Document<VerifyText> read_verify_text(const std::string& disk_path, std::string path) {
  base::Document<VerifyText> document;
  document.path = std::move(path);
  read_into(base::read_text(disk_path, kTextLimit, document), document);
  return document;
}

base::Document<VerifyText> parse_verify_text(std::string_view text, std::string path) {
  base::Document<VerifyText> document;
  document.path = std::move(path);
  read_into(take_text(text, document), document);
  return document;
}

}  // namespace mlperf::submission
