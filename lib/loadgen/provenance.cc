// SPDX-License-Identifier: Apache-2.0
#include "loadgen/provenance.h"

#include <algorithm>
#include <tuple>

namespace mlperf::loadgen {
namespace {

// Made by the build from mlperf.conf; a few builds do without it.
constexpr std::string_view kGenerated = "/mlperf_conf.h";
constexpr std::size_t kMostFiles = 10000;

class Scanner {
 public:
  explicit Scanner(std::string_view text) : text_(text) {}

  bool take(char wanted) {
    skip_blanks();
    if (at_ == text_.size() || text_[at_] != wanted) return false;
    ++at_;
    return true;
  }
  // What stands between two quotes.
  bool take_string(std::string_view& content) {
    if (!take('"')) return false;
    const std::size_t begin = at_;
    while (at_ < text_.size() && text_[at_] != '"') at_ += text_[at_] == '\\' ? 2 : 1;
    if (at_ >= text_.size()) return false;
    content = text_.substr(begin, at_ - begin);
    ++at_;
    return true;
  }

 private:
  void skip_blanks() {
    while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The best of the states by `fit` (more is better), then as identify() says.
template <class Fit>
std::size_t best_state(const rules::LoadgenReleases& releases, std::string_view version, const Fit& fit) {
  const auto& states = releases.states();
  std::size_t best = 0;
  const auto rank = [&](std::size_t i) {
    return std::tuple(fit(i), states[i].version == version, states[i].release);
  };
  for (std::size_t i = 1; i < states.size(); ++i)
    if (rank(i) > rank(best)) best = i;
  return best;
}

bool state_has(const rules::LoadgenReleases& releases, const SourceFile& file, std::size_t state) {
  const auto* history = releases.history(file.name);
  if (history == nullptr) return false;
  const auto content = history->find(file.sha1);
  return content != history->end() && content->second.has(state);
}

std::vector<std::string_view> missing_files(const std::vector<SourceFile>& files,
                                            const rules::LoadgenReleases& releases) {
  std::vector<std::string_view> missing;
  // Both lists are sorted, as a rule: where the last one was found the next one follows.
  auto from = files.begin();
  for (const auto& name : releases.behaviour_files()) {
    if (name == kGenerated) continue;
    const auto is_it = [&](const SourceFile& file) { return file.name == name; };
    auto found = std::find_if(from, files.end(), is_it);
    if (found == files.end()) found = std::find_if(files.begin(), from, is_it);
    if (found != files.end() && is_it(*found)) {
      from = found;
    } else {
      missing.push_back(name);
    }
  }
  return missing;
}

}  // namespace

std::string_view to_string(Origin origin) {
  switch (origin) {
    case Origin::official:
      return "official";
    case Origin::mixed:
      return "mixed";
    case Origin::changed:
      return "changed";
    case Origin::unknown:
      break;
  }
  return "unknown";
}

std::optional<std::vector<SourceFile>> parse_source_files(std::string_view json) {
  Scanner scanner(json);
  std::vector<SourceFile> files;
  if (!scanner.take('{')) return std::nullopt;
  if (scanner.take('}')) return files;
  constexpr std::size_t kUsual = 48;
  files.reserve(kUsual);
  do {
    SourceFile file;
    if (files.size() == kMostFiles) return std::nullopt;
    if (!scanner.take_string(file.name) || !scanner.take(':') || !scanner.take_string(file.sha1))
      return std::nullopt;
    files.push_back(file);
  } while (scanner.take(','));
  return scanner.take('}') ? std::optional(std::move(files)) : std::nullopt;
}

Provenance identify(const std::vector<SourceFile>& files, const rules::LoadgenReleases& releases,
                    std::string_view version) {
  Provenance result;
  std::vector<const SourceFile*> published;
  std::optional<rules::StateSet> fits;
  for (const auto& file : files) {
    const auto* history = releases.history(file.name);
    if (history == nullptr) {
      if (!releases.not_judged(file.name)) result.foreign.push_back(file);
      continue;
    }
    const auto content = history->find(file.sha1);
    if (content == history->end()) {
      result.changed.push_back(file);
      continue;
    }
    published.push_back(&file);
    if (fits) {
      fits->keep(content->second);
    } else {
      fits = content->second;
    }
  }
  result.missing = missing_files(files, releases);
  if (published.empty()) return result;

  const bool one_state = !fits->empty();
  const std::size_t best =
      one_state ? best_state(releases, version, [&](std::size_t i) { return fits->has(i) ? 1 : 0; })
                : best_state(releases, version, [&](std::size_t i) {
                    return std::count_if(published.begin(), published.end(), [&](const SourceFile* file) {
                      return state_has(releases, *file, i);
                    });
                  });
  result.state = &releases.states()[best];
  result.version_fits = result.state->version == version;
  for (const auto* file : published)
    if (!state_has(releases, *file, best)) result.differing.push_back(*file);
  result.origin = !result.changed.empty() ? Origin::changed : one_state ? Origin::official : Origin::mixed;
  return result;
}

}  // namespace mlperf::loadgen
