// SPDX-License-Identifier: Apache-2.0
#include "support/variant.h"

#include <unistd.h>

#include <atomic>
#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include <fmt/format.h>

#include "rules/load.h"

namespace mlperf::test {
namespace {

namespace fs = std::filesystem;

void link_tree(const fs::path& from, const fs::path& to) {
  fs::create_directories(to);
  for (const auto& entry : fs::directory_iterator(from)) {
    const auto target = to / entry.path().filename();
    if (entry.is_directory()) {
      link_tree(entry.path(), target);
    } else {
      fs::create_hard_link(entry.path(), target);
    }
  }
}

// Thousands of links are made and removed: in memory, where the machine has such a folder and nobody says
// otherwise.
const fs::path& temporary() {
  static const fs::path folder = [] {
    const fs::path memory = "/dev/shm";
    const bool usable = ::getenv("TMPDIR") == nullptr && ::access(memory.c_str(), W_OK | X_OK) == 0;
    return usable ? memory : fs::temp_directory_path();
  }();
  return folder;
}

// A private copy of the sample on the disk of the temporary folder, to link to.
const fs::path& master() {
  static const fs::path copy = [] {
    const auto folder = temporary() / fmt::format("mlperf-audit-sample-{}", ::getpid());
    fs::remove_all(folder);
    fs::copy(fs::path(MLPERF_SOURCE_DIR) / "fixtures/submission", folder, fs::copy_options::recursive);
    static const struct Cleaner {
      fs::path folder;
      ~Cleaner() {
        std::error_code ignored;
        fs::remove_all(folder, ignored);
      }
    } cleaner{folder};
    return folder;
  }();
  return copy;
}

const rules::RuleSet& rule_set() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return rules;
}

std::string key_start(std::string_view key) {
  return fmt::format("\"key\": \"{}\", \"value\": ", key);
}

}  // namespace

Variant::Variant() {
  static std::atomic<int> count{0};
  root_ = temporary() / fmt::format("mlperf-audit-variant-{}-{}", ::getpid(), count++);
  fs::remove_all(root_);
  link_tree(master(), root_);
}

Variant::~Variant() {
  std::error_code ignored;
  fs::remove_all(root_, ignored);
}

std::string Variant::text(const std::string& file) const {
  std::ifstream in(path(file), std::ios::binary);
  if (!in) throw std::runtime_error("no such file in the sample: " + file);
  std::ostringstream out;
  out << in.rdbuf();
  return out.str();
}

Variant& Variant::write(const std::string& file, std::string_view text) {
  fs::create_directories(path(file).parent_path());
  fs::remove(path(file));  // a hard link to the sample: never write through it
  std::ofstream(path(file), std::ios::binary) << text;
  return *this;
}

Variant& Variant::edit(const std::string& file, const std::function<std::string(std::string)>& change) {
  return write(file, change(text(file)));
}

Variant& Variant::set(const std::string& file, std::string_view key, std::string_view value) {
  return edit(file, [&](std::string text) {
    const auto start = text.find(key_start(key));
    if (start == std::string::npos) throw std::runtime_error(fmt::format("no {} in {}", key, file));
    const auto from = start + key_start(key).size();
    return text.replace(from, text.find(", \"time_ms\"", from) - from, value);
  });
}

Variant& Variant::drop(const std::string& file, std::string_view key) {
  return edit(file, [&](std::string text) {
    for (auto at = text.find(key_start(key)); at != std::string::npos; at = text.find(key_start(key))) {
      const auto begin = text.rfind('\n', at) + 1;
      text.erase(begin, text.find('\n', at) + 1 - begin);
    }
    return text;
  });
}

Variant& Variant::repeat(const std::string& file, std::string_view key, std::string_view value) {
  return edit(file, [&](std::string text) {
    const auto at = text.find(key_start(key));
    if (at == std::string::npos) throw std::runtime_error(fmt::format("no {} in {}", key, file));
    const auto begin = text.rfind('\n', at) + 1;
    std::string line = text.substr(begin, text.find('\n', at) + 1 - begin);
    const auto from = line.find(key_start(key)) + key_start(key).size();
    line.replace(from, line.find(", \"time_ms\"", from) - from, value);
    // The time of the last line, so that nothing but the repetition is odd.
    const auto last = text.rfind("\"time_ms\": ");
    const auto stamp = text.substr(last, text.find(',', last) - last);
    const auto own = line.find("\"time_ms\": ");
    line.replace(own, line.find(',', own) - own, stamp);
    return text + line;
  });
}

Variant& Variant::replace(const std::string& file, std::string_view from, std::string_view to) {
  return edit(file, [&](std::string text) {
    const auto at = text.find(from);
    if (at == std::string::npos) throw std::runtime_error(fmt::format("no '{}' in {}", from, file));
    return text.replace(at, from.size(), to);
  });
}

Variant& Variant::append(const std::string& file, std::string_view more) {
  return edit(file, [&](std::string text) { return text.append(more); });
}

Variant& Variant::remove(const std::string& file) {
  if (fs::remove_all(path(file)) == 0) throw std::runtime_error("nothing to remove: " + file);
  return *this;
}

Variant& Variant::rename(const std::string& from, const std::string& to) {
  fs::create_directories(path(to).parent_path());
  fs::rename(path(from), path(to));
  return *this;
}

Variant& Variant::copy(const std::string& from, const std::string& to) {
  fs::create_directories(path(to).parent_path());
  fs::remove_all(path(to));  // hard links to the sample: never write through them
  fs::copy(path(from), path(to), fs::copy_options::recursive);
  return *this;
}

audit::AuditReport Variant::check(const std::string& relative, audit::Options options) const {
  options.paths = {path(relative).lexically_normal().string()};
  if (options.jobs == 0) options.jobs = 1;
  auto outcome = audit::run_audit(options, rule_set());
  if (const auto* failure = std::get_if<audit::Failure>(&outcome)) throw std::runtime_error(failure->message);
  return std::get<audit::AuditReport>(std::move(outcome));
}

std::vector<const audit::Finding*> findings(const audit::AuditReport& report, std::string_view rule,
                                            std::string_view file) {
  std::vector<const audit::Finding*> found;
  const auto look = [&](const std::vector<audit::Finding>& list) {
    for (const auto& finding : list) {
      if (finding.rule == rule && finding.place.file.find(file) != std::string::npos)
        found.push_back(&finding);
    }
  };
  look(report.findings);
  for (const auto& result : report.results) look(result.findings);
  return found;
}

bool has(const audit::AuditReport& report, rules::Severity severity, std::string_view rule,
         std::string_view file) {
  for (const auto* finding : findings(report, rule, file)) {
    if (finding->severity == severity && !finding->waived) return true;
  }
  return false;
}

std::string listed(const audit::AuditReport& report, rules::Severity severity) {
  std::string text = "the report has:\n";
  const auto add = [&](const std::vector<audit::Finding>& list) {
    for (const auto& f : list) {
      if (f.severity == severity)
        text += fmt::format("  {} {}:{} {}\n", f.rule, f.place.file, f.place.line, f.message);
    }
  };
  add(report.findings);
  for (const auto& result : report.results) add(result.findings);
  return text;
}

const audit::ResultReport& result(const audit::AuditReport& report, std::string_view path_part) {
  for (const auto& result : report.results) {
    if ((result.path + '/').find(path_part) != std::string::npos) return result;
  }
  throw std::runtime_error(fmt::format("no result {}", path_part));
}

}  // namespace mlperf::test
