// SPDX-License-Identifier: Apache-2.0
// Our numbers against those of this toolchain's standard library, and against known ones.
#include "loadgen/random.h"

#include <algorithm>
#include <numeric>
#include <random>
#include <vector>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace mlperf::loadgen {
namespace {

using ::testing::ElementsAre;
using ::testing::ElementsAreArray;

constexpr std::uint64_t kSeeds[] = {
    0, 1, 5489, 2465351861681999779U, 14276810075590677512U, 3936089224930324775U};

std::vector<std::uint32_t> shuffled(std::size_t count, std::uint64_t seed, Library library) {
  auto items = ascending(count);
  Mt19937 random(seed);
  shuffle(items, random, library);
  return items;
}

TEST(Mt19937, GivesTheKnownNumbersOfTheDefaultSeed) {
  Mt19937 random;
  std::vector<std::uint32_t> first(5);
  for (auto& word : first) word = random.next();
  EXPECT_THAT(first, ElementsAre(3499211612U, 581869302U, 3890346734U, 3586334585U, 545404204U));
}

TEST(Mt19937, IsThatOfTheStandardLibrary) {
  for (const auto seed : kSeeds) {
    Mt19937 ours(seed);
    std::mt19937 theirs(seed);
    for (int i = 0; i < 3000; ++i) ASSERT_EQ(ours.next(), theirs()) << "seed " << seed << ", word " << i;
  }
}

TEST(Mt19937, FillsAsItGivesOneByOne) {
  Mt19937 one_by_one(7), in_pieces(7);
  for (const std::size_t count : {1U, 623U, 624U, 3U, 5000U}) {
    std::vector<std::uint32_t> piece(count);
    in_pieces.fill(piece);
    for (const auto word : piece) ASSERT_EQ(word, one_by_one.next());
  }
}

TEST(Uniform, IsThatOfTheStandardLibrary) {
  for (const std::uint32_t range :
       {1U, 2U, 3U, 64U, 1000U, 4388U, 65535U, 1431655765U, 2147483649U, 4294967295U}) {
    Mt19937 ours(42);
    std::mt19937 theirs(42);
    std::uniform_int_distribution<std::uint32_t> distribution(0, range - 1);
    for (int i = 0; i < 1000; ++i) {
      ASSERT_EQ(uniform(ours, range, Library::libstdcxx_11), distribution(theirs)) << "range " << range;
    }
  }
}

// Lemire's method rejects little; the older one divides; libc++ takes low bits and draws nothing for one
// value.
TEST(Uniform, DiffersBetweenLibraries) {
  Mt19937 random;
  const std::uint32_t word = Mt19937().next();
  EXPECT_EQ(uniform(random, 1000, Library::libstdcxx_11), std::uint64_t{word} * 1000 >> 32);
  random = Mt19937();
  EXPECT_EQ(uniform(random, 1000, Library::libstdcxx_10), word / (4294967295U / 1000));
  random = Mt19937();
  std::uint32_t low = 0;
  Mt19937 words;
  do low = words.next() % 1024;
  while (low >= 1000);
  EXPECT_EQ(uniform(random, 1000, Library::libcxx), low);

  random = Mt19937();
  EXPECT_EQ(uniform(random, 1, Library::libcxx), 0U);
  EXPECT_EQ(random.next(), word) << "libc++ draws no word when there is no choice";
}

TEST(Shuffle, IsThatOfTheStandardLibrary) {
  for (const std::size_t count :
       {0U, 1U, 2U, 3U, 10U, 43U, 64U, 4388U, 6396U, 65535U, 65536U, 65537U, 100000U}) {
    auto theirs = ascending(count);
    std::mt19937 random(kSeeds[3]);
    std::shuffle(theirs.begin(), theirs.end(), random);
    ASSERT_EQ(shuffled(count, kSeeds[3], Library::libstdcxx_11), theirs) << count << " items";
  }
}

// The pairs of libstdc++, and libc++'s walk from the front, written as plainly as possible.
TEST(Shuffle, FollowsTheOtherLibraries) {
  for (const std::uint32_t count : {2U, 3U, 10U, 1001U}) {
    auto plain = ascending(count);
    Mt19937 random(11);
    std::uint32_t i = 1;
    if (count % 2 == 0) std::swap(plain[i++], plain[uniform(random, 2, Library::libstdcxx_10)]);
    for (; i < count; i += 2) {
      const auto both = uniform(random, (i + 1) * (i + 2), Library::libstdcxx_10);
      std::swap(plain[i], plain[both / (i + 2)]);
      std::swap(plain[i + 1], plain[both % (i + 2)]);
    }
    EXPECT_EQ(shuffled(count, 11, Library::libstdcxx_10), plain);

    plain = ascending(count);
    random = Mt19937(11);
    for (std::uint32_t k = 0; k + 1 < count; ++k) {
      std::swap(plain[k], plain[k + uniform(random, count - k, Library::libcxx)]);
    }
    EXPECT_EQ(shuffled(count, 11, Library::libcxx), plain);
  }
}

TEST(Shuffle, OfThisRoundsLlamaSet) {
  const auto set = shuffled(24576, 2465351861681999779U, Library::libstdcxx_11);
  EXPECT_THAT(std::vector<std::uint32_t>(set.begin(), set.begin() + 5),
              ElementsAre(12008, 15920, 20637, 7116, 21506));
}

TEST(Canonical, IsThatOfTheStandardLibrary) {
  for (const auto seed : kSeeds) {
    Mt19937 ours(seed);
    std::mt19937 theirs(seed);
    for (int i = 0; i < 2000; ++i) {
      ASSERT_EQ(canonical(ours), (std::generate_canonical<double, 53>(theirs)));
    }
  }
}

TEST(Canonical, StaysBelowOne) {
  EXPECT_EQ(canonical(0xffffffffU, 0xffffffffU), 1.0 - 0x1p-53);
  EXPECT_EQ(canonical(0, 0), 0.0);
}

}  // namespace
}  // namespace mlperf::loadgen
