// SPDX-License-Identifier: Apache-2.0
#include "base/glob.h"

#include <gtest/gtest.h>

#include <string>

namespace mlperf::base {
namespace {

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(glob_match("perf-seeds", "perf-seeds"));
  EXPECT_FALSE(glob_match("perf", "perf-seeds"));
  EXPECT_FALSE(glob_match("perf-seeds", "perf"));
  EXPECT_TRUE(glob_match("perf-*", "perf-seeds"));
  EXPECT_TRUE(glob_match("*-seeds", "perf-seeds"));
  EXPECT_TRUE(glob_match("p?rf-*s", "perf-seeds"));
  EXPECT_TRUE(glob_match("*", ""));
  EXPECT_TRUE(glob_match("", ""));
  EXPECT_FALSE(glob_match("", "a"));
  EXPECT_FALSE(glob_match("?", ""));
}

TEST(Glob, OneStarStopsAtASlashTwoDoNot) {
  EXPECT_TRUE(glob_match("closed/*/systems/*.json", "closed/Acme/systems/a.json"));
  EXPECT_FALSE(glob_match("closed/*.json", "closed/Acme/systems/a.json"));
  EXPECT_FALSE(glob_match("closed?Acme", "closed/Acme"));
  EXPECT_TRUE(glob_match("closed/**.json", "closed/Acme/systems/a.json"));
  EXPECT_TRUE(glob_match("**", "closed/Acme"));
}

TEST(Glob, FoldersMayBeNone) {
  EXPECT_TRUE(glob_match("**/user.conf", "user.conf"));
  EXPECT_TRUE(glob_match("**/user.conf", "closed/Acme/user.conf"));
  EXPECT_FALSE(glob_match("**/user.conf", "closed/Acme/my-user.conf"));
  EXPECT_TRUE(glob_match("closed/**/user.conf", "closed/user.conf"));
  EXPECT_FALSE(glob_match("closed/**/user.conf", "open/user.conf"));
}

TEST(Glob, AFolderCoversWhatLiesInIt) {
  EXPECT_TRUE(glob_match_path("closed/Acme", "closed/Acme/systems/a.json"));
  EXPECT_TRUE(glob_match_path("closed/*/results/", "closed/Acme/results/a/b"));
  EXPECT_FALSE(glob_match_path("closed/Acm", "closed/Acme/systems/a.json"));
  EXPECT_TRUE(glob_match_path("closed/Acme/systems/a.json", "closed/Acme/systems/a.json"));
}

TEST(Glob, ManyStarsTakeLinearTime) {
  std::string pattern;
  for (int i = 0; i < 200; ++i) pattern += "*a";
  EXPECT_FALSE(glob_match(pattern + "b", std::string(10000, 'a')));
}

}  // namespace
}  // namespace mlperf::base
