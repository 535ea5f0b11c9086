// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <algorithm>
#include <cstring>
#include <numeric>

#include <fmt/format.h>

namespace mlperf::base {
namespace {

// Length of the UTF-8 sequence that starts at p, or 0 if there is none before `end`.
std::size_t sequence_length(const unsigned char* p, const unsigned char* end) {
  const auto continuation = [&](std::ptrdiff_t i) { return p + i < end && (p[i] & 0xC0) == 0x80; };
  if (p[0] < 0x80) return 1;
  if (p[0] >= 0xC2 && p[0] <= 0xDF) return continuation(1) ? 2 : 0;
  if (p[0] >= 0xE0 && p[0] <= 0xEF) {
    if (!continuation(1) || !continuation(2)) return 0;
    if (p[0] == 0xE0 && p[1] < 0xA0) return 0;
    if (p[0] == 0xED && p[1] > 0x9F) return 0;  // surrogates
    return 3;
  }
  if (p[0] >= 0xF0 && p[0] <= 0xF4) {
    if (!continuation(1) || !continuation(2) || !continuation(3)) return 0;
    if (p[0] == 0xF0 && p[1] < 0x90) return 0;
    if (p[0] == 0xF4 && p[1] > 0x8F) return 0;
    return 4;
  }
  return 0;
}

// Skips ASCII eight bytes at a time; returns the first byte that is not ASCII, or `end`.
const unsigned char* skip_ascii(const unsigned char* p, const unsigned char* end) {
  while (end - p >= 32) {
    std::uint64_t words[4];
    std::memcpy(words, p, sizeof words);
    if (((words[0] | words[1] | words[2] | words[3]) & 0x8080808080808080U) != 0) break;
    p += 32;
  }
  while (p < end && *p < 0x80) ++p;
  return p;
}

// Skips printable ASCII eight bytes at a time; returns a place up to which there is nothing else.
const unsigned char* skip_printable(const unsigned char* p, const unsigned char* end) {
  constexpr std::uint64_t kOnes = 0x0101010101010101U;
  for (; end - p >= 8; p += 8) {
    std::uint64_t word = 0;
    std::memcpy(&word, p, sizeof word);
    // The top bit of a byte below 0x20, of 0x7F and of what is not ASCII.
    if (((word - kOnes * 0x20) | (word + kOnes) | word) & (kOnes * 0x80)) break;
  }
  return p;
}

Position position_of(std::string_view text, std::size_t byte) {
  const auto before = text.substr(0, byte);
  return {static_cast<std::uint32_t>(1 + std::count(before.begin(), before.end(), '\n')), byte};
}

void report_invalid_utf8(std::string_view text, std::vector<ReadIssue>& issues) {
  const auto* begin = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = begin + text.size();
  const unsigned char* first = nullptr;
  std::size_t count = 0;
  for (const auto* p = skip_ascii(begin, end); p < end;) {
    const auto length = sequence_length(p, end);
    if (length != 0) {
      p += length;
    } else {
      if (count++ == 0) first = p;
      ++p;
    }
    p = skip_ascii(p, end);
  }
  if (count == 0) return;
  issues.push_back({IssueKind::invalid_utf8, position_of(text, static_cast<std::size_t>(first - begin)),
                    fmt::format("byte 0x{:02X} is not UTF-8{}", *first,
                                count > 1 ? fmt::format(" ({} such bytes in the file)", count) : "")});
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out.push_back(static_cast<char>(code));
  } else if (code < 0x800) {
    out.push_back(static_cast<char>(0xC0 | (code >> 6)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else if (code < 0x10000) {
    out.push_back(static_cast<char>(0xE0 | (code >> 12)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  } else {
    out.push_back(static_cast<char>(0xF0 | (code >> 18)));
    out.push_back(static_cast<char>(0x80 | ((code >> 12) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | ((code >> 6) & 0x3F)));
    out.push_back(static_cast<char>(0x80 | (code & 0x3F)));
  }
}

std::string utf16_to_utf8(std::string_view bytes, bool big_endian) {
  const auto unit = [&](std::size_t i) {
    const auto low = static_cast<unsigned char>(bytes[i + (big_endian ? 1 : 0)]);
    const auto high = static_cast<unsigned char>(bytes[i + (big_endian ? 0 : 1)]);
    return static_cast<std::uint32_t>(high << 8 | low);
  };
  std::string out;
  out.reserve(bytes.size() / 2);
  for (std::size_t i = 0; i + 1 < bytes.size(); i += 2) {
    std::uint32_t code = unit(i);
    if (code >= 0xD800 && code < 0xDC00 && i + 3 < bytes.size()) {
      const std::uint32_t next = unit(i + 2);
      if (next >= 0xDC00 && next < 0xE000) {
        code = 0x10000 + ((code - 0xD800) << 10) + (next - 0xDC00);
        i += 2;
      }
    }
    append_utf8(out, code >= 0xD800 && code < 0xE000 ? 0xFFFD : code);
  }
  return out;
}

// UTF-16 without a mark: ASCII text has a zero in every second byte. 0 none, 1 little, 2 big endian.
int guess_utf16(std::string_view bytes) {
  const auto sample = bytes.substr(0, 512);
  if (sample.size() < 16) return 0;
  std::size_t even = 0;
  std::size_t odd = 0;
  for (std::size_t i = 0; i < sample.size(); ++i) {
    if (sample[i] == '\0') ++(i % 2 == 0 ? even : odd);
  }
  if (odd * 10 > sample.size() * 4 && even == 0) return 1;
  if (even * 10 > sample.size() * 4 && odd == 0) return 2;
  return 0;
}

bool is_space(char c) {
  return c == ' ' || (c >= '\t' && c <= '\r');
}
char to_lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
}

// Direction marks and line separators (U+200E, U+2028 to U+202E, U+2066 to U+2069) reorder or break what is
// shown.
bool reorders_text(const unsigned char* p) {
  if (p[0] != 0xE2) return false;
  if (p[1] == 0x80) return p[2] == 0x8E || p[2] == 0x8F || (p[2] >= 0xA8 && p[2] <= 0xAE);
  return p[1] == 0x81 && p[2] >= 0xA6 && p[2] <= 0xA9;
}

bool is_control(const unsigned char* p, std::size_t length) {
  if (length == 1) return (*p < 0x20 && *p != '\t' && *p != '\n' && *p != '\r') || *p == 0x7F;
  if (length == 3) return reorders_text(p);
  return length == 2 && p[0] == 0xC2 && p[1] < 0xA0;
}

std::size_t distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::size_t diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      const std::size_t cost = diagonal + (to_lower(a[i]) == to_lower(b[j]) ? 0 : 1);
      diagonal = row[j + 1];
      row[j + 1] = std::min({cost, row[j] + 1, row[j + 1] + 1});
    }
  }
  return row[b.size()];
}

}  // namespace

std::string_view decode(FileBytes& bytes, std::vector<ReadIssue>& issues) {
  const std::string_view raw = bytes.view();
  int utf16 = 0;
  std::size_t mark = 0;
  if (raw.starts_with("\xFF\xFE")) {
    utf16 = 1;
    mark = 2;
  } else if (raw.starts_with("\xFE\xFF")) {
    utf16 = 2;
    mark = 2;
  } else {
    utf16 = guess_utf16(raw);
  }
  if (utf16 != 0) {
    const std::string text = utf16_to_utf8(raw.substr(mark), utf16 == 2);
    issues.push_back({IssueKind::utf16,
                      {1, 0},
                      fmt::format("UTF-16 text ({} endian{})", utf16 == 2 ? "big" : "little",
                                  mark != 0 ? ", with byte order mark" : "")});
    bytes = FileBytes::copy_of(text);
    return bytes.view();
  }
  std::string_view text = raw;
  if (raw.starts_with("\xEF\xBB\xBF")) {
    issues.push_back({IssueKind::byte_order_mark, {1, 0}, "UTF-8 byte order mark (EF BB BF)"});
    text.remove_prefix(3);
  }
  report_invalid_utf8(raw, issues);
  return text;
}

bool Lines::next(Line& line) {
  if (offset_ >= text_.size()) return false;
  const std::size_t begin = offset_;
  const auto* found = static_cast<const char*>(std::memchr(text_.data() + begin, '\n', text_.size() - begin));
  const std::size_t end = found == nullptr ? text_.size() : static_cast<std::size_t>(found - text_.data());
  offset_ = found == nullptr ? end : end + 1;
  std::string_view content = text_.substr(begin, end - begin);
  while (!content.empty() && content.back() == '\r') content.remove_suffix(1);
  line = {content, {++number_, begin}, found != nullptr};
  return true;
}

std::string_view trim_right(std::string_view text) {
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

std::string_view trim(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  return trim_right(text);
}

bool equal_no_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         std::equal(a.begin(), a.end(), b.begin(), [](char x, char y) { return to_lower(x) == to_lower(y); });
}

bool starts_with_no_case(std::string_view text, std::string_view prefix) {
  return text.size() >= prefix.size() && equal_no_case(text.substr(0, prefix.size()), prefix);
}

std::string lower(std::string_view text) {
  std::string out(text);
  for (char& c : out) c = to_lower(c);
  return out;
}

bool contains(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

bool is_utf8(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = p + text.size();
  while ((p = skip_ascii(p, end)) < end) {
    const auto length = sequence_length(p, end);
    if (length == 0) return false;
    p += length;
  }
  return true;
}

std::string with_valid_utf8(std::string_view text) {
  std::string out(text);
  const auto* p = reinterpret_cast<const unsigned char*>(out.data());
  const auto* end = p + out.size();
  while ((p = skip_ascii(p, end)) < end) {
    const auto length = sequence_length(p, end);
    if (length == 0) out[static_cast<std::size_t>(reinterpret_cast<const char*>(p) - out.data())] = '?';
    p += length == 0 ? 1 : length;
  }
  return out;
}

bool has_control_characters(std::string_view text) {
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = p + text.size();
  while ((p = skip_printable(p, end)) < end) {
    const auto length = sequence_length(p, end);
    if (length != 0 && is_control(p, length)) return true;
    p += length == 0 ? 1 : length;
  }
  return false;
}

std::string printable(std::string_view text, std::size_t limit) {
  std::string out;
  const auto* p = reinterpret_cast<const unsigned char*>(text.data());
  const auto* end = p + text.size();
  while (p < end) {
    if (out.size() >= limit) {
      out += "...";
      break;
    }
    const auto length = sequence_length(p, end);
    if (*p == '\n') {
      out += "\\n";
    } else if (*p == '\r') {
      out += "\\r";
    } else if (*p == '\t') {
      out += "\\t";
    } else if (length == 0 || is_control(p, length)) {
      for (std::size_t i = 0; i < std::max<std::size_t>(length, 1); ++i)
        out += fmt::format("\\x{:02X}", p[i]);
    } else {
      out.append(reinterpret_cast<const char*>(p), length);
    }
    p += std::max<std::size_t>(length, 1);
  }
  return out;
}

std::string_view nearest(std::string_view name, const std::vector<std::string>& candidates) {
  name = name.substr(0, 200);
  std::string_view best;
  std::size_t best_distance = std::max<std::size_t>(2, name.size() / 3) + 1;
  for (const auto& candidate : candidates) {
    const auto d = distance(name, std::string_view(candidate).substr(0, 200));
    if (d < best_distance) {
      best_distance = d;
      best = candidate;
    }
  }
  return best;
}

namespace detail {

ReadState load(const std::string& disk_path, std::uint64_t limit, FileBytes& bytes, std::string& reason) {
  FileRead file = read_file(disk_path, limit);
  reason = std::move(file.reason);
  bytes = std::move(file.bytes);
  switch (file.state) {
    case FileState::absent:
      return ReadState::absent;
    case FileState::unreadable:
    case FileState::too_large:
      return ReadState::unreadable;
    case FileState::read:
      break;
  }
  return bytes.size() == 0 ? ReadState::empty : ReadState::read;
}

}  // namespace detail
}  // namespace mlperf::base
