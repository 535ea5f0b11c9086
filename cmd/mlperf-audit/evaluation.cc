// SPDX-License-Identifier: Apache-2.0
#include "evaluation.h"

#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <memory>
#include <regex>
#include <stdexcept>

#include <fmt/format.h>

#include "base/number.h"
#include "base/text.h"
#include "rules_options.h"

namespace mlperf::cmd {
namespace {

constexpr std::string_view kPlaceholder = "{accuracy_log}";
constexpr std::string_view kScoreKey = "'exact_match':";
constexpr std::size_t kMostOutput = std::size_t{64} << 20;
constexpr std::size_t kLongestLine = 4096;  // std::regex recurses over the line

std::string shell_word(std::string_view path) {
  std::string text = "'";
  for (const char c : path) {
    if (c == '\'') {
      text += "'\\''";
    } else {
      text += c;
    }
  }
  return text + "'";
}

std::string with_log(const std::string& command, const std::string& accuracy_log) {
  std::string text;
  std::size_t from = 0;
  for (auto at = command.find(kPlaceholder); at != std::string::npos; at = command.find(kPlaceholder, from)) {
    text.append(command, from, at - from);
    text += shell_word(accuracy_log);
    from = at + kPlaceholder.size();
  }
  return text.append(command, from, std::string::npos);
}

std::vector<double> usual_scores(std::string_view text) {
  std::vector<double> scores;
  for (auto at = text.find(kScoreKey); at != std::string_view::npos; at = text.find(kScoreKey)) {
    text.remove_prefix(at + kScoreKey.size());
    const auto number = text.find_first_not_of(" \t\r\n\f\v");
    if (number == std::string_view::npos) break;
    const auto digits = text.substr(number, text.find_first_not_of("0123456789.", number) - number);
    if (const auto score = base::parse_double(digits)) scores.push_back(*score);
  }
  return scores;
}

std::regex compiled(const std::string& pattern) {
  try {
    return std::regex(pattern);
  } catch (const std::regex_error& error) {
    throw UsageError(fmt::format("--score-pattern {}: {}", base::printable(pattern), error.what()));
  }
}

}  // namespace

std::vector<double> scores_in(const std::string& output, const std::string& pattern) {
  if (pattern.empty()) return usual_scores(output);
  const std::regex expression = compiled(pattern);
  std::vector<double> scores;
  base::Lines lines(output);
  base::Line line;
  while (lines.next(line)) {
    if (line.text.size() > kLongestLine) continue;
    const std::string text(line.text);
    for (std::sregex_iterator match(text.begin(), text.end(), expression), end; match != end; ++match) {
      if (match->size() < 2) continue;
      if (const auto score = base::parse_double((*match)[1].str())) scores.push_back(*score);
    }
  }
  return scores;
}

audit::Evaluation run_evaluation(const std::string& command, const std::string& accuracy_log,
                                 const std::string& pattern) {
  if (!pattern.empty()) compiled(pattern);
  const auto closing = [](FILE* pipe) { pclose(pipe); };
  const std::string line = fmt::format("({}\n) 2>&1", with_log(command, accuracy_log));
  std::unique_ptr<FILE, decltype(closing)> pipe(popen(line.c_str(), "r"), closing);
  if (!pipe) throw std::runtime_error("cannot start the command of --accuracy-script");
  audit::Evaluation evaluation;
  std::array<char, 65536> block{};
  while (const auto count = std::fread(block.data(), 1, block.size(), pipe.get())) {
    if (evaluation.output.size() < kMostOutput)
      evaluation.output.append(block.data(), std::min(count, kMostOutput - evaluation.output.size()));
  }
  const int status = pclose(pipe.release());
  evaluation.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  evaluation.scores = scores_in(evaluation.output, pattern);
  return evaluation;
}

}  // namespace mlperf::cmd
