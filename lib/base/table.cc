// SPDX-License-Identifier: Apache-2.0
#include "base/table.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>

namespace mlperf::base {
namespace {

struct Range {
  std::uint32_t first, last;
};

constexpr std::array kCombining{Range{0x0300, 0x036F}, Range{0x1AB0, 0x1AFF}, Range{0x1DC0, 0x1DFF},
                                Range{0x200B, 0x200F}, Range{0x20D0, 0x20FF}, Range{0xFE00, 0xFE0F},
                                Range{0xFE20, 0xFE2F}};
constexpr std::array kWide{Range{0x1100, 0x115F},   Range{0x2E80, 0x303E},  Range{0x3041, 0xA4CF},
                           Range{0xAC00, 0xD7A3},   Range{0xF900, 0xFAFF},  Range{0xFE30, 0xFE4F},
                           Range{0xFF00, 0xFF60},   Range{0xFFE0, 0xFFE6},  Range{0x1F300, 0x1F64F},
                           Range{0x1F900, 0x1F9FF}, Range{0x20000, 0x3FFFD}};

template <std::size_t N>
bool is_in(const std::array<Range, N>& ranges, std::uint32_t character) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [=](Range r) { return r.first <= character && character <= r.last; });
}

// The character at the front of `text`, which is cut off. A byte that is not UTF-8 counts as one character.
std::uint32_t next_character(std::string_view& text) {
  const auto first = static_cast<unsigned char>(text[0]);
  std::size_t length = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : first >= 0xC0 ? 2 : 1;
  length = std::min(length, text.size());
  std::uint32_t character = length == 1 ? first : first & (0xFFU >> (length + 1));
  for (std::size_t i = 1; i < length; ++i) {
    const auto byte = static_cast<unsigned char>(text[i]);
    if ((byte & 0xC0U) != 0x80U) {
      text.remove_prefix(1);
      return 0xFFFD;
    }
    character = (character << 6) | (byte & 0x3FU);
  }
  text.remove_prefix(length);
  return character;
}

std::size_t widest_line(std::string_view text) {
  std::size_t widest = 0;
  while (true) {
    const auto end = text.find('\n');
    widest = std::max(widest, display_width(text.substr(0, end)));
    if (end == std::string_view::npos) return widest;
    text.remove_prefix(end + 1);
  }
}

void end_line(std::string& text) {
  text.erase(text.find_last_not_of(' ') + 1);
  text += '\n';
}

}  // namespace

std::size_t display_width(std::string_view text) {
  std::size_t width = 0;
  while (!text.empty()) {
    const auto character = next_character(text);
    if (character < 0x300) {
      ++width;
    } else if (!is_in(kCombining, character)) {
      width += is_in(kWide, character) ? 2 : 1;
    }
  }
  return width;
}

std::size_t output_width() {
  winsize size{};
  if (isatty(STDOUT_FILENO) == 0 || ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0)
    return 80;
  return std::clamp<std::size_t>(size.ws_col, 40, 120);
}

std::string wrap(std::string_view text, std::size_t width, std::size_t indent) {
  std::string out;
  std::size_t column = indent;
  bool line_is_empty = true;
  const auto start_line = [&] {
    out += '\n';
    column = indent;
    line_is_empty = true;
  };
  while (!text.empty()) {
    if (text.front() == '\n') {
      start_line();
      text.remove_prefix(1);
      continue;
    }
    if (text.front() == ' ') {
      text.remove_prefix(1);
      continue;
    }
    const auto word = text.substr(0, text.find_first_of(" \n"));
    text.remove_prefix(word.size());
    const auto word_width = display_width(word);
    if (!line_is_empty && column + 1 + word_width > width) start_line();
    if (!line_is_empty) {
      out += ' ';
      ++column;
    } else if (out.ends_with('\n')) {
      out.append(indent, ' ');
    }
    out += word;
    column += word_width;
    line_is_empty = false;
  }
  return out;
}

void Table::add(std::vector<std::string> cells) {
  cells.resize(columns_.size());
  rows_.push_back(std::move(cells));
}

std::string Table::text(std::size_t width, std::size_t indent) const {
  constexpr std::size_t kGap = 2;
  constexpr std::size_t kLeastRoom = 12;
  if (columns_.empty()) return {};
  std::vector<std::size_t> widths;
  std::size_t last_start = indent;
  for (std::size_t c = 0; c < columns_.size(); ++c) {
    std::size_t widest = display_width(columns_[c].title);
    for (const auto& row : rows_) widest = std::max(widest, widest_line(row[c]));
    widths.push_back(widest);
    if (c + 1 < columns_.size()) last_start += widest + kGap;
  }
  const std::size_t last_width = std::max(width, last_start + kLeastRoom);

  std::string out;
  const auto add_row = [&](const auto& cell_of) {
    out.append(indent, ' ');
    for (std::size_t c = 0; c < columns_.size(); ++c) {
      const std::string_view cell = cell_of(c);
      const std::size_t space = widths[c] - std::min(widths[c], display_width(cell));
      if (columns_[c].align == Align::right) out.append(space, ' ');
      if (c + 1 == columns_.size()) {
        out += columns_[c].align == Align::left ? wrap(cell, last_width, last_start) : std::string(cell);
      } else {
        out += cell;
        out.append((columns_[c].align == Align::left ? space : 0) + kGap, ' ');
      }
    }
    end_line(out);
  };
  const bool has_titles =
      std::any_of(columns_.begin(), columns_.end(), [](const Column& c) { return !c.title.empty(); });
  if (has_titles) add_row([&](std::size_t c) { return std::string_view(columns_[c].title); });
  for (const auto& row : rows_) add_row([&](std::size_t c) { return std::string_view(row[c]); });
  return out;
}

}  // namespace mlperf::base
