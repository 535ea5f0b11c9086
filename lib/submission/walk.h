// SPDX-License-Identifier: Apache-2.0
// One walk over the levels of a tree for all folders that were asked for. Outside of these only the folders
// on the way to them are opened, and systems/ of their submitters. The work is bounded whatever lies there:
// levels are few, entries and links are counted.
#pragma once

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "submission/disk.h"
#include "submission/layout.h"
#include "submission/tree.h"

namespace mlperf::submission {

class Walk {
 public:
  // `root` is a real path. `wanted`: folders below it as lists of names; the empty list is the root.
  Walk(std::string root, std::vector<std::vector<std::string>> wanted, std::string submitter_filter,
       const rules::TreeNames& names);

  // The root stands at `level`.
  Submission run(TreeLevel level);

  std::vector<std::string> submitters_seen;  // all names, the filter notwithstanding

 private:
  // A folder on the walk. `asked`: the wanted folders that lie below it; none when it is `inside` one itself.
  struct Spot {
    std::string path;  // relative to the root
    bool inside = false;
    std::vector<std::size_t> asked;
    std::size_t depth = 0;
  };
  struct Above {
    std::string division = "-", submitter = "-", system = "-", benchmark = "-";
  };
  // Issues of one kind in one folder: the first ones singly, the others as a count.
  struct Tally {
    struct OfKind {
      std::size_t count = 0, last = 0;
    };
    std::array<OfKind, kTreeIssueKinds> of_kind{};
  };

  void visit_root(const Spot& root);
  void visit_division(const Spot& spot, Above above);
  void visit_submitter(const Spot& spot, Above above);
  bool visit_results(const Spot& spot, const Above& above, SubmitterPaths& submitter);
  bool visit_system(const Spot& spot, Above above, SubmitterPaths& submitter);
  bool visit_benchmark(const Spot& spot, Above above, SubmitterPaths& submitter);
  bool repeats_scenario(const Spot& spot, const RawEntry& link, const std::vector<RawEntry>& entries) const;
  bool visit_unknown_scenario(const Spot& spot, const std::string& name, Tally& tally);
  void drop_foreign_folders(std::size_t from);
  void visit_lone_part(const Spot& spot, TreeLevel level);
  void read_systems(SubmitterPaths& submitter);
  void report_no_results(const Spot& spot, const std::string& name);
  void add_result(const Spot& spot, const Above& above, std::string scenario);

  std::vector<RawEntry> entries_of(const Spot& spot);
  Spot child_of(const Spot& spot, const std::string& name) const;
  bool is_open_folder(const Spot& spot, const RawEntry& entry, Tally& tally);
  void note(Tally& tally, TreeIssueKind kind, std::string path, std::string detail = {},
            std::string hint = {});
  bool holds_submitters(const std::string& folder) const;
  bool holds_benchmarks(const std::string& folder) const;
  std::string disk(std::string_view path) const { return join(root_, path); }

  std::string root_, filter_;
  std::vector<std::vector<std::string>> wanted_;
  const rules::TreeNames& names_;
  Submission out_;
  std::size_t entries_left_, links_left_;
};

}  // namespace mlperf::submission
