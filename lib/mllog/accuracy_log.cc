// SPDX-License-Identifier: Apache-2.0
#include "mllog/accuracy_log.h"

#include <algorithm>
#include <limits>

#include <fmt/format.h>

#include "base/text.h"
#include "mllog/accuracy_entries.h"
#include "mllog/issue_list.h"

namespace mlperf::mllog {
namespace {

constexpr std::size_t kEnd = std::size_t{16} << 10;  // read at both ends

class FactsReader {
 public:
  FactsReader(AccuracyLogDocument& document, const CutFormat& cut)
      : document_(document), facts_(document.value), cut_(cut) {}

  void read() {
    facts_.head = document_.bytes.view();
    facts_.tail = document_.tail_bytes.view();
    const bool seen_whole = facts_.tail.empty();
    if (seen_whole && base::trim(facts_.head).empty()) {
      document_.state = base::ReadState::empty;
      return;
    }
    document_.state = base::ReadState::read;
    std::string_view head = facts_.head;
    if (head.starts_with("\xEF\xBB\xBF")) {
      document_.issues.push_back(
          {base::IssueKind::byte_order_mark, {1, 0}, "UTF-8 byte order mark (EF BB BF)"});
      head.remove_prefix(3);
    }
    if (seen_whole && is_cut()) {
      facts_.shape = AccuracyLogShape::cut;
      scan(facts_.head.substr(0, cut_.head_bytes), true, false, 0);
      scan(facts_.head.substr(cut_.head_bytes + cut_.separator.size()), false, true,
           cut_.head_bytes + cut_.separator.size());
    } else if (report_misplaced_mark()) {
      facts_.shape = AccuracyLogShape::damaged;
    } else if (seen_whole) {
      scan(head, true, true, facts_.head.size() - head.size());
      facts_.shape = facts_.malformed         ? AccuracyLogShape::damaged
                     : facts_.visible.empty() ? AccuracyLogShape::empty_list
                                              : AccuracyLogShape::whole;
    } else {
      scan(head, true, false, facts_.head.size() - head.size());
      scan(facts_.tail, false, true, facts_.size - facts_.tail.size());
      const bool begins = base::trim(head).starts_with('[');
      const bool ends = base::trim_right(facts_.tail).ends_with(']');
      facts_.shape = begins && ends ? AccuracyLogShape::long_whole : AccuracyLogShape::damaged;
    }
    if (facts_.malformed || facts_.shape == AccuracyLogShape::damaged)
      document_.state = base::ReadState::damaged;
  }

 private:
  bool is_cut() const {
    const std::size_t separator = cut_.separator.size();
    return facts_.size == cut_.head_bytes + separator + cut_.tail_bytes &&
           facts_.head.substr(cut_.head_bytes, separator) == cut_.separator;
  }

  // The mark of a cut where the permitted cut does not have it; nothing of that kind stands in a log of
  // LoadGen.
  bool report_misplaced_mark() {
    const auto mark = cut_.separator.empty() ? std::string_view::npos : facts_.head.find(cut_.separator);
    if (mark == std::string_view::npos) return false;
    const std::size_t expected = cut_.head_bytes + cut_.separator.size() + cut_.tail_bytes;
    facts_.malformed = position(mark);
    document_.issues.push_back(
        {base::IssueKind::syntax, *facts_.malformed,
         fmt::format("the mark of a cut stands at byte {} of {}; a cut log has it at byte {} of {}", mark,
                     facts_.size, cut_.head_bytes, expected)});
    scan(facts_.head.substr(0, mark), true, false, 0);
    return true;
  }

  void scan(std::string_view text, bool is_start, bool is_end, std::uint64_t first_byte) {
    const AccuracyScan found = scan_accuracy_part({text, is_start, is_end});
    for (const auto& [entry, offset] : found.entries) {
      facts_.visible.push_back(entry);
      facts_.visible.back().at = position(first_byte + offset);
    }
    if (!found.fault) return;
    const auto at = position(first_byte + found.fault->offset);
    if (!facts_.malformed) facts_.malformed = at;
    const auto excerpt_text = excerpt(text.substr(std::min(found.fault->offset, text.size()), 60));
    document_.issues.push_back(
        {base::IssueKind::syntax, at,
         fmt::format("{}{}{}", found.fault->what, excerpt_text.empty() ? "" : ": ", excerpt_text)});
  }

  // Lines can be counted as far as the file was read from its start; behind that only bytes are known.
  base::Position position(std::uint64_t byte) {
    if (byte > facts_.head.size()) return {0, byte};
    if (byte < counted_to_) {
      counted_to_ = 0;
      line_ = 1;
    }
    const auto between = facts_.head.substr(counted_to_, byte - counted_to_);
    line_ += static_cast<std::uint32_t>(std::count(between.begin(), between.end(), '\n'));
    counted_to_ = static_cast<std::size_t>(byte);
    return {line_, byte};
  }

  AccuracyLogDocument& document_;
  AccuracyLogFacts& facts_;
  const CutFormat& cut_;
  std::size_t counted_to_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace

AccuracyLogDocument read_accuracy_log_facts(const std::string& disk_path, std::string path,
                                            const CutFormat& cut) {
  AccuracyLogDocument document;
  document.path = std::move(path);
  base::FileEnds file = base::read_ends(disk_path, kEnd, kEnd);
  document.reason = std::move(file.reason);
  document.value.size = file.size;
  if (file.state == base::FileState::absent) return document;
  document.state = base::ReadState::unreadable;
  if (file.state != base::FileState::read) return document;
  document.bytes = std::move(file.head);
  document.tail_bytes = std::move(file.tail);
  FactsReader(document, cut).read();
  return document;
}

AccuracyLogDocument parse_accuracy_log_facts(std::string_view whole, std::string path, const CutFormat& cut) {
  AccuracyLogDocument document;
  document.path = std::move(path);
  document.value.size = whole.size();
  const bool is_long = whole.size() > 2 * kEnd;
  document.bytes = base::FileBytes::copy_of(is_long ? whole.substr(0, kEnd) : whole);
  if (is_long) document.tail_bytes = base::FileBytes::copy_of(whole.substr(whole.size() - kEnd));
  FactsReader(document, cut).read();
  return document;
}

}  // namespace mlperf::mllog
