// SPDX-License-Identifier: Apache-2.0
#include "audit/truncate_execute.h"

#include <cerrno>
#include <cstring>
#include <utility>

#include <fmt/format.h>

#include "audit/file_digest.h"
#include "submission/disk.h"
#include "submission/hash_lines.h"
#include "submission/text_document.h"

namespace mlperf::audit {
namespace {

using submission::join;

std::string folder_of(const std::string& path) {
  return path.substr(0, path.rfind('/'));
}

// A file beside the one whose place it will take. Unless it is put there it is removed again.
class Beside {
 public:
  Beside(base::FileCalls& calls, std::string path)
      : calls_(calls), path_(std::move(path)), temporary_(temporary_name(path_)), file_(calls, create()) {}
  Beside(const Beside&) = delete;
  Beside& operator=(const Beside&) = delete;
  ~Beside() {
    if (file_.ok() && !placed_) calls_.remove(temporary_);
  }

  bool ok() const { return file_.ok(); }
  int fd() const { return file_.fd(); }

  // Synced and renamed: 0 or errno.
  int take_place() { return place(&base::FileCalls::rename_over); }
  int take_free_place() { return place(&base::FileCalls::rename_new); }

 private:
  int create() { return calls_.create(temporary_); }

  int place(int (base::FileCalls::*rename)(const std::string&, const std::string&)) {
    if (const int error = calls_.sync(file_.fd()); error != 0) return error;
    if (const int error = (calls_.*rename)(temporary_, path_); error != 0) return error;
    placed_ = true;
    return 0;
  }

  base::FileCalls& calls_;
  std::string path_, temporary_;
  base::OpenFile file_;
  bool placed_ = false;
};

class Executor {
 public:
  Executor(const TruncateFacts& facts, const TruncatePlan& plan, const TruncatePlaces& places,
           const rules::Round& round, base::FileCalls& calls, Findings& out)
      : facts_(facts),
        plan_(plan),
        places_(places),
        rule_(round.accuracy_log()),
        calls_(calls),
        out_(out),
        log_(join(places.root, facts.target.log())),
        text_(join(places.root, facts.target.text())),
        backup_(join(places.backup, facts.target.log())) {}

  TruncateDone run() {
    if (plan_.keep_copy) {
      done_.kept_copy = keep_copy();
      if (!done_.kept_copy || !settle(backup_)) return done_;
    }
    if (plan_.write_hash) {
      done_.wrote_hash = write_hash();
      if (!done_.wrote_hash || !settle(text_)) return done_;
    }
    if (plan_.cut) {
      done_.cut = cut();
      if (done_.cut) settle(log_);
    }
    return done_;
  }

 private:
  bool fail(std::string_view step, std::string reason) {
    out_.report("truncate-failed", step).at(facts_.target.log()).with("reason", std::move(reason));
    return false;
  }
  bool fail(std::string_view step, int error) { return fail(step, std::string(std::strerror(error))); }

  // The new name outlives a power failure before the next step counts on it.
  bool settle(const std::string& path) {
    const int error = calls_.sync_folder(folder_of(path));
    return error == 0 || fail("sync", error);
  }

  bool keep_copy() {
    const std::string folder = folder_of(backup_);
    if (const int error = base::make_folders(calls_, folder); error != 0) return fail("default", error);
    if (submission::is_below(submission::real_path(folder), places_.root))
      return fail("default", "the folder lies inside the audited tree");
    const base::OpenFile log(calls_, calls_.open_regular(log_));
    if (!log.ok()) return fail("default", errno);
    Beside copy(calls_, backup_);
    if (!copy.ok()) return fail("default", errno);
    const FileDigest digest = digest_open_file(log.fd(), {}, copy.fd(), calls_);
    if (!digest.reason.empty()) return fail("default", digest.reason);
    if (digest.sha256 != facts_.sha256) return fail("default", "the log changed meanwhile");
    calls_.copy_attributes(log.fd(), copy.fd(), base::FileTimes::keep);
    const int error = copy.take_free_place();
    return error == 0 || fail("default", error);
  }

  bool write_hash() {
    const bool is_new = facts_.text.state == base::FileState::absent;
    const bool alone = facts_.target.place == HashPlace::hash_only;
    const auto now = base::read_file(text_, submission::kTextLimit);
    if (now.state != facts_.text.state || now.bytes.view() != facts_.text_bytes)
      return fail("hash", "it changed meanwhile");
    Beside text(calls_, text_);
    if (!text.ok()) return fail("hash", errno);
    if (const int error =
            calls_.write(text.fd(), submission::with_hash_line(facts_.text_bytes, plan_.hash, alone));
        error != 0)
      return fail("hash", error);
    if (is_new) {
      const int error = text.take_free_place();
      return error == 0 || fail("hash", error);
    }
    const base::OpenFile old(calls_, calls_.open_regular(text_));
    if (!old.ok()) return fail("hash", errno);
    calls_.copy_attributes(old.fd(), text.fd(), base::FileTimes::now);
    const int error = text.take_place();
    return error == 0 || fail("hash", error);
  }

  // The log must be the one that was hashed: nobody else's change is lost.
  bool cut() {
    const base::OpenFile log(calls_, calls_.open_regular(log_));
    if (!log.ok()) return fail("cut", errno);
    std::string bytes;
    if (const auto reason = shortened(log.fd(), bytes); !reason.empty()) return fail("cut", reason);
    Beside beside(calls_, log_);
    if (!beside.ok()) return fail("cut", errno);
    if (const int error = calls_.write(beside.fd(), bytes); error != 0) return fail("cut", error);
    calls_.copy_attributes(log.fd(), beside.fd(), base::FileTimes::keep);
    base::FileStamp stamp;
    if (const int error = calls_.stamp(log.fd(), stamp); error != 0) return fail("cut", error);
    if (stamp != facts_.stamp) return fail("cut", "the log changed meanwhile");
    const int error = beside.take_place();
    return error == 0 || fail("cut", error);
  }

  std::string shortened(int log, std::string& bytes) {
    bytes.resize(rule_.head_bytes);
    if (auto reason = read_exactly(log, bytes.data(), rule_.head_bytes, 0); !reason.empty()) return reason;
    bytes += rule_.separator;
    const std::size_t tail = bytes.size();
    bytes.resize(tail + rule_.tail_bytes);
    return read_exactly(log, bytes.data() + tail, rule_.tail_bytes, facts_.size - rule_.tail_bytes);
  }

  std::string read_exactly(int file, char* to, std::size_t size, std::uint64_t offset) {
    while (size > 0) {
      const ssize_t n = calls_.read_at(file, to, size, offset);
      if (n < 0) return std::strerror(errno);
      if (n == 0) return "the log became shorter meanwhile";
      to += n;
      size -= static_cast<std::size_t>(n);
      offset += static_cast<std::uint64_t>(n);
    }
    return {};
  }

  const TruncateFacts& facts_;
  const TruncatePlan& plan_;
  const TruncatePlaces& places_;
  const rules::Round::AccuracyLogRule& rule_;
  base::FileCalls& calls_;
  Findings& out_;
  std::string log_, text_, backup_;
  TruncateDone done_;
};

}  // namespace

TruncateDone execute_truncation(const TruncateFacts& facts, const TruncatePlan& plan,
                                const TruncatePlaces& places, const rules::Round& round,
                                base::FileCalls& calls, Findings& out) {
  return Executor(facts, plan, places, round, calls, out).run();
}

}  // namespace mlperf::audit
