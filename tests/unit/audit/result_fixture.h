// SPDX-License-Identifier: Apache-2.0
// A complete small result of deepseek-r1 Offline on disk, in which a test changes one thing and looks what is
// found.
#pragma once

#include <filesystem>
#include <fstream>
#include <map>
#include <span>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <unistd.h>

#include "audit/checks.h"
#include "audit/gather.h"
#include "base/sha256.h"
#include "rules/load.h"

namespace mlperf::audit {

inline const rules::RuleSet& rule_set() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return rules;
}
inline const rules::Round& round60() {
  return *rule_set().find_round("v6.0");
}

// One line of a detail log. `value` is JSON: "\"Offline\"" or "600000".
inline std::string log_line(const std::string& key, const std::string& value, bool error = false) {
  return fmt::format(
      ":::MLLOG {{\"key\": \"{}\", \"value\": {}, \"time_ms\": 1.5, \"namespace\": \"mlperf::logging\", "
      "\"event_type\": \"POINT_IN_TIME\", \"metadata\": {{\"is_error\": {}, \"is_warning\": false, \"file\": "
      "\"loadgen.cc\", \"line_no\": 1, \"pid\": 7, \"tid\": 7}}}}\n",
      key, value, error);
}

inline std::string seed_lines() {
  const rules::Seeds& seeds = round60().seeds();
  return log_line("effective_qsl_rng_seed", fmt::format("{}", seeds.qsl)) +
         log_line("effective_sample_index_rng_seed", fmt::format("{}", seeds.sample_index)) +
         log_line("effective_schedule_rng_seed", fmt::format("{}", seeds.schedule));
}

inline const std::string kAccuracyLog =
    "[\n{ \"seq_id\" : 0, \"qsl_idx\" : 0, \"data\" : \"0A000000\" }\n]\n";
inline const std::string kHashOfLog = base::sha256_hex(kAccuracyLog);

// A finding as tests compare it: rule, severity, file below the scenario folder, line.
struct Seen {
  std::string rule;
  std::string severity;
  std::string file;
  std::uint32_t line = 0;
  std::string message;
  Value found, expected;
};

inline rules::Severity severity_of(const Finding& finding) {
  if (finding.severity_override) return *finding.severity_override;
  const rules::CatalogEntry* entry = rule_set().catalog.find(finding.rule);
  if (entry == nullptr) return rules::Severity::error;
  const rules::MessageVariant* variant = entry->variant(finding.variant);
  return variant && variant->severity ? *variant->severity : entry->severity;
}

// The sentence as a report would print it; names that nobody filled stay in braces.
inline std::string message_of(const Finding& finding) {
  const rules::CatalogEntry* entry = rule_set().catalog.find(finding.rule);
  const rules::MessageVariant* variant = entry ? entry->variant(finding.variant) : nullptr;
  if (!variant) return "no such variant: " + finding.rule + " " + finding.variant;
  std::map<std::string, std::string> values = {{"found", to_text(finding.found)},
                                               {"expected", to_text(finding.expected)},
                                               {"benchmark", "BENCHMARK"},
                                               {"scenario", "SCENARIO"},
                                               {"division", "DIVISION"},
                                               {"submitter", "SUBMITTER"},
                                               {"system", "SYSTEM"},
                                               {"round", "v6.0"},
                                               {"file", finding.place.file}};
  for (const auto& [name, value] : finding.values) values[name] = value;
  return rules::fill_template(variant->text, values);
}

inline std::vector<Seen> seen_in(const Findings& findings, const std::string& folder = "") {
  std::vector<Seen> out;
  for (const Finding& finding : findings.list()) {
    std::string file = finding.place.file;
    if (!folder.empty() && file.rfind(folder + "/", 0) == 0) file = file.substr(folder.size() + 1);
    out.push_back({finding.rule, std::string(to_string(severity_of(finding))), file, finding.place.line,
                   message_of(finding), finding.found, finding.expected});
  }
  return out;
}

// The findings of one rule.
inline std::vector<Seen> of_rule(const std::vector<Seen>& all, const std::string& rule) {
  std::vector<Seen> out;
  for (const Seen& seen : all)
    if (seen.rule == rule) out.push_back(seen);
  return out;
}

