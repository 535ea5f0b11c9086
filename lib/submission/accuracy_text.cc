// SPDX-License-Identifier: Apache-2.0
#include "submission/accuracy_text.h"

#include <algorithm>
#include <array>
#include <utility>

#include <fmt/format.h>

#include "base/number.h"
#include "submission/console_lines.h"
#include "submission/metric_forms.h"
#include "submission/text_document.h"
#include "submission/written_number.h"

namespace mlperf::submission {
namespace {

constexpr std::size_t kLongestKey = 64;
constexpr std::array<std::string_view, 4> kFigureKeys = {"gen_len", "gen_num", "gen_tok_len", "num-samples"};

class Reader {
 public:
  Reader(std::string_view text, std::uint64_t first_byte, const std::vector<std::string>& metrics,
         AccuracyText& out)
      : text_(text), first_byte_(first_byte), out_(out) {
    for (const auto& name : metrics) {
      if (std::find(metrics_.begin(), metrics_.end(), name) != metrics_.end()) continue;
      metrics_.push_back(name);
      if (auto form = entry_form(name)) forms_.push_back(std::move(*form));
    }
    for (const auto key : kFigureKeys) {
      EntryForm form;
      form.key = key;
      figure_forms_.push_back(std::move(form));
    }
  }

  bool run() {
    ConsoleLines lines(text_, first_byte_);
    base::Line line;
    while (lines.next(line)) {
      const auto content = base::trim(line.text);
      if (content.empty()) {
        in_table_ = false;
        continue;
      }
      out_.last_line = line.at;
      read_entries(line);
      read_sentences(line, metrics_, sentences_);
      const bool none = sentences_.empty();
      for (auto& metric : sentences_) add(out_.metrics, std::move(metric));
      sentences_.clear();
      if (none) read_loose_sentences(line, metrics_, sentences_);
      for (auto& metric : sentences_) add(out_.unread, std::move(metric));
      sentences_.clear();
      read_hash(line);
      read_figures(line, content);
      read_table(line, content);
    }
    read_bare_keys();
    return overflow_;
  }

 private:
  template <class T>
  void add(std::vector<T>& list, T item) {
    if (!keep(list, std::move(item), kMostKept)) overflow_ = true;
  }

  // Every quoted key of the line that is the key of a metric or a figure.
  void read_entries(const base::Line& line) {
    for (std::size_t i = 0; i < line.text.size(); ++i) {
      const char quote = line.text[i];
      if (quote != '\'' && quote != '"') continue;
      const auto end = line.text.substr(i + 1, kLongestKey + 1).find(quote);
      if (end == std::string_view::npos) continue;
      const auto key = line.text.substr(i + 1, end);
      if (read_entry_of(key, line, i + 2 + end, quote)) i += 1 + end;
    }
  }

  bool read_entry_of(std::string_view key, const base::Line& line, std::size_t offset, char quote) {
    bool known = false;
    for (const auto& form : forms_) {
      if (form.key != key) continue;
      known = true;
      add_metric(form, line, offset, quote);
    }
    for (const auto& form : figure_forms_) {
      if (form.key != key) continue;
      known = true;
      const auto found = read_entry(form, text_, offset_of(line) + offset, quote);
      if (found) add(out_.figures, SideFigure{form.key, found->metric.value, found->metric.text, line.at});
    }
    return known;
  }

  bool add_metric(const EntryForm& form, const base::Line& line, std::size_t offset, char quote) {
    return add_metric(form, line, offset, quote, out_.metrics);
  }
  bool add_metric(const EntryForm& form, const base::Line& line, std::size_t offset, char quote,
                  std::vector<MetricValue>& list) {
    auto found = read_entry(form, text_, offset_of(line) + offset, quote);
    if (!found) return false;
    const auto spelling = found->metric.spelling;
    if (form.whole_object && (spelling == MetricSpelling::official || spelling == MetricSpelling::exponent) &&
        !object_is_official(form, line)) {
      found->metric.spelling = MetricSpelling::other;
      found->metric.official_reading = {};
    }
    found->metric.at = place_of(found->offset, line);
    add(list, std::move(found->metric));
    return true;
  }

