// SPDX-License-Identifier: Apache-2.0
// measurements.json: what the submitter says about weights and data types.
#include <algorithm>
#include <array>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "audit/checks.h"
#include "audit/checks_internal.h"
#include "audit/folded.h"
#include "audit/json_fields.h"
#include "base/number.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

bool is_judged(const Evidence& evidence) {
  return evidence.measurements.usable() && evidence.measurements.value.is_object();
}

void check_fields(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!is_judged(evidence)) return;
  out.claim("measurements-fields", Level::stated);
  const std::string& path = evidence.measurements.path;
  std::vector<std::string> missing, empty;
  Folded folded(out, "measurements-fields");
  for (const std::string& name : names_in(round.group("measurements"), "required_fields")) {
    const base::JsonMember* member = find_member(evidence.measurements.value, name);
    if (!member) {
      missing.push_back(name);
    } else if (content_of(member->value) != Content::filled) {
      empty.push_back(name);
      if (Reported* reported = folded.add("empty", path, member->at, name))
        reported->found(member->value.display());
    }
  }
  if (folded.finding()) folded.finding()->with("fields", fmt::format("{}", fmt::join(empty, ", ")));
  if (missing.empty()) return;
  const std::string names = fmt::format("{}", fmt::join(missing, ", "));
  out.report("measurements-fields").at(path).expected(names).with("fields", names);
}

std::vector<std::string> words_of(std::string_view text) {
  std::vector<std::string> words(1);
  for (const char c : base::lower(text)) {
    const bool letter = (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9');
    if (letter) {
      words.back() += c;
    } else if (!words.back().empty()) {
      words.emplace_back();
    }
  }
  if (words.back().empty()) words.pop_back();
  return words;
}

enum class Retraining { denied, admitted, unclear };

template <std::size_t N>
bool any_word(const std::vector<std::string>& words, const std::array<std::string_view, N>& wanted) {
  return std::any_of(words.begin(), words.end(), [&](const std::string& word) {
    return std::find(wanted.begin(), wanted.end(), word) != wanted.end();
  });
}

// "No", "none" and what begins like them deny it; "yes" and sentences that tell of it admit it.
Retraining retraining_of(const base::JsonValue& value, const std::vector<std::string>& denials) {
  const std::string text = base::lower(base::trim(value.display()));
  if (std::find(denials.begin(), denials.end(), text) != denials.end()) return Retraining::denied;
  if (value.kind != base::JsonKind::string) {
    const std::optional<bool> flag = flag_of(value);
    return !flag ? Retraining::unclear : *flag ? Retraining::admitted : Retraining::denied;
  }
  if (text == "0") return Retraining::denied;
  constexpr std::array<std::string_view, 5> kDenials = {"no", "not", "none", "without", "never"};
  constexpr std::array<std::string_view, 4> kYes = {"yes", "true", "y", "1"};
  constexpr std::array<std::string_view, 8> kTold = {"retrained", "finetuned", "tuned",      "qat",
                                                     "trained",   "finetune",  "finetuning", "distilled"};
  const std::vector<std::string> words = words_of(text);
  if (words.empty()) return Retraining::unclear;
  if (any_word({words.front()}, kYes)) return Retraining::admitted;
  const bool denied = any_word(words, kDenials);
  const bool told = any_word(words, kTold);
  constexpr std::array<std::string_view, 2> kAlsoYes = {"yes", "true"};
  if (any_word(words, kAlsoYes)) return Retraining::unclear;  // "no, but yes"
  // "not retrained" denies, "retrained without loss" does not: what says both comes down to its first word.
  if (denied && told && !any_word({words.front()}, kDenials)) return Retraining::unclear;
  return denied ? Retraining::denied : told ? Retraining::admitted : Retraining::unclear;
}

void check_retraining(const Evidence& evidence, const rules::Round& round, Findings& out) {
  if (!is_judged(evidence) || !evidence.closed_rules()) return;
  const base::JsonMember* member = find_member(evidence.measurements.value, "retraining");
  if (!member || content_of(member->value) != Content::filled) return;
  out.claim("measurements-retraining", Level::stated);
  const std::vector<std::string> denials =
      names_in(round.group("measurements"), "closed_retraining_values_expected");
  const Retraining retraining = retraining_of(member->value, denials);
  if (retraining == Retraining::denied) return;
  out.report("measurements-retraining", retraining == Retraining::admitted ? "default" : "unclear")
      .at(evidence.measurements.path, member->at)
      .found(member->value.display())
      .expected(denials.empty() ? std::string() : denials.front());
}

// "fp4", "MXFP4", "int8", "bfloat16": a family and a width, perhaps with the name of a scaling scheme before
// it.
bool is_known_format(std::string_view word) {
  constexpr std::array<std::string_view, 12> kFamilies = {"fp", "float", "bf",   "bfloat", "int", "uint",
                                                          "tf", "mxfp",  "nvfp", "mxint",  "w",   "bit"};
  constexpr std::array<std::string_view, 8> kWhole = {"e4m3",   "e5m2", "e2m1", "float",
                                                      "double", "half", "nf4",  "mixed"};
  if (std::find(kWhole.begin(), kWhole.end(), word) != kWhole.end()) return true;
  const std::size_t digits = word.find_first_of("0123456789");
  if (digits == std::string_view::npos || digits == 0) return false;
  const auto width = base::parse_u64(word.substr(digits));
  constexpr std::uint64_t kWidest = 64;
  return width && *width > 0 && *width <= kWidest &&
         std::find(kFamilies.begin(), kFamilies.end(), word.substr(0, digits)) != kFamilies.end();
}

void check_precision(const Evidence& evidence, const rules::Round&, Findings& out) {
  if (!is_judged(evidence)) return;
  const base::JsonMember* member = find_member(evidence.measurements.value, "weight_data_types");
  if (!member || content_of(member->value) != Content::filled) return;
  out.claim("measurements-precision-known", Level::stated);
  std::vector<std::string> words;
  const auto add = [&](const base::JsonValue& value) {
    for (std::string& word : words_of(value.display())) words.push_back(std::move(word));
  };
  if (member->value.kind == base::JsonKind::array) {
    for (const base::JsonValue& item : member->value.items) add(item);
  } else {
    add(member->value);
  }
  if (std::any_of(words.begin(), words.end(), [](const std::string& word) { return is_known_format(word); }))
    return;
  out.report("measurements-precision-known")
      .at(evidence.measurements.path, member->at)
      .found(member->value.display());
}

constexpr std::array kChecks = {
    ResultCheck{"check_fields", check_fields},
    ResultCheck{"check_retraining", check_retraining},
    ResultCheck{"check_precision", check_precision},
    ResultCheck{"check_user_conf_keys", check_user_conf_keys},
    ResultCheck{"check_user_conf_effect", check_user_conf_effect},
    ResultCheck{"check_mlperf_conf_copy", check_mlperf_conf_copy},
};

}  // namespace

std::span<const ResultCheck> measurement_checks() {
  return kChecks;
}

}  // namespace mlperf::audit
