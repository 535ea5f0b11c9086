// SPDX-License-Identifier: Apache-2.0
// Opens files of a tree only where they really lie in it: a link in somebody's submission must not make the
// auditor read (and quote) a file of the machine it runs on.
#pragma once

#include <string>
#include <utility>

#include "base/document.h"
#include "submission/disk.h"

namespace mlperf::audit {

class Confined {
 public:
  // `root_disk` is absolute and without links, as Submission has it.
  explicit Confined(std::string root_disk) : root_(std::move(root_disk)) {}

  std::string disk(const std::string& path) const { return submission::join(root_, path); }

  // Nothing is there, or it lies in the tree.
  bool inside(const std::string& path) const {
    const std::string real = submission::real_path(disk(path));
    return real.empty() || submission::is_below(real, root_);
  }

  // What `read(disk path, path)` gives, or a document that says why it was not asked.
  template <class Read>
  auto read(const std::string& path, const Read& read_document) const {
    using Result = decltype(read_document(std::string(), std::string()));
    if (inside(path)) return read_document(disk(path), path);
    Result refused;
    refused.path = path;
    refused.state = base::ReadState::unreadable;
    refused.reason = "is reached through a link that leaves the tree";
    return refused;
  }

 private:
  std::string root_;
};

}  // namespace mlperf::audit
