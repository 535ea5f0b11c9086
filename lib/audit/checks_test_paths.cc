// SPDX-License-Identifier: Apache-2.0
// The verification scripts print the paths of the logs they read. Where such a path names a benchmark and a
// scenario as folders of a submission, it should be this result's.
#include <algorithm>
#include <optional>
#include <string>
#include <vector>

#include "audit/compliance_tests.h"
#include "audit/folded.h"
#include "audit/performance_log.h"
#include "base/text.h"

namespace mlperf::audit {
namespace {

constexpr std::string_view kRule = "cross-output-path-foreign";
constexpr std::size_t kMostNames = 64, kLongestPath = 4096;

// What one path says: .../SYSTEM/BENCHMARK/SCENARIO/...
struct Named {
  std::string_view system;  // only where the folder above says that it is one: results/ or TESTnn/
  std::string_view benchmark_folder, scenario_folder;
  std::string benchmark, scenario;  // official names
};

std::vector<std::string_view> names_of(std::string_view path) {
  std::vector<std::string_view> names;
  while (!path.empty() && names.size() < kMostNames) {
    const auto slash = path.find('/');
    if (slash != 0) names.push_back(path.substr(0, slash));
    path = slash == std::string_view::npos ? std::string_view{} : path.substr(slash + 1);
  }
  return names;
}

std::optional<std::string> benchmark_of(std::string_view name, const rules::Round& round) {
  if (round.has_benchmark(name)) return std::string(name);
  const auto alias = round.benchmark_aliases().find(name);
  return alias == round.benchmark_aliases().end() ? std::nullopt : std::optional(alias->second);
}

std::optional<Named> named_in(std::string_view path, const rules::Round& round) {
  const auto names = names_of(path);
  for (std::size_t i = 0; i + 1 < names.size(); ++i) {
    const auto benchmark = benchmark_of(names[i], round);
    if (!benchmark) continue;
    const auto scenario = round.scenario_of_folder(names[i + 1]);
    if (!scenario) continue;
    const bool above_is_known = i >= 2 && (names[i - 2] == "results" || names[i - 2].starts_with("TEST"));
    return Named{above_is_known ? names[i - 1] : std::string_view{}, names[i], names[i + 1], *benchmark,
                 *scenario};
  }
  return std::nullopt;
}

// "scenario SingleStream" for what is not this result's, "" when all is.
std::string difference(const Named& named, const Evidence& evidence, const rules::Round& round) {
  if (round.model_of(named.benchmark) != round.model_of(evidence.benchmark))
    return "benchmark " + std::string(named.benchmark_folder);
  // An inferred result has the texts of the scenario that was run.
  if (named.scenario != evidence.scenario && named.scenario != judged_scenario(evidence, round))
    return "scenario " + std::string(named.scenario_folder);
  if (!named.system.empty() && named.system != evidence.paths.system)
    return "system " + std::string(named.system);
  return {};
}

bool ends_path(char c) {
  return c == ' ' || c == '\t' || c == '\'' || c == '"' || c == ',' || c == ')' || c == ':' || c == '=';
}

void judge_line(const base::Line& line, const std::string& file, const TestEvidence& test,
                const Evidence& evidence, const rules::Round& round, Folded& folded) {
  std::string_view rest = line.text;
  for (auto at = rest.find('/'); at != std::string_view::npos; at = rest.find('/')) {
    const auto begin =
        std::find_if(rest.rbegin() + static_cast<std::ptrdiff_t>(rest.size() - at), rest.rend(), ends_path)
            .base();
    const auto end = std::find_if(rest.begin() + static_cast<std::ptrdiff_t>(at), rest.end(), ends_path);
    const std::string_view path(begin, static_cast<std::size_t>(end - begin));
    rest = std::string_view(end, static_cast<std::size_t>(rest.end() - end));
    if (path.size() > kLongestPath) continue;
    const auto named = named_in(path, round);
    const std::string other = named ? difference(*named, evidence, round) : std::string();
    if (other.empty()) continue;
    if (Reported* finding = folded.add("default", file, line.at, excerpt(path)))
      finding->found(excerpt(path))
          .with("other", excerpt(other))
          .with("test", test.test)
          .level(Level::cross_checked);
  }
}

void judge_text(const base::Document<submission::VerifyText>& document, const TestEvidence& test,
                const Evidence& evidence, const rules::Round& round, Folded& folded, Findings& out) {
  if (!document.usable()) return;
  out.claim(kRule, Level::cross_checked);
  const std::string_view text = document.bytes.view();
  if (text.find('/') == std::string_view::npos) return;
  base::Lines lines(text);
  base::Line line;
  while (lines.next(line)) judge_line(line, document.path, test, evidence, round, folded);
}

}  // namespace

void check_test_paths(const Evidence& evidence, const rules::Round& round, Findings& out) {
  Folded folded(out, kRule);
  for (const TestEvidence* test : present_tests(evidence, round)) {
    for (const auto* document : {&test->verify_accuracy, &test->verify_performance, &test->verify_output_len})
      judge_text(*document, *test, evidence, round, folded, out);
  }
}

}  // namespace mlperf::audit
