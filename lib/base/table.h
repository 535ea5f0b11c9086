// SPDX-License-Identifier: Apache-2.0
// Text laid out in columns for people: line breaking and simple tables. Widths are columns of a terminal, not
// bytes.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace mlperf::base {

// Columns that UTF-8 text takes: 2 for wide East Asian characters and emoji, 0 for combining marks.
std::size_t display_width(std::string_view text);

// Columns to fill: those of the terminal at stdout (40 to 120), or 80 where stdout is no terminal.
std::size_t output_width();

// Breaks `text` at spaces into lines that end before column `width`. The first line is taken to begin at
// column `indent` already (the caller wrote a label there); every further one is indented by `indent` spaces.
// Line ends in `text` stay. A word that is too long for a line stays whole, so that paths can be copied. No
// line end at the end.
std::string wrap(std::string_view text, std::size_t width, std::size_t indent);

enum class Align { left, right };

struct Column {
  std::string title;  // all titles empty: no head line
  Align align = Align::left;
};

// Rows of cells, two spaces apart; columns as wide as their widest cell. The last column is wrapped when the
// table would pass `width`, as long as some room is left for it.
class Table {
 public:
  explicit Table(std::vector<Column> columns) : columns_(std::move(columns)) {}
  void add(std::vector<std::string> cells);  // fewer cells than columns: the rest is empty
  bool empty() const { return rows_.empty(); }
  // Every line ends with a line end and has no space before it.
  std::string text(std::size_t width = 80, std::size_t indent = 0) const;

 private:
  std::vector<Column> columns_;
  std::vector<std::vector<std::string>> rows_;
};

}  // namespace mlperf::base
