// SPDX-License-Identifier: Apache-2.0
#include "rules/load.h"

#include <dirent.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <set>

#include <fmt/format.h>

#include "base/file.h"
#include "base/number.h"
#include "base/text.h"
#include "rules/catalog_loader.h"
#include "rules/embedded.h"
#include "rules/round_loader.h"

namespace mlperf::rules {
namespace {

constexpr std::uint64_t kMaxRuleFileBytes = 64U << 20;
constexpr std::string_view kReleasesFile = "loadgen-releases.json";

// "v6.10" -> {6, 10}
std::optional<std::pair<std::uint64_t, std::uint64_t>> round_number(std::string_view name) {
  if (!name.starts_with('v')) return std::nullopt;
  const auto dot = name.find('.');
  if (dot == std::string_view::npos) return std::nullopt;
  const auto major = base::parse_u64(name.substr(1, dot - 1));
  const auto minor = base::parse_u64(name.substr(dot + 1));
  if (!major || !minor) return std::nullopt;
  return std::pair(*major, *minor);
}

// "rounds/v6.1.json" -> "v6.1" when the path is below `folder` and ends in .json
std::optional<std::string> stem_in(std::string_view path, std::string_view folder) {
  constexpr std::string_view kSuffix = ".json";
  if (!path.starts_with(folder) || !path.ends_with(kSuffix)) return std::nullopt;
  path.remove_prefix(folder.size());
  path.remove_suffix(kSuffix.size());
  if (path.empty() || path.find('/') != std::string_view::npos) return std::nullopt;
  return std::string(path);
}

struct RoundSource {
  std::string file;
  nlohmann::json document;
};

// Puts the bases of a round below it, deepest first.
class Inheritance {
 public:
  explicit Inheritance(const std::map<std::string, RoundSource>& sources) : sources_(sources) {}

  // The document with all that it inherits. `base_names` gets the benchmark names of its bases.
  nlohmann::json merged(const std::string& name, std::set<std::string, std::less<>>& base_names) {
    const auto& source = sources_.at(name);
    const RuleValue root(source.file, source.document);
    const auto base = root.find("extends");
    if (!base) return source.document;
    const auto base_name = base->string();
    chain_.push_back(name);
    if (std::find(chain_.begin(), chain_.end(), base_name) != chain_.end()) {
      base->fail_with(fmt::format("a circle: {} -> {}", fmt::join(chain_, " -> "), base_name));
    }
    if (sources_.find(base_name) == sources_.end()) {
      std::vector<std::string> names;
      for (const auto& [known, unused] : sources_) names.push_back(known);
      base->fail_with(fmt::format("there is no round \"{}\"{}", base::printable(base_name),
                                  suggestion(base_name, names)));
    }
    auto document = merged(base_name, base_names);
    chain_.pop_back();
    add_names(base_name, document, base_names);
    document.merge_patch(source.document);
    return document;
  }

 private:
  void add_names(const std::string& name, const nlohmann::json& document,
                 std::set<std::string, std::less<>>& names) {
    const RuleValue root(sources_.at(name).file, document);
    for (const auto& [benchmark, value] : values_of(root, "benchmarks").members()) names.insert(benchmark);
    names.merge(legacy_names(root));
  }

