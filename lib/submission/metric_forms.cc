// SPDX-License-Identifier: Apache-2.0
#include "submission/metric_forms.h"

#include <array>
#include <utility>

#include "submission/written_number.h"

namespace mlperf::submission {
namespace {

struct KnownEntry {
  std::string_view metric;
  std::string_view key;
  Blanks blanks;
  KeyQuotes key_quotes = KeyQuotes::single;
  bool number_in_quotes = false;
  bool whole_object = false;
};

constexpr std::array<KnownEntry, 15> kEntries = {{
    {"ROUGE1", "rouge1", Blanks::some, KeyQuotes::single, true},
    {"ROUGE2", "rouge2", Blanks::some, KeyQuotes::single, true},
    {"ROUGEL", "rougeL", Blanks::some, KeyQuotes::single, true},
    {"ROUGELSUM", "rougeLsum", Blanks::some, KeyQuotes::single, true},
    {"CLIP_SCORE", "CLIP_SCORE", Blanks::some, KeyQuotes::single, true},
    {"FID_SCORE", "FID_SCORE", Blanks::some, KeyQuotes::single, true},
    {"GEN_LEN", "gen_len", Blanks::one},
    {"TOKENS_PER_SAMPLE", "tokens_per_sample", Blanks::one},
    {"exact_match", "exact_match", Blanks::one},
    {"gsm8k_accuracy", "gsm8k", Blanks::one},
    {"mbxp_accuracy", "mbxp", Blanks::one},
    {"vbench_score", "vbench_score", Blanks::one},
    {"mAP", "Total", Blanks::any},
    {"F1", "f1", Blanks::any, KeyQuotes::either, false, true},
    {"F1_HIERARCHICAL", "f1", Blanks::any, KeyQuotes::twofold, false, true},
}};

// Metrics that follow a phrase which may stand anywhere in the line.
constexpr std::array<std::pair<std::string_view, std::string_view>, 4> kPhrases = {{
    {"mAP", "mAP="},
    {"DLRM_NE", "metric/lifetime_ne/rating:"},
    {"DLRM_ACC", "metric/lifetime_accuracy/rating:"},
    {"DLRM_AUC", "metric/lifetime_gauc/rating:"},
}};

constexpr std::array<std::string_view, 4> kLineMetrics = {"acc", "ACCURACY", "DICE", "E2E_ACCURACY"};

// `form_kept`: everything around the number is as the official pattern wants it. `in_double_quotes`: it is
// not, and the reason is double quotes around the key.
MetricValue make_metric(std::string_view name, const WrittenNumber& number, bool form_kept,
                        bool in_double_quotes = false) {
  MetricValue metric;
  metric.metric = name;
  metric.value = number.value;
  metric.text = number.text;
  if (!number.value) {
    metric.spelling = MetricSpelling::no_number;
  } else if (number.in_call) {
    metric.spelling = MetricSpelling::numpy;
  } else if (in_double_quotes) {
    metric.spelling = MetricSpelling::double_quotes;
  } else if (!form_kept || number.has_sign) {
    metric.spelling = MetricSpelling::other;
  } else if (number.has_exponent) {
    metric.spelling = MetricSpelling::exponent;
    metric.official_reading = number.plain;
  }
  return metric;
}

bool blanks_fit(Blanks wanted, std::string_view blanks) {
  if (blanks.find('\n') != std::string_view::npos || blanks.find('\r') != std::string_view::npos)
    return false;
  switch (wanted) {
    case Blanks::any:
      return true;
    case Blanks::one:
      return blanks.size() == 1;
    case Blanks::some:
      return !blanks.empty();
  }
  return false;
}

bool quotes_fit(KeyQuotes wanted, char quote) {
  switch (wanted) {
    case KeyQuotes::single:
      return quote == '\'';
    case KeyQuotes::twofold:
      return quote == '"';
    case KeyQuotes::either:
      return quote != 0;
  }
  return false;
}

// Walks over a line, piece by piece; every step says whether the piece was there.
class Walk {
 public:
  explicit Walk(std::string_view line) : line_(line) {}
  void blanks() { offset_ = skip_blanks(line_, offset_, line_.size()); }
  bool word(std::string_view expected) {
    if (!line_.substr(offset_).starts_with(expected)) return false;
    offset_ += expected.size();
    return true;
  }
  bool quoted(std::string_view expected) {
    return (word("\"") || word("'")) && word(expected) && (word("\"") || word("'"));
  }
  void any_of(std::string_view characters) {
    while (offset_ < line_.size() && characters.find(line_[offset_]) != std::string_view::npos) ++offset_;
  }
  std::optional<WrittenNumber> number() {
    auto found = scan_number(line_, offset_);
    if (found) offset_ = found->end;
    return found;
  }
  bool plain_number() {
    const auto found = number();
    return found && found->text == found->plain;
  }