class Result {
 public:
  Result() {
    const std::string run = log_line("effective_scenario", "\"Offline\"");
    files["performance/run_1/mlperf_log_detail.txt"] = run + log_line("effective_target_qps", "10");
    files["performance/run_1/mlperf_log_summary.txt"] =
        "Result is : VALID\nSamples per second: 10\n\nNo warnings encountered during test.\n\nNo errors "
        "encountered during test.\n";
    files["accuracy/mlperf_log_detail.txt"] = run + log_line("effective_test_mode", "\"AccuracyOnly\"") +
                                              log_line("effective_accuracy_sample_count", "4388") +
                                              seed_lines();
    files["accuracy/mlperf_log_summary.txt"] =
        "\nNo warnings encountered during test.\n\nNo errors encountered during test.\n";
    files["accuracy/mlperf_log_accuracy.json"] = kAccuracyLog;
    score("81.7", "3737.4", "4388");
    files["measurements.json"] =
        "{\n\"input_data_types\": \"int32\",\n\"retraining\": \"No\",\n\"starting_weights_filename\": "
        "\"w\",\n"
        "\"weight_data_types\": \"fp4\",\n\"weight_transformations\": \"quantization\"\n}\n";
    files["user.conf"] = "*.Offline.target_qps = 10\n";
    files["README.md"] = "How to run it.\n";
  }

  Result& file(const std::string& path, const std::string& text) {
    files[path] = text;
    return *this;
  }
  Result& remove(const std::string& path) {
    files.erase(path);
    return *this;
  }
  Result& rename(const std::string& from, const std::string& to) {
    files[to] = files.at(from);
    return remove(from);
  }
  Result& accuracy_text(const std::string& lines) {
    return file("accuracy/accuracy.txt", lines + "hash=" + kHashOfLog + "\n");
  }
  Result& score(const std::string& exact_match, const std::string& tokens, const std::string& samples) {
    return accuracy_text(fmt::format("{{'exact_match': {}, 'tokens_per_sample': {}, 'num-samples': {}}}\n\n",
                                     exact_match, tokens, samples));
  }
  // Replaces the first line of `key` in the accuracy run's log.
  Result& accuracy_log_line(const std::string& key, const std::string& value) {
    std::string& log = files.at("accuracy/mlperf_log_detail.txt");
    const std::size_t at = log.find("\"key\": \"" + key + "\"");
    const std::size_t begin = log.rfind('\n', at) + 1;
    log.replace(begin, log.find('\n', at) + 1 - begin, log_line(key, value));
    return *this;
  }

  // What the checks of `tables` find.
  Findings judge(std::span<const ResultCheck> checks) const {
    const std::filesystem::path root = make_root();
    const std::string folder = division + "/Acme/results/sys/" + benchmark + "/" + scenario;
    for (const auto& [path, text] : files) {
      const std::filesystem::path file = root / folder / path;
      std::filesystem::create_directories(file.parent_path());
      std::ofstream(file, std::ios::binary) << text;
    }
    for (const std::string& path : folders) std::filesystem::create_directories(root / folder / path);
    Evidence evidence;
    evidence.paths = {division, "Acme", "sys", benchmark, scenario, folder, 0};
    evidence.benchmark = benchmark;
    evidence.match = {benchmark, rules::BenchmarkMatch::How::exact};
    evidence.scenario = scenario;
    gather_result(root.string(), round60(), evidence);
    Findings findings;
    for (const ResultCheck& check : checks) check.run(evidence, round60(), findings);
    std::filesystem::remove_all(root);
    return findings;
  }
  std::vector<Seen> seen(std::span<const ResultCheck> checks) const {
    return seen_in(judge(checks), division + "/Acme/results/sys/" + benchmark + "/" + scenario);
  }
  // The findings of one rule.
  std::vector<Seen> seen(std::span<const ResultCheck> checks, const std::string& rule) const {
    return of_rule(seen(checks), rule);
  }

  std::string division = "closed", benchmark = "deepseek-r1", scenario = "Offline";
  std::map<std::string, std::string> files;  // path below the scenario folder -> text
  std::vector<std::string> folders;          // empty ones

 private:
  static std::filesystem::path make_root() {
    std::string name = (std::filesystem::temp_directory_path() / "mlperf-audit-result-XXXXXX").string();
    return mkdtemp(name.data());
  }
};

}  // namespace mlperf::audit