  const std::map<std::string, RoundSource>& sources_;
  std::vector<std::string> chain_;
};

std::vector<Round> load_rounds(const std::map<std::string, RoundSource>& sources,
                               const std::shared_ptr<const LoadgenReleases>& releases) {
  std::vector<std::string> names;
  for (const auto& [name, source] : sources) names.push_back(name);
  std::sort(names.begin(), names.end(),
            [](const auto& a, const auto& b) { return round_number(a) < round_number(b); });
  std::vector<Round> rounds;
  for (const auto& name : names) {
    std::set<std::string, std::less<>> base_names;
    auto document = Inheritance(sources).merged(name, base_names);
    rounds.push_back(RoundLoader::load(sources.at(name).file, std::move(document), base_names, releases));
  }
  return rounds;
}

void add_file(const std::string& folder, const std::string& path, std::vector<RuleFile>& files) {
  auto read = base::read_file(folder + "/" + path, kMaxRuleFileBytes);
  if (read.state != base::FileState::read) {
    throw RuleError(fmt::format("{}: {}", base::printable(path), read.reason));
  }
  files.push_back({path, std::string(read.bytes.view())});
}

// A folder without the file does without it: the round's own list of hashes is judged by alone.
void add_releases(const std::string& folder, std::vector<RuleFile>& files) {
  const std::string path(kReleasesFile);
  if (base::read_ends(folder + "/" + path, 1, 0).state != base::FileState::absent)
    add_file(folder, path, files);
}

void add_folder(const std::string& folder, const std::string& name, std::vector<RuleFile>& files) {
  const auto path = folder + "/" + name;
  DIR* entries = opendir(path.c_str());
  if (entries == nullptr) {
    if (errno == ENOENT && name != "rounds") return;
    throw RuleError(fmt::format("{}: {}", base::printable(path), std::strerror(errno)));
  }
  std::vector<std::string> names;
  while (const dirent* entry = readdir(entries)) names.emplace_back(entry->d_name);
  closedir(entries);
  std::sort(names.begin(), names.end());
  for (const auto& entry : names) {
    if (entry.starts_with('.') || !entry.ends_with(".json")) continue;
    add_file(folder, name + "/" + entry, files);
  }
}

}  // namespace

RuleSet load_rules(const std::vector<RuleFile>& files) {
  std::map<std::string, RoundSource> sources;
  RuleSet rules;
  CatalogLoader catalog;
  for (const auto& file : files) {
    const auto round = stem_in(file.path, "rounds/");
    const auto group = stem_in(file.path, "catalog/");
    const bool releases = file.path == kReleasesFile;
    if (!round && !group && !releases) {
      throw RuleError(fmt::format("{}: neither rounds/NAME.json nor catalog/GROUP.json nor {}",
                                  base::printable(file.path), kReleasesFile));
    }
    auto document = file.built_in ? parse_built_in_rule_file(file.path, file.text)
                                  : parse_rule_file(file.path, file.text);
    if (releases) {
      rules.loadgen_releases =
          std::make_shared<const LoadgenReleases>(LoadgenReleases::load(file.path, document));
      continue;
    }
    if (group) {
      catalog.add(file.path, *group, document);
      continue;
    }
    const RuleValue root(file.path, document);
    const auto name = root.at("round").string();
    if (!round_number(name)) root.at("round").fail("a round such as \"v6.1\"");
    if (name != *round) root.at("round").fail(fmt::format("\"{}\", the name of the file", *round));
    if (!sources.emplace(name, RoundSource{file.path, std::move(document)}).second) {
      throw RuleError(fmt::format("{}: given twice", file.path));
    }
  }
  if (sources.empty()) throw RuleError("no round: a rule folder needs at least one rounds/NAME.json");
  rules.rounds = load_rounds(sources, rules.loadgen_releases);
  rules.catalog = catalog.finish();
  return rules;
}

RuleSet load_embedded_rules() {
  std::vector<RuleFile> files;
  for (const auto& file : embedded_files())
    files.push_back({std::string(file.path), std::string(file.text), true});
  return load_rules(files);
}

RuleSet load_rules_from(const std::string& folder) {
  std::vector<RuleFile> files;
  add_folder(folder, "rounds", files);
  add_folder(folder, "catalog", files);
  add_releases(folder, files);
  return load_rules(files);
}

const Round* RuleSet::find_round(std::string_view name) const {
  for (const auto& round : rounds) {
    if (base::equal_no_case(round.name(), name) || round.name().substr(1) == name) return &round;
  }
  return nullptr;
}

TreeNames RuleSet::tree_names() const {
  TreeNames names;
  const auto add = [](std::vector<std::string>& list, const std::string& name) {
    if (std::find(list.begin(), list.end(), name) == list.end()) list.push_back(name);
  };
  for (const auto& round : rounds) {
    for (const auto& division : round.divisions()) add(names.divisions, division);
    for (const auto& [alias, scenario] : round.scenario_aliases())
      names.scenario_by_alias.emplace(alias, scenario);
    for (const auto& benchmark : round.benchmarks()) add(names.benchmark_names, benchmark);
    for (const auto& [alias, benchmark] : round.benchmark_aliases()) add(names.benchmark_names, alias);
  }
  return names;
}

}  // namespace mlperf::rules
