// SPDX-License-Identifier: Apache-2.0
// A JSON document in which every value knows its line and every repeated key is kept: what a finding about a
// system description needs. Parsing is nlohmann-json's SAX parser, which is iterative, so that no nesting can
// exhaust the stack; integers keep all 64 bits.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/located.h"

namespace mlperf::base {

enum class JsonKind { null, boolean, integer, real, string, array, object };

struct JsonMember;

struct JsonValue {
  JsonKind kind = JsonKind::null;
  Position at;  // of the end of the value for scalars, of the opening bracket for arrays and objects
  bool boolean = false;
  double real = 0;                  // integers too
  std::string text;                 // strings: the content; numbers: as printed in the file
  std::vector<JsonValue> items;     // arrays
  std::vector<JsonMember> members;  // objects, in file order, repeated keys included

  // The last member of that name (what every JSON library takes), or nullptr.
  const JsonValue* find(std::string_view key) const;
  bool is_object() const { return kind == JsonKind::object; }
  bool is_number() const { return kind == JsonKind::integer || kind == JsonKind::real; }
  // For showing: the string's content, the number as printed, true, false, null, or the array as compact
  // JSON.
  std::string display() const;
};

struct JsonMember {
  std::string key;
  Position at;
  JsonValue value;
};

// Parses `text`. Syntax errors and repeated keys become issues; after a syntax error the value is empty
// (null) and the issue has line and column. Nesting deeper than 200 is a syntax error.
JsonValue parse_json(std::string_view text, std::vector<ReadIssue>& issues);

}  // namespace mlperf::base
