// SPDX-License-Identifier: Apache-2.0
#include "mllog/summary_log.h"

#include <algorithm>
#include <array>

#include <fmt/format.h>

#include "base/number.h"
#include "base/text.h"
#include "mllog/in_memory.h"
#include "mllog/issue_list.h"

namespace mlperf::mllog {
namespace {

constexpr std::uint64_t kSummaryLimit = std::uint64_t{4} << 20;  // the largest published one has 6 kB
constexpr std::size_t kMostLines = 4096;

constexpr std::string_view kBanner = "MLPerf Results Summary";
constexpr std::string_view kAdditional = "Additional Stats";
constexpr std::string_view kParameters = "Test Parameters Used";

// The note about sample_concatenate_permutation, which LoadGen prints over four lines.
constexpr std::array<std::string_view, 3> kNoteLines = {
    "Generated samples per query might be different as the one in the setting.",
    "Check the generated_samples_per_query line in the detailed log for the real",
    "samples_per_query value",
};

bool is_rule(std::string_view text) {
  return text.size() >= 8 && text.find_first_not_of('=') == std::string_view::npos;
}

// Text for people that goes on over several lines follows these headings.
bool is_text_heading(std::string_view text) {
  return text == "Recommendations:" || text.ends_with("Early Stopping Result:");
}

// "No errors encountered during test.", "1 ERROR encountered. See detailed log.", "3 warnings encountered.
// ...".
std::optional<std::uint64_t> stated_count(std::string_view text, std::string_view what) {
  const auto is_what = [&](std::string_view word, bool plural_only) {
    if (word.size() == what.size() + 1 && (word.back() == 's' || word.back() == 'S'))
      word.remove_suffix(1);
    else if (plural_only)
      return false;
    return base::equal_no_case(word, what);
  };
  const auto blank = text.find(' ');
  if (blank == std::string_view::npos) return std::nullopt;
  const auto count = text.substr(0, blank);
  const auto rest = text.substr(blank + 1);
  const auto end = rest.find(' ');
  if (end == std::string_view::npos) return std::nullopt;
  const auto word = rest.substr(0, end);
  const auto ending = rest.substr(end + 1);
  if (count == "No") {
    return is_what(word, true) && ending == "encountered during test." ? std::optional<std::uint64_t>(0)
                                                                       : std::nullopt;
  }
  if (!is_what(word, false) || ending != "encountered. See detailed log.") return std::nullopt;
  return base::parse_u64(count);
}

std::string normalised(std::string_view name) {
  std::string out;
  for (const char c : base::trim(name)) {
    const bool blank = c == ' ' || c == '\t';
    if (blank && out.ends_with(' ')) continue;
    out.push_back(blank ? ' ' : c);
  }
  return out;
}

class Reader {
 public:
  Reader(std::string_view text, std::uint64_t byte_offset, base::Document<SummaryLog>& document)
      : text_(text), byte_offset_(byte_offset), document_(document), issues_(document.issues) {}

  void read() {
    base::Lines lines(text_);
    base::Line line;
    while (lines.next(line)) {
      line.at.byte += byte_offset_;
      read_line(line);
    }
    issues_.finish();
    const bool lost =
        issues_.count(base::IssueKind::damaged_line) + issues_.count(base::IssueKind::cut_line) != 0;
    const auto& log = document_.value;
    const bool nothing = log.lines.empty() && !log.banner && !log.errors && !log.warnings;
    if (lost || nothing) document_.state = base::ReadState::damaged;
  }

 private:
  void read_line(const base::Line& line) {
    const std::string_view content = base::trim(line.text);
    if (content.empty()) {
      in_text_ = false;
      return;
    }
    if (read_end(line, content)) return;
    if (!line.ended) {
      // LoadGen ends each line: whatever stands here may lack its end, and half a number is no number.
      issues_.add(base::IssueKind::cut_line, line.at, [&] { return excerpt(content); });
      return;
    }
    if (read_title(content)) return;
    if (is_text_heading(content)) {
      in_text_ = true;
      return;
    }
    const bool indented = line.text.front() == ' ' || line.text.front() == '\t';
    in_text_ = in_text_ && indented;
    if (in_text_ || content.starts_with("* ") || is_note(content)) return;
    read_setting(line, content);
  }

  bool read_end(const base::Line& line, std::string_view content) {
    auto& log = document_.value;
    if (const auto warnings = stated_count(content, "warning")) {
      if (!log.warnings) log.warnings = base::Located<std::uint64_t>{*warnings, line.at, content};
      return true;
    }
    if (const auto errors = stated_count(content, "error")) {
      if (!log.errors || log.errors->value < *errors)
        log.errors = base::Located<std::uint64_t>{*errors, line.at, content};
      return true;
    }
    return false;
  }

  bool read_title(std::string_view content) {
    if (is_rule(content)) return true;
    if (content == kBanner) {
      document_.value.banner = true;
    } else if (content == kAdditional) {
      block_ = SummaryBlock::additional_stats;
    } else if (content == kParameters) {
      block_ = SummaryBlock::parameters;
    } else {
      return false;
    }
    in_text_ = false;
    return true;
  }

  static bool is_note(std::string_view content) {
    return content.starts_with("WARNING: ") ||
           std::find(kNoteLines.begin(), kNoteLines.end(), content) != kNoteLines.end();
  }

  void read_setting(const base::Line& line, std::string_view content) {
    const auto colon = content.find(':');
    if (colon == std::string_view::npos || colon == 0) {
      issues_.add(base::IssueKind::foreign_line, line.at, [&] { return excerpt(content); });
      return;
    }
    if (document_.value.lines.size() == kMostLines) {
      issues_.add(base::IssueKind::damaged_line, line.at,
                  [] { return fmt::format("more than {} lines; this one is not kept", kMostLines); });
      return;
    }
    const std::string_view value = base::trim(content.substr(colon + 1));
    if (base::has_control_characters(content)) {
      issues_.add(base::IssueKind::control_character, line.at, [&] { return excerpt(content); });
    }
    document_.value.lines.push_back({normalised(content.substr(0, colon)), value, block_, line.at});
  }

  std::string_view text_;
  std::uint64_t byte_offset_;
  base::Document<SummaryLog>& document_;
  IssueList issues_;
  SummaryBlock block_ = SummaryBlock::results;
  bool in_text_ = false;
};

void parse_into(std::string_view text, base::Document<SummaryLog>& document) {
  if (!document.usable()) return;
  Reader(text, static_cast<std::uint64_t>(text.data() - document.bytes.data()), document).read();
}

}  // namespace

const SummaryLine* SummaryLog::find(std::string_view name) const {
  const auto found =
      std::find_if(lines.begin(), lines.end(), [&](const SummaryLine& line) { return line.name == name; });
  return found == lines.end() ? nullptr : &*found;
}

const SummaryLine* SummaryLog::find_in(SummaryBlock block, std::string_view name) const {
  const auto found = std::find_if(lines.begin(), lines.end(), [&](const SummaryLine& line) {
    return line.block == block && line.name == name;
  });
  return found == lines.end() ? nullptr : &*found;
}

base::Document<SummaryLog> read_summary_log(const std::string& disk_path, std::string path) {
  base::Document<SummaryLog> document;
  document.path = std::move(path);
  parse_into(base::read_text(disk_path, kSummaryLimit, document), document);
  return document;
}

base::Document<SummaryLog> parse_summary_log(std::string_view text, std::string path) {
  base::Document<SummaryLog> document;
  parse_into(take_text(text, std::move(path), document), document);
  return document;
}

}  // namespace mlperf::mllog