  // Both kinds of objects are asked for once a line: a line may have very many entries.
  bool object_is_official(const EntryForm& form, const base::Line& line) {
    auto& known = form.metric == "F1" ? f1_object_ : object_;
    if (known.first != line.text.data())
      known = {line.text.data(), submission::object_is_official(form, line.text)};
    return known.second;
  }

  std::size_t offset_of(const base::Line& line) const {
    return static_cast<std::size_t>(line.text.data() - text_.data());
  }

  // The number may stand on a line below its key.
  base::Position place_of(std::size_t number, const base::Line& line) const {
    const std::size_t begin = offset_of(line);
    const auto between =
        text_.substr(begin + line.text.size(), number - std::min(number, begin + line.text.size()));
    const auto breaks = std::count(between.begin(), between.end(), '\n');
    if (breaks == 0) return line.at;
    const std::size_t last = text_.rfind('\n', number);
    return {line.at.line + static_cast<std::uint32_t>(breaks), first_byte_ + last + 1};
  }

  void read_hash(const base::Line& line) {
    constexpr std::string_view kPrefix = "hash=";
    if (!line.text.starts_with(kPrefix)) return;
    const auto rest = line.text.substr(kPrefix.size());
    const auto text = base::trim_right(rest);
    add(out_.hashes, HashLine{text, text.size() != rest.size(), line.at});
  }

  void read_figure(std::string name, std::string_view phrase, std::string_view content, base::Position at) {
    const auto found = content.find(phrase);
    if (found == std::string_view::npos) return;
    const auto number = scan_number(content, skip_blanks(content, found + phrase.size()));
    if (number) add(out_.figures, SideFigure{std::move(name), number->value, number->text, at});
  }

  void read_figures(const base::Line& line, std::string_view content) {
    if (content.starts_with("accuracy")) {
      read_figure("good", "good=", content, line.at);
      read_figure("total", "total=", content, line.at);
    } else if (content.starts_with("Total samples evaluated:")) {
      read_figure("evaluated", "evaluated:", content, line.at);
    } else if (content.starts_with("Word Error Rate:")) {
      read_figure("wer", "Rate:", content, line.at);
    } else if (content.starts_with("FINAL SCORE:")) {
      read_final_score(line, content.substr(12));
    }
  }

  // 83.61% (1072.71/1283.00)
  void read_final_score(const base::Line& line, std::string_view rest) {
    const auto located = [&](std::string_view text) -> std::optional<base::Located<double>> {
      const auto value = base::parse_double(base::trim(text));
      if (!value) return std::nullopt;
      return base::Located<double>{*value, line.at, base::trim(text)};
    };
    const auto percent = rest.find('%');
    out_.final_score_percent = located(rest.substr(0, percent));
    const auto open = rest.find('(');
    const auto slash = rest.find('/', std::min(open, rest.size()));
    const auto close = rest.find(')', std::min(slash, rest.size()));
    out_.final_score.reset();
    out_.final_maximum.reset();
    if (slash == std::string_view::npos) return;
    out_.final_score = located(rest.substr(open + 1, slash - open - 1));
    out_.final_maximum =
        located(rest.substr(slash + 1, close == std::string_view::npos ? close : close - slash - 1));
  }