 private:
  std::string_view line_;
  std::size_t offset_ = 0;
};

// accuracy=76.1%, {"accuracy": 76.1
std::optional<MetricValue> read_acc(std::string_view line, bool indented) {
  Walk walk(line);
  const bool unusual_quotes = walk.word("{'");
  if (!unusual_quotes) walk.word("{\"");
  if (!walk.word("accuracy")) return std::nullopt;
  walk.any_of(unusual_quotes ? "\"': " : "\": ");
  walk.word("=");
  walk.blanks();
  const auto number = walk.number();
  if (!number) return std::nullopt;
  return make_metric("acc", *number, !indented && !unusual_quotes && !number->in_quotes);
}

// Accuracy: mean = 0.9085, threshold = ...
std::optional<MetricValue> read_dice(std::string_view line, bool indented) {
  Walk walk(line);
  if (!walk.word("Accuracy:")) return std::nullopt;
  walk.blanks();
  if (!walk.word("mean")) return std::nullopt;
  walk.blanks();
  if (!walk.word("=")) return std::nullopt;
  walk.blanks();
  const auto number = walk.number();
  if (!number) return std::nullopt;
  return make_metric("DICE", *number, !indented && !number->in_quotes);
}

// Accuracy: 0.87
std::optional<MetricValue> read_e2e(std::string_view line, bool indented) {
  Walk walk(line);
  if (!walk.word("Accuracy:")) return std::nullopt;
  walk.blanks();
  const auto number = walk.number();
  if (!number) return std::nullopt;
  return make_metric("E2E_ACCURACY", *number, !indented && !number->in_quotes);
}

// Word Error Rate: 2.1%, accuracy=97.8%
std::optional<MetricValue> read_whisper(std::string_view line, bool indented) {
  constexpr std::string_view kAccuracy = "accuracy=";
  if (!line.starts_with("Word Error Rate:")) return std::nullopt;
  const auto found = line.rfind(kAccuracy);
  if (found == std::string_view::npos) return std::nullopt;
  const auto begin = skip_blanks(line, found + kAccuracy.size());
  const auto number = scan_number(line, begin);
  if (!number) return std::nullopt;
  const bool kept = !indented && line.substr(0, found).ends_with(", ") && begin == found + kAccuracy.size() &&
                    !number->in_quotes && line.substr(number->end).starts_with("%");
  auto metric = make_metric("ACCURACY", *number, kept);
  // The pattern asks for a percent sign right behind digits and points.
  if (metric.spelling == MetricSpelling::exponent) {
    metric.spelling = MetricSpelling::other;
    metric.official_reading = {};
  }
  return metric;
}

void read_phrase(std::string_view name, std::string_view phrase, const base::Line& line,
                 std::vector<MetricValue>& found) {
  for (std::size_t offset = line.text.find(phrase); offset != std::string_view::npos;
       offset = line.text.find(phrase, offset)) {
    offset += phrase.size();
    const auto number = scan_number(line.text, skip_blanks(line.text, offset));
    if (!number) continue;
    found.push_back(make_metric(name, *number, !number->in_quotes));
    found.back().at = line.at;
  }
}

}  // namespace

std::optional<EntryForm> entry_form(std::string_view metric) {
  for (const auto& e : kEntries) {
    if (e.metric != metric) continue;
    return EntryForm{std::string(e.metric), std::string(e.key), e.blanks,
                     e.key_quotes,          e.number_in_quotes, e.whole_object};
  }
  for (const auto name : kLineMetrics) {
    if (name == metric) return std::nullopt;
  }
  for (const auto& [name, phrase] : kPhrases) {
    if (name == metric) return std::nullopt;
  }
  EntryForm form;
  form.metric = metric;
  form.key = metric;
  return form;
}

std::optional<EntryNumber> read_entry(const EntryForm& form, std::string_view text, std::size_t offset,
                                      char quote) {
  const std::size_t colon = skip_blanks(text, offset);
  if (colon >= text.size() || (text[colon] != ':' && !(quote == 0 && text[colon] == '=')))
    return std::nullopt;
  const std::size_t begin = skip_blanks(text, colon + 1);
  const auto number = scan_number(text, begin);
  if (!number) return std::nullopt;
  const bool key_fits = quotes_fit(form.key_quotes, quote);
  const bool form_kept = key_fits && colon == offset && (!number->in_quotes || form.number_in_quotes) &&
                         blanks_fit(form.blanks, text.substr(colon + 1, begin - colon - 1));
  return EntryNumber{make_metric(form.metric, *number, form_kept, quote == '"' && !key_fits), begin};
}

bool object_is_official(const EntryForm& form, std::string_view line) {
  if (form.metric != "F1") return line.starts_with('{') && line.find('}') != std::string_view::npos;
  Walk walk(line);
  if (!walk.word("{") || !walk.quoted("exact_match") || !walk.word(":")) return false;
  walk.blanks();
  if (!walk.plain_number() || !walk.word(",")) return false;
  walk.blanks();
  if (!walk.quoted("f1") || !walk.word(":")) return false;
  walk.blanks();
  return walk.plain_number() && walk.word("}");
}

void read_sentences(const base::Line& line, const std::vector<std::string>& metrics,
                    std::vector<MetricValue>& found) {
  const std::size_t begin = skip_blanks(line.text, 0, line.text.size());
  const auto sentence = line.text.substr(begin);
  const bool indented = begin != 0;
  for (const auto& name : metrics) {
    std::optional<MetricValue> metric;
    if (name == "acc") metric = read_acc(sentence, indented);
    if (name == "ACCURACY") metric = read_whisper(sentence, indented);
    if (name == "DICE") metric = read_dice(sentence, indented);
    if (name == "E2E_ACCURACY") metric = read_e2e(sentence, indented);
    if (metric) {
      metric->at = line.at;
      found.push_back(std::move(*metric));
    }
    for (const auto& [phrase_name, phrase] : kPhrases) {
      if (name == phrase_name) read_phrase(name, phrase, line, found);
    }
  }
}

void read_loose_sentences(const base::Line& line, const std::vector<std::string>& metrics,
                          std::vector<MetricValue>& found) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 7> kWords = {{
      {"acc", "accuracy"},
      {"ACCURACY", "accuracy"},
      {"E2E_ACCURACY", "accuracy"},
      {"mAP", "mAP"},
      {"DLRM_NE", "metric/lifetime_ne/rating"},
      {"DLRM_ACC", "metric/lifetime_accuracy/rating"},
      {"DLRM_AUC", "metric/lifetime_gauc/rating"},
  }};
  const std::size_t begin = skip_blanks(line.text, 0, line.text.size());
  for (const auto& name : metrics) {
    for (const auto& [metric, word] : kWords) {
      if (name != metric || !base::starts_with_no_case(line.text.substr(begin), word)) continue;
      const std::size_t sign = skip_blanks(line.text, begin + word.size());
      if (sign >= line.text.size() || (line.text[sign] != '=' && line.text[sign] != ':')) continue;
      const auto number = scan_number(line.text, skip_blanks(line.text, sign + 1));
      if (!number || !number->value) continue;
      found.push_back(make_metric(name, *number, false));
      found.back().at = line.at;
    }
  }
}

}  // namespace mlperf::submission
