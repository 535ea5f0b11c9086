// SPDX-License-Identifier: Apache-2.0
#include "audit/truncate_facts.h"

#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <fmt/format.h>

#include "audit/file_digest.h"
#include "base/text.h"
#include "mllog/accuracy_log.h"
#include "submission/disk.h"
#include "submission/hash_lines.h"
#include "submission/text_document.h"

namespace mlperf::audit {
namespace {

using base::FileState;
using submission::join;

constexpr std::string_view kTemporaryEnd = ".truncate-new";
// Logs up to this size are looked through even where that is not asked for: it costs nothing, and whatever
// another tool made of a log (four bytes a character at worst) is smaller.
constexpr std::uint64_t kSmall = std::uint64_t{64} << 10;
constexpr std::size_t kMostEntries = 10000;  // of a folder that are looked at for leftovers

HashPlace place_named(const std::string& name) {
  if (name == "required") return HashPlace::required;
  return name == "hash_only" ? HashPlace::hash_only : HashPlace::appended;
}

bool is_leftover(std::string_view name) {
  if (!name.ends_with(kTemporaryEnd)) return false;
  name.remove_suffix(kTemporaryEnd.size());
  for (const auto start : {kAccuracyLogName, kAccuracyTextName}) {
    if (!name.starts_with(start)) continue;
    const auto number = name.substr(start.size());
    return number.size() > 1 && number[0] == '.' &&
           number.find_first_not_of("0123456789", 1) == std::string_view::npos;
  }
  return false;
}

void find_leftovers(const std::string& folder, std::vector<std::string>& found) {
  for (const auto& entry : submission::read_raw_folder(folder, kMostEntries).entries) {
    if (entry.kind == submission::RawKind::file && is_leftover(entry.name))
      found.push_back(join(folder, entry.name));
  }
}

// Without opening it: is it there, is it a regular file, and whose hands is it in.
FileFacts look_at(const std::string& path, struct stat& info) {
  FileFacts facts;
  if (::lstat(path.c_str(), &info) != 0) {
    const int error = errno;
    if (error != ENOENT && error != ENOTDIR) {
      facts.state = FileState::unreadable;
      facts.reason = std::strerror(error);
    }
    return facts;
  }
  constexpr mode_t kAnyWriter = 0222;
  facts.state = FileState::unreadable;
  facts.write_protected = (info.st_mode & kAnyWriter) == 0;
  if (S_ISLNK(info.st_mode)) {
    facts.link = submission::link_text(path);
    facts.reason = "is a link";
  } else if (S_ISDIR(info.st_mode)) {
    facts.reason = "is a folder";
  } else if (!S_ISREG(info.st_mode)) {
    facts.reason = "is no regular file";
  } else {
    facts.state = FileState::read;
  }
  return facts;
}

class Gatherer {
 public:
  Gatherer(const TruncateTarget& target, const TruncatePlaces& places, const rules::Round& round,
           bool look_only, base::FileCalls& calls)
      : places_(places), rule_(round.accuracy_log()), look_only_(look_only), calls_(calls) {
    facts_.target = target;
  }

  TruncateFacts run() {
    const std::string folder = join(places_.root, facts_.target.folder);
    struct stat info {};
    facts_.log = look_at(disk(facts_.target.log()), info);
    if (facts_.log.state == FileState::absent) {
      facts_.endpoints = has_endpoints_config();
      return std::move(facts_);
    }
    find_leftovers(folder, facts_.leftovers);
    const std::string real = submission::real_path(folder);
    if (real != folder) {
      facts_.same_as = submission::is_below(real, places_.root)
                           ? real.substr(places_.root.size() + 1) + '/' + std::string(kAccuracyLogName)
                           : real;
      return std::move(facts_);
    }
    if (facts_.log.state != FileState::read) return std::move(facts_);
    facts_.size = static_cast<std::uint64_t>(info.st_size);
    read_text();
    read_log();
    if (facts_.log.state == FileState::read) read_backup();
    return std::move(facts_);
  }

 private:
  std::string disk(const std::string& path) const { return join(places_.root, path); }

  bool has_endpoints_config() const {
    const std::string folder = disk(facts_.target.parent);
    return ::access(join(folder, "config.yaml").c_str(), F_OK) == 0 ||
           ::access(join(folder, "config.yml").c_str(), F_OK) == 0;
  }

  void read_text() {
    struct stat info {};
    const std::string path = disk(facts_.target.text());
    facts_.text = look_at(path, info);
    if (facts_.text.state != FileState::read) return;
    auto file = base::read_file(path, submission::kTextLimit);
    facts_.text.state = file.state;
    facts_.text.reason = std::move(file.reason);
    if (file.state == FileState::read) facts_.text_bytes = file.bytes.view();
  }

