// SPDX-License-Identifier: Apache-2.0
#include "base/sha256.h"

#include <string>

#include <gtest/gtest.h>

namespace mlperf::base {
namespace {

// The examples of FIPS 180-4.
TEST(Sha256, GivesTheStandardsExamples) {
  EXPECT_EQ(sha256_hex(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  EXPECT_EQ(sha256_hex("abc"), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(Sha256, PiecesGiveTheSameAsTheWhole) {
  const std::string text(100000, 'a');
  Sha256 pieces;
  for (std::size_t at = 0; at < text.size(); at += 777) pieces.update(std::string_view(text).substr(at, 777));
  EXPECT_EQ(pieces.hex(), sha256_hex(text));
}

}  // namespace
}  // namespace mlperf::base