  // The rows between the heading "Dataset Correct Total ..." and the next rule of equals signs.
  void read_table(const base::Line& line, std::string_view content) {
    if (content.starts_with("Dataset ") && base::contains(content, "Correct") &&
        base::contains(content, "Repeats")) {
      in_table_ = true;
      return;
    }
    if (!in_table_) return;
    if (content.starts_with("===")) {
      in_table_ = false;
      return;
    }
    std::array<std::string_view, 7> cells;
    std::size_t count = 0;
    for (std::size_t i = 0; i < content.size() && count < cells.size();
         i = skip_blanks(content, i, content.size())) {
      const std::size_t begin = i;
      while (i < content.size() && !is_blank(content[i])) ++i;
      cells[count++] = content.substr(begin, i - begin);
    }
    if (count != 6 || !cells[5].ends_with('%')) return;
    cells[5].remove_suffix(1);
    DatasetRow row;
    row.dataset = cells[0];
    row.correct = base::parse_u64(cells[1]);
    row.total = base::parse_u64(cells[2]);
    row.repeats = base::parse_u64(cells[3]);
    row.score = base::parse_double(cells[4]);
    row.accuracy_percent = base::parse_double(cells[5]);
    row.at = line.at;
    add(out_.datasets, std::move(row));
  }

  // Metrics found nowhere so far may be written without quotes: exact_match: 81.7
  void read_bare_keys() {
    for (const auto& form : forms_) {
      if (form.key == "Total") continue;
      const bool read = !out_.all(form.metric).empty();
      if (!base::contains(text_, form.key)) continue;
      ConsoleLines lines(text_, first_byte_);
      base::Line line;
      while (lines.next(line)) {
        for (auto i = line.text.find(form.key); i != std::string_view::npos;
             i = line.text.find(form.key, i + form.key.size())) {
          const char before = i == 0 ? ' ' : line.text[i - 1];
          if (is_blank(before) || before == '{' || before == ',')
            add_metric(form, line, i + form.key.size(), 0, read ? out_.unread : out_.metrics);
        }
      }
    }
  }

  std::string_view text_;
  std::uint64_t first_byte_;
  std::vector<std::string> metrics_;
  AccuracyText& out_;
  std::vector<EntryForm> forms_;
  std::vector<EntryForm> figure_forms_;
  std::vector<MetricValue> sentences_;
  std::pair<const char*, bool> f1_object_{nullptr, false};
  std::pair<const char*, bool> object_{nullptr, false};
  bool in_table_ = false;
  bool overflow_ = false;
};

void read_into(std::string_view text, const std::vector<std::string>& metrics,
               base::Document<AccuracyText>& document) {
  if (!document.usable()) return;
  if (!scan_accuracy_text(text, first_byte(document, text), metrics, document.value)) return;
  document.state = base::ReadState::damaged;
  document.issues.push_back(
      {base::IssueKind::foreign_line, document.value.last_line,
       fmt::format("more than {} figures of one kind; those between are left out", kMostKept)});
}

}  // namespace

std::vector<const MetricValue*> AccuracyText::all(std::string_view metric) const {
  std::vector<const MetricValue*> found;
  for (const auto& m : metrics) {
    if (m.metric == metric) found.push_back(&m);
  }
  return found;
}

const SideFigure* AccuracyText::figure(std::string_view name) const {
  const auto found =
      std::find_if(figures.begin(), figures.end(), [&](const SideFigure& f) { return f.name == name; });
  return found == figures.end() ? nullptr : &*found;
}

bool scan_accuracy_text(std::string_view text, std::uint64_t first_byte,
                        const std::vector<std::string>& metrics, AccuracyText& out) {
  return Reader(text, first_byte, metrics, out).run();
}

base::Document<AccuracyText> read_accuracy_text(const std::string& disk_path, std::string path,
                                                const std::vector<std::string>& metrics) {
  base::Document<AccuracyText> document;
  document.path = std::move(path);
  read_into(base::read_text(disk_path, kTextLimit, document), metrics, document);
  return document;
}

base::Document<AccuracyText> parse_accuracy_text(std::string_view text, std::string path,
                                                 const std::vector<std::string>& metrics) {
  base::Document<AccuracyText> document;
  document.path = std::move(path);
  read_into(take_text(text, document), metrics, document);
  return document;
}

}  // namespace mlperf::submission