  void read_log() {
    const std::string path = disk(facts_.target.log());
    const auto document = mllog::read_accuracy_log_facts(
        path, facts_.target.log(), {rule_.head_bytes, rule_.tail_bytes, rule_.separator});
    switch (document.value.shape) {
      case mllog::AccuracyLogShape::empty_list:
      case mllog::AccuracyLogShape::whole:
      case mllog::AccuracyLogShape::long_whole:
        facts_.form = LogForm::whole;
        break;
      case mllog::AccuracyLogShape::cut:
        facts_.form = LogForm::cut;
        break;
      case mllog::AccuracyLogShape::damaged:
        facts_.form = LogForm::malformed;
        break;
    }
    if (document.state == base::ReadState::empty) facts_.form = LogForm::empty;
    const bool due = facts_.size > rule_.max_size_bytes;
    if (look_only_ && due && facts_.size > kSmall) return;
    const FileDigest digest = digest_file(path, rule_.separator, calls_);
    if (!digest.reason.empty()) {
      facts_.log.state = FileState::unreadable;
      facts_.log.reason = digest.reason;
      return;
    }
    facts_.sha256 = digest.sha256;
    facts_.stamp = digest.stamp;
    facts_.size = digest.stamp.size;
    if (facts_.form != LogForm::cut && digest.mark_at) {
      facts_.form = LogForm::marked;
      facts_.mark_at = *digest.mark_at;
    }
  }

  // The copy is read where it decides something: before a cut, and for a cut log whose hash is in doubt or
  // looked at.
  bool backup_matters() const {
    if (facts_.size > rule_.max_size_bytes) return !facts_.sha256.empty();
    if (facts_.form != LogForm::cut) return false;
    return look_only_ || hash_of_another(facts_.text_bytes, facts_.sha256, rule_.hash_length_hex).empty();
  }

  void read_backup() {
    if (!backup_matters()) return;
    const std::string path = join(places_.backup, facts_.target.log());
    find_leftovers(join(places_.backup, facts_.target.folder), facts_.leftovers);
    struct stat info {};
    facts_.backup = look_at(path, info);
    if (facts_.backup.state != FileState::read) return;
    if (submission::is_below(submission::real_path(path), places_.root)) {
      facts_.backup.state = FileState::unreadable;
      facts_.backup.reason = "lies inside the audited tree";
      return;
    }
    const FileDigest digest = digest_file(path, {}, calls_);
    if (!digest.reason.empty()) {
      facts_.backup.state = FileState::unreadable;
      facts_.backup.reason = digest.reason;
      return;
    }
    facts_.backup_sha256 = digest.sha256;
    facts_.backup_fits = facts_.form == LogForm::cut && is_cut_of(path);
  }

  bool is_cut_of(const std::string& whole) const {
    const auto ends = base::read_ends(whole, rule_.head_bytes, rule_.tail_bytes);
    const auto log = base::read_file(disk(facts_.target.log()), rule_.cut_size_bytes);
    if (ends.state != FileState::read || log.state != FileState::read) return false;
    const std::string cut = std::string(ends.head.view()) + rule_.separator + std::string(ends.tail.view());
    return cut == log.bytes.view();
  }

  TruncateFacts facts_;
  const TruncatePlaces& places_;
  const rules::Round::AccuracyLogRule& rule_;
  bool look_only_;
  base::FileCalls& calls_;
};

}  // namespace

std::vector<HashedFolder> hashed_folders(const rules::Round& round) {
  std::vector<HashedFolder> folders;
  const auto& group = round.group("accuracy_log");
  const auto list = group.find("hash_recorded_in");
  if (list == group.end()) return folders;
  for (const auto& [folder, place] : list->items()) folders.push_back({folder, place_named(place)});
  // The accuracy run first, then its tests.
  std::stable_sort(folders.begin(), folders.end(), [](const HashedFolder& a, const HashedFolder& b) {
    return std::count(a.folder.begin(), a.folder.end(), '/') <
           std::count(b.folder.begin(), b.folder.end(), '/');
  });
  return folders;
}

std::vector<TruncateTarget> truncate_targets(const submission::Submission& submission,
                                             const rules::Round& round) {
  std::vector<TruncateTarget> targets;
  for (const auto& result : submission.results) {
    for (const auto& [folder, place] : hashed_folders(round)) {
      const auto slash = folder.rfind('/');
      TruncateTarget target;
      target.id = result.id();
      if (slash != std::string::npos) target.test = folder.substr(0, slash);
      target.parent = join(result.path, target.test);
      target.folder = join(result.path, folder);
      target.place = place;
      const bool is_there =
          submission::is_folder(join(submission.root_disk, target.folder)) || target.test.empty();
      if (is_there) targets.push_back(std::move(target));
    }
  }
  return targets;
}

std::vector<std::string> hash_of_another(std::string_view text, std::string_view own, std::size_t digits) {
  std::vector<std::string> others;
  for (const auto& value : submission::hash_values(text)) {
    if (!submission::is_hash(value, digits)) continue;
    std::string hash = base::lower(value);
    if (hash != own && std::find(others.begin(), others.end(), hash) == others.end())
      others.push_back(std::move(hash));
  }
  return others;
}

TruncateFacts gather_truncate_facts(const TruncateTarget& target, const TruncatePlaces& places,
                                    const rules::Round& round, bool look_only, base::FileCalls& calls) {
  return Gatherer(target, places, round, look_only, calls).run();
}

std::string temporary_name(const std::string& path) {
  return fmt::format("{}.{}{}", path, ::getpid(), kTemporaryEnd);
}

}  // namespace mlperf::audit
