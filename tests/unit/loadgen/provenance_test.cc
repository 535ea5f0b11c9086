// SPDX-License-Identifier: Apache-2.0
#include "loadgen/provenance.h"

#include <gmock/gmock.h>

#include "support/loadgen_sources.h"

namespace mlperf::loadgen {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;

const rules::LoadgenReleases& releases() {
  static const rules::RuleSet rules = rules::load_embedded_rules();
  return *rules.loadgen_releases;
}

// The text is kept, as the result has views into it.
struct Identified {
  std::string text;
  Provenance found;
};
Identified identified(const test::SourceHashes& hashes, std::string_view version) {
  Identified result{test::as_json(hashes), {}};
  result.found = identify(parse_source_files(result.text).value(), releases(), version);
  return result;
}

TEST(ParseSourceFiles, AnyLayout) {
  const auto files = parse_source_files(R"({ "/a" : "01" ,"/b\"":"02"} )");
  ASSERT_TRUE(files);
  ASSERT_EQ(files->size(), 2U);
  EXPECT_EQ((*files)[0].name, "/a");
  EXPECT_EQ((*files)[1].sha1, "02");
  EXPECT_THAT(parse_source_files("{}").value(), IsEmpty());
}

TEST(ParseSourceFiles, NothingForAnythingElse) {
  for (const auto* text : {"", "[]", "{", R"({"/a"})", R"({"/a":1})", R"({"/a":"1")",
                           R"({"/a":"1" "/b":"2"})", R"({"/a\)", R"({"/a":"1",})"})
    EXPECT_FALSE(parse_source_files(text)) << text;
}

TEST(Provenance, PublishedRelease) {
  const auto [text, found] = identified(test::sources_of("6.0.8"), "6.0.8");
  EXPECT_EQ(found.origin, Origin::official);
  EXPECT_EQ(found.state->version, "6.0.8");
  EXPECT_TRUE(found.state->release);
  EXPECT_TRUE(found.version_fits);
  EXPECT_THAT(found.missing, IsEmpty());
}

TEST(Provenance, SourcePackageLacksTextsAndHasItsOwn) {
  auto hashes = test::sources_of("6.0.10");
  for (const auto* name : {"/README_BUILD.md", "/CMakeLists.txt", "/requirements.txt"}) hashes.erase(name);
  hashes["/PKG-INFO"] = hashes["/setup.cfg"] = hashes["/mlperf_loadgen.cpython-312.so"] = "00";
  const auto [text, found] = identified(hashes, "6.0.10");
  EXPECT_EQ(found.origin, Origin::official);
  EXPECT_THAT(found.foreign, IsEmpty());
  EXPECT_THAT(found.missing, IsEmpty());
}

TEST(Provenance, LocalChangeNamesTheFileAndTheReleaseBelow) {
  auto hashes = test::sources_of("6.0.8");
  hashes["/results.cc"] = std::string(40, 'a');
  const auto [text, found] = identified(hashes, "6.0.8");
  EXPECT_EQ(found.origin, Origin::changed);
  ASSERT_EQ(found.changed.size(), 1U);
  EXPECT_EQ(found.changed.front().name, "/results.cc");
  EXPECT_EQ(found.state->version, "6.0.8");
}

TEST(Provenance, FilesOfTwoReleasesAreAMixture) {
  auto hashes = test::sources_of("6.0.8");
  hashes["/mlperf_conf.h"] = test::sources_of("5.0.19").at("/mlperf_conf.h");
  const auto [text, found] = identified(hashes, "6.0.8");
  EXPECT_EQ(found.origin, Origin::mixed);
  EXPECT_EQ(found.state->version, "6.0.8");
  ASSERT_EQ(found.differing.size(), 1U);
  EXPECT_EQ(found.differing.front().name, "/mlperf_conf.h");
}

TEST(Provenance, MissingSourceAndForeignFile) {
  auto hashes = test::sources_of("6.0.8");
  hashes.erase("/logging.cc");
  hashes["/patch.cc"] = std::string(40, 'b');
  const auto [text, found] = identified(hashes, "6.0.8");
  EXPECT_THAT(found.missing, ElementsAre("/logging.cc"));
  ASSERT_EQ(found.foreign.size(), 1U);
  EXPECT_EQ(found.foreign.front().name, "/patch.cc");
}

TEST(Provenance, NothingPublished) {
  const auto [text, found] = identified({{"/results.cc", std::string(40, 'c')}}, "6.0.8");
  EXPECT_EQ(found.origin, Origin::unknown);
  EXPECT_EQ(found.state, nullptr);
}

}  // namespace
}  // namespace mlperf::loadgen
