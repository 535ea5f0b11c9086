// SPDX-License-Identifier: Apache-2.0
#include "mllog/detail_line.h"

#include <cstring>
#include <limits>

#include "base/number.h"
#include "base/text.h"
#include "mllog/detail_layout.h"
#include "mllog/json_token.h"

namespace mlperf::mllog {
namespace {

namespace ondemand = simdjson::ondemand;

constexpr std::size_t kShortLine = 1024;        // not worth a search for a list
constexpr std::size_t kListStartsWithin = 256;  // key and "value": stand before it
constexpr std::size_t kLongestLine = std::size_t{1}
                                     << 20;  // without its list; simdjson needs ten times as much
constexpr int kDeepest = 32;

std::string_view token_of(ondemand::value& value) {
  return base::trim_right(value.raw_json_token());
}

bool check_value(ondemand::value value, int depth);

bool check_object(ondemand::value& value, int depth) {
  ondemand::object object;
  if (depth > kDeepest || value.get_object().get(object) != simdjson::SUCCESS) return false;
  for (auto result : object) {
    ondemand::field field;
    if (std::move(result).get(field) != simdjson::SUCCESS || !check_value(field.value(), depth)) return false;
  }
  return true;
}

bool check_list(ondemand::value& value, int depth) {
  ondemand::array list;
  if (depth > kDeepest || value.get_array().get(list) != simdjson::SUCCESS) return false;
  for (auto result : list) {
    ondemand::value item;
    if (std::move(result).get(item) != simdjson::SUCCESS || !check_value(item, depth)) return false;
  }
  return true;
}

// Walks over all of a value, so that damage inside does not go unseen.
bool check_value(ondemand::value value, int depth) {
  const std::string_view token = token_of(value);
  if (token.starts_with('{')) return check_object(value, depth + 1);
  if (token.starts_with('[')) return check_list(value, depth + 1);
  ValueKind kind{};
  std::string_view text;
  return classify_scalar(token, kind, text);
}

constexpr std::string_view kEscapedName = "a name is written with escapes";

enum Member : unsigned {
  kKey = 1,
  kValue = 2,
  kTime = 4,
  kNamespace = 8,
  kEventType = 16,
  kMetadata = 32,
  kAllMembers = 63
};
enum MetadataMember : unsigned {
  kIsError = 1,
  kIsWarning = 2,
  kFile = 4,
  kLineNumber = 8,
  kPid = 16,
  kTid = 32,
  kAllMetadata = 63
};

bool read_bool(std::string_view token, bool& out) {
  out = token == "true";
  return out || token == "false";
}

template <class T>
bool read_unsigned(std::string_view token, T& out) {
  const auto value = base::parse_u64(token);
  if (!value || *value > std::numeric_limits<T>::max()) return false;
  out = static_cast<T>(*value);
  return true;
}

// Reads one line's members into an entry. A fault keeps the place at which it was seen.
class ObjectReader {
 public:
  ObjectReader(const char* text, ondemand::document& document, LogEntry& entry)
      : text_(text), document_(document), entry_(entry) {}

  std::optional<LineFault> read() {
    ondemand::object object;
    if (document_.get_object().get(object) != simdjson::SUCCESS) return LineFault{"not a JSON object", 1};
    unsigned seen = 0;
    for (auto result : object) {
      ondemand::field field;
      if (std::move(result).get(field) != simdjson::SUCCESS) return fault("not JSON from here on");
      if (!read_member(field, seen)) return fault_;
    }
    const char* rest = nullptr;
    if (document_.current_location().get(rest) == simdjson::SUCCESS)
      return fault("something follows the object", rest);
    if ((seen & kAllMembers) != kAllMembers) return LineFault{missing(seen), 0};
    return std::nullopt;
  }

 private:
  LineFault fault(std::string_view what, const char* where = nullptr) {
    if (where == nullptr && document_.current_location().get(where) != simdjson::SUCCESS) where = nullptr;
    return {what, where == nullptr ? 0 : static_cast<std::uint32_t>(where - text_ + 1)};
  }

  bool fail(std::string_view what, const char* where) {
    fault_ = fault(what, where);
    return false;
  }

