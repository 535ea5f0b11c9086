// SPDX-License-Identifier: Apache-2.0
#include "base/sha256_file.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "base/sha256.h"
#include "support/temporary_tree.h"

namespace mlperf::base {
namespace {

TEST(Sha256OfFile, IsThatOfItsBytesInPieces) {
  submission::TemporaryTree tree;
  const std::string text(1'000'003, 'x');
  tree.file("log", text);
  EXPECT_EQ(sha256_of_file(tree.path("log"), text.size()), sha256_hex(text));
}

TEST(Sha256OfFile, NothingBeyondTheLimitAndForWhatIsNoFile) {
  submission::TemporaryTree tree;
  tree.file("log", "abc");
  EXPECT_FALSE(sha256_of_file(tree.path("log"), 2));
  EXPECT_FALSE(sha256_of_file(tree.path("absent"), 100));
  EXPECT_FALSE(sha256_of_file(tree.root(), 1 << 20));
}

}  // namespace
}  // namespace mlperf::base
