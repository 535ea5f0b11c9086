// SPDX-License-Identifier: Apache-2.0
// What the disk says of each accuracy log that `truncate` is about: the log, the accuracy.txt beside it, the
// copy that an earlier run kept, and what an interrupted run left behind. Reading only; nothing is judged.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/file.h"
#include "base/file_calls.h"
#include "rules/round.h"
#include "submission/tree.h"

namespace mlperf::audit {

inline constexpr std::string_view kAccuracyLogName = "mlperf_log_accuracy.json";
inline constexpr std::string_view kAccuracyTextName = "accuracy.txt";

// How a folder's accuracy.txt comes to its hash line.
enum class HashPlace : std::uint8_t {
  required,   // the evaluation has to write the file first
  appended,   // the file is made where it is missing
  hash_only,  // likewise; usually it holds nothing else, and then no empty line comes first
};

struct HashedFolder {
  std::string folder;  // relative to the scenario folder: "accuracy", "TEST07/accuracy"
  HashPlace place = HashPlace::required;
};

// The folders whose logs the round wants shortened and hashed.
std::vector<HashedFolder> hashed_folders(const rules::Round& round);

struct TruncateTarget {
  std::string id;      // of the result
  std::string test;    // "TEST07"; empty for the accuracy run
  std::string parent;  // the folder above `folder`, relative to the root
  std::string folder;  // relative to the root
  HashPlace place = HashPlace::required;

  std::string log() const { return folder + '/' + std::string(kAccuracyLogName); }
  std::string text() const { return folder + '/' + std::string(kAccuracyTextName); }
};

enum class LogForm : std::uint8_t {
  empty,      // no byte, or white space
  whole,      // begins and ends like a log
  cut,        // head, mark and tail as the round has them
  marked,     // the mark of a cut stands elsewhere in it
  malformed,  // none of these
};

// A file that may be missing or out of reach.
struct FileFacts {
  base::FileState state = base::FileState::absent;
  std::string reason;            // unreadable
  std::string link;              // where it leads when it is a link; then nothing else is known of it
  bool write_protected = false;  // nobody may write it
};

struct TruncateFacts {
  TruncateTarget target;
  FileFacts log;
  std::uint64_t size = 0;
  base::FileStamp stamp;
  LogForm form = LogForm::empty;
  std::uint64_t mark_at = 0;  // form == marked
  std::string sha256;         // of the log as it lies there; empty when it was not asked for
  std::string same_as;        // the log is reached through a linked folder, and this is where it lies
  bool endpoints = false;     // no log, but the config.yaml of an endpoints submission

  FileFacts text;
  std::string text_bytes;

  FileFacts backup;
  std::string backup_sha256;  // empty when it was not asked for
  bool backup_fits = false;   // its head and tail are those of the log

  // Temporary files of interrupted runs, as paths that can be opened.
  std::vector<std::string> leftovers;
};

struct TruncatePlaces {
  std::string root;    // absolute and without links
  std::string backup;  // absolute; the copy of ROOT/x is BACKUP/x
};

// The targets of a tree, in the order of its results.
std::vector<TruncateTarget> truncate_targets(const submission::Submission& submission,
                                             const rules::Round& round);

// `look_only`: logs above the round's limit are not hashed, kept copies are.
TruncateFacts gather_truncate_facts(const TruncateTarget& target, const TruncatePlaces& places,
                                    const rules::Round& round, bool look_only, base::FileCalls& calls);

// The well-formed hashes in an accuracy.txt that are not `own`, in lower case, each once.
std::vector<std::string> hash_of_another(std::string_view text, std::string_view own, std::size_t digits);

// The name under which a file is written before it takes the place of `path`.
std::string temporary_name(const std::string& path);

}  // namespace mlperf::audit