  static std::string_view missing(unsigned seen) {
    if ((seen & kKey) == 0) return "the key is missing";
    if ((seen & kValue) == 0) return "the value is missing";
    if ((seen & kMetadata) == 0) return "metadata is missing";
    return "time_ms, namespace or event_type is missing";
  }

  bool once(unsigned& seen, unsigned member, const char* where) {
    if ((seen & member) != 0) return fail("a member stands twice", where);
    seen |= member;
    return true;
  }

  bool read_member(ondemand::field& field, unsigned& seen) {
    const std::string_view name = name_of(field);
    if (has_escape(name)) return fail(kEscapedName, name.data());
    ondemand::value value = field.value();
    const std::string_view token = token_of(value);
    const char* where = token.data();
    std::string_view unused;
    if (name == "key") {
      return once(seen, kKey, where) &&
             (is_json_string(token, entry_.key) || fail("the key is no string", where)) &&
             (!has_escape(entry_.key) || fail(kEscapedName, where));
    }
    if (name == "value") return once(seen, kValue, where) && read_value(value, token);
    if (name == "time_ms") {
      bool integer = false;
      entry_.time_ms = token;
      return once(seen, kTime, where) &&
             (is_json_number(token, integer) || fail("time_ms is no number", where));
    }
    if (name == "namespace") {
      return once(seen, kNamespace, where) &&
             (is_json_string(token, unused) || fail("namespace is no string", where));
    }
    if (name == "event_type") {
      return once(seen, kEventType, where) &&
             (is_json_string(token, unused) || fail("event_type is no string", where));
    }
    if (name == "metadata") return once(seen, kMetadata, where) && read_metadata(value, where);
    return check_value(value, 0) || fail("not JSON from here on", where);
  }

  bool read_value(ondemand::value& value, std::string_view token) {
    const bool object = token.starts_with('{');
    if (!object && !token.starts_with('[')) {
      return classify_scalar(token, entry_.kind, entry_.text) ||
             fail("the value is no JSON value", token.data());
    }
    entry_.kind = object ? ValueKind::object : ValueKind::list;
    if (!(object ? check_object(value, 1) : check_list(value, 1))) {
      return fail(object ? "the value is a damaged object" : "the value is a damaged list", token.data());
    }
    const char* behind = nullptr;
    if (document_.current_location().get(behind) != simdjson::SUCCESS)
      return fail("the line ends in its value", token.data());
    entry_.text = base::trim_right({token.data(), static_cast<std::size_t>(behind - token.data())});
    return true;
  }

  bool read_metadata(ondemand::value& value, const char* start) {
    ondemand::object object;
    if (value.get_object().get(object) != simdjson::SUCCESS) return fail("metadata is no object", start);
    unsigned seen = 0;
    for (auto result : object) {
      ondemand::field field;
      if (std::move(result).get(field) != simdjson::SUCCESS) return fail("not JSON from here on", nullptr);
      if (!read_metadata_member(field, seen)) return false;
    }
    if ((seen & kAllMetadata) != kAllMetadata) return fail("a member of metadata is missing", start);
    return true;
  }

  bool read_metadata_member(ondemand::field& field, unsigned& seen) {
    const std::string_view name = name_of(field);
    if (has_escape(name)) return fail(kEscapedName, name.data());
    ondemand::value value = field.value();
    const std::string_view token = token_of(value);
    unsigned member = 0;
    bool good = false;
    std::uint64_t unused = 0;
    if (name == "is_error") {
      member = kIsError;
      good = read_bool(token, entry_.is_error);
    } else if (name == "is_warning") {
      member = kIsWarning;
      good = read_bool(token, entry_.is_warning);
    } else if (name == "file") {
      member = kFile;
      good = is_json_string(token, entry_.source_file);
    } else if (name == "line_no") {
      member = kLineNumber;
      good = read_unsigned(token, entry_.source_line);
    } else if (name == "pid") {
      member = kPid;
      good = read_unsigned(token, entry_.pid);
    } else if (name == "tid") {
      member = kTid;
      good = read_unsigned(token, unused);
    } else {
      return check_value(value, 1) || fail("not JSON from here on", token.data());
    }
    return once(seen, member, token.data()) &&
           (good || fail("a member of metadata has another type", token.data()));
  }

