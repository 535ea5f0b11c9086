// SPDX-License-Identifier: Apache-2.0
// What a folder is, told by its name and by the names of what lies in it. Used by discovery only.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "rules/round.h"
#include "submission/disk.h"

namespace mlperf::submission {

std::vector<std::string> split_path(std::string_view path);

bool is_division(std::string_view name, const rules::TreeNames& names);
bool is_division_in_any_case(std::string_view name, const rules::TreeNames& names);
bool holds_divisions(const std::string& folder, const rules::TreeNames& names);  // in any case

bool is_scenario(std::string_view name, const rules::TreeNames& names);              // any case
std::string nearest_scenario(std::string_view name, const rules::TreeNames& names);  // "" if none is near

// Entries that only the folder of a result has: performance/, accuracy/, TESTnn/, measurements.json, logs.
bool belongs_to_result(const RawEntry& entry);
bool holds_result_files(const std::string& folder);
bool holds_scenarios(const std::string& folder,
                     const rules::TreeNames& names);  // by name, with such entries in them

// Levels of a tree. In a tree without division folders the root stands at a lower level.
enum class TreeLevel { root, division, submitter, results, system, benchmark, scenario };

// The level at which a root without division folders, results/ and systems/ stands; `root` where nothing
// tells.
TreeLevel guess_level(const std::string& folder, const rules::TreeNames& names);

}  // namespace mlperf::submission
