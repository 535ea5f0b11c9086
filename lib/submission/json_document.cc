// SPDX-License-Identifier: Apache-2.0
#include "submission/json_document.h"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "base/text.h"
#include "submission/text_document.h"

namespace mlperf::submission {
namespace {

constexpr std::uint64_t kJsonLimit = std::uint64_t{2} << 20;
constexpr std::size_t kMostControlIssues = 100;

// Strings that would act on a terminal, each with the key it stands under. Nesting is bounded by the parser.
class ControlCharacters {
 public:
  explicit ControlCharacters(std::vector<base::ReadIssue>& issues) : issues_(issues) {}

  void look_at(const base::JsonValue& value, std::string_view key) {
    if (count_ == kMostControlIssues) return;
    if (value.kind == base::JsonKind::string && base::has_control_characters(value.text)) {
      issues_.push_back({base::IssueKind::control_character, value.at, std::string(key)});
      ++count_;
    }
    for (const auto& item : value.items) look_at(item, key);
    for (const auto& member : value.members) look_at(member.value, member.key);
  }

 private:
  std::vector<base::ReadIssue>& issues_;
  std::size_t count_ = 0;
};

void read_into(std::string_view text, JsonDocument& document) {
  if (!document.usable()) return;
  const std::size_t before = document.issues.size();
  document.value = base::parse_json(text, document.issues);
  const bool damaged =
      std::any_of(document.issues.begin() + static_cast<std::ptrdiff_t>(before), document.issues.end(),
                  [](const base::ReadIssue& i) { return i.kind == base::IssueKind::syntax; });
  if (damaged) document.state = base::ReadState::damaged;
  ControlCharacters(document.issues).look_at(document.value, "");
}

}  // namespace

JsonDocument read_json_document(const std::string& disk_path, std::string path) {
  JsonDocument document;
  document.path = std::move(path);
  read_into(base::read_text(disk_path, kJsonLimit, document), document);
  return document;
}

JsonDocument parse_json_document(std::string_view text, std::string path) {
  JsonDocument document;
  document.path = std::move(path);
  read_into(take_text(text, document), document);
  return document;
}

}  // namespace mlperf::submission