  // LoadGen writes names in plain ASCII. One with escapes would be another name here and the same one to
  // other readers.
  static bool has_escape(std::string_view name) { return name.find('\\') != std::string_view::npos; }
  static std::string_view name_of(ondemand::field& field) {
    const char* begin = field.key().raw();
    std::size_t size = 0;
    while (begin[size] != '"') size += begin[size] == '\\' ? 2U : 1U;
    return {begin, size};
  }

  const char* text_;
  ondemand::document& document_;
  LogEntry& entry_;
  LineFault fault_;
};

struct List {
  std::size_t begin = 0;  // behind '['
  std::size_t end = 0;    // at ']'
};

std::optional<List> find_plain_list(std::string_view json) {
  const auto open = json.substr(0, kListStartsWithin).find('[');
  if (open == std::string_view::npos) return std::nullopt;
  const auto close = json.find(']', open);
  if (close == std::string_view::npos || !is_plain_list(json.substr(open + 1, close - open - 1)))
    return std::nullopt;
  return List{open + 1, close};
}

// Makes the views of an entry that was read from a copy of its line point into the line.
template <class Place>
void point_into_line(LogEntry& entry, const Place& place) {
  for (std::string_view* view : {&entry.key, &entry.text, &entry.time_ms, &entry.source_file}) {
    if (view->data() == nullptr) continue;
    const char* begin = place(view->data());
    *view = {begin, static_cast<std::size_t>(place(view->data() + view->size()) - begin)};
  }
}

}  // namespace

std::optional<LineFault> LineParser::parse_sanitised(const char* text, std::size_t size, LogEntry& entry) {
  sanitised_.assign(text, size);
  for (char& c : sanitised_) {
    const auto byte = static_cast<unsigned char>(c);
    if (c == '\t' || c == '\r') {
      c = ' ';
    } else if (byte < 0x20 || byte >= 0x80) {
      c = '?';
    }
  }
  sanitised_.append(simdjson::SIMDJSON_PADDING, '\0');
  const auto fault = parse_object(sanitised_.data(), size, entry);
  if (!fault) point_into_line(entry, [&](const char* p) { return text + (p - sanitised_.data()); });
  return fault;
}

std::optional<LineFault> LineParser::parse_object(const char* text, std::size_t size, LogEntry& entry) {
  if (parse_usual_layout({text, size}, entry)) return std::nullopt;
  entry = LogEntry{};
  ondemand::document document;
  switch (parser_.iterate(text, size, size + simdjson::SIMDJSON_PADDING).get(document)) {
    case simdjson::SUCCESS:
      return ObjectReader(text, document, entry).read();
    // Such bytes may stand inside strings (LoadGen escapes nothing) and nowhere else.
    case simdjson::UTF8_ERROR:
    case simdjson::UNESCAPED_CHARS:
      return parse_sanitised(text, size, entry);
    case simdjson::UNCLOSED_STRING:
      return LineFault{"a string is not closed", 0};
    default:
      return LineFault{"not JSON", 0};
  }
}

std::optional<LineFault> LineParser::parse(std::string_view json, LogEntry& entry) {
  if (json.size() <= kShortLine) return parse_object(json.data(), json.size(), entry);
  const auto list = find_plain_list(json);
  const std::size_t cut = list ? list->end - list->begin : 0;
  if (json.size() - cut > kLongestLine) return LineFault{"the line is too long for an entry", 0};
  if (cut == 0) return parse_object(json.data(), json.size(), entry);

  spliced_.assign(json.data(), list->begin);
  spliced_.append(json.data() + list->end, json.size() - list->end);
  const std::size_t size = spliced_.size();
  spliced_.append(simdjson::SIMDJSON_PADDING, '\0');
  auto fault = parse_object(spliced_.data(), size, entry);
  if (fault) {
    if (fault->column > list->begin) fault->column += static_cast<std::uint32_t>(cut);
    return fault;
  }
  point_into_line(entry, [&](const char* p) {
    const auto offset = static_cast<std::size_t>(p - spliced_.data());
    return json.data() + offset + (offset > list->begin ? cut : 0);
  });
  return std::nullopt;
}

}  // namespace mlperf::mllog
