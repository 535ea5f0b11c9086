// SPDX-License-Identifier: Apache-2.0
#include "base/file_stream.h"

#include <gtest/gtest.h>

#include "support/temporary_tree.h"

namespace mlperf::base {
namespace {

std::string all_of(ByteSource& source, std::size_t block) {
  std::string text;
  std::string buffer(block, '\0');
  for (auto n = source.read(buffer.data(), block); n > 0; n = source.read(buffer.data(), block))
    text.append(buffer, 0, static_cast<std::size_t>(n));
  return text;
}

TEST(FileStream, GivesTheFileInBlocks) {
  submission::TemporaryTree tree;
  tree.file("file", "0123456789");
  for (const std::size_t block : {1, 3, 10, 100}) {
    FileStream file(tree.path("file"));
    EXPECT_EQ(file.state(), FileState::read);
    EXPECT_EQ(file.size(), 10U);
    EXPECT_EQ(all_of(file, block), "0123456789");
    MemorySource memory("0123456789");
    EXPECT_EQ(all_of(memory, block), "0123456789");
  }
}

TEST(FileStream, ReadsAtAnyPlace) {
  submission::TemporaryTree tree;
  tree.file("file", "0123456789");
  const FileStream file(tree.path("file"));
  std::string text(4, '\0');
  EXPECT_TRUE(file.read_exactly(text.data(), 4, 6));
  EXPECT_EQ(text, "6789");
  EXPECT_FALSE(file.read_exactly(text.data(), 4, 7));
  EXPECT_FALSE(file.read_exactly(text.data(), 4, ~std::uint64_t{0}));
}

TEST(FileStream, OnlyRegularFilesAreOpened) {
  submission::TemporaryTree tree;
  tree.folder("folder");
  tree.link("loop", "loop");
  char byte = 0;
  FileStream folder(tree.path("folder"));
  EXPECT_EQ(folder.state(), FileState::unreadable);
  EXPECT_EQ(folder.reason(), "is a folder");
  EXPECT_EQ(folder.read(&byte, 1), -1);
  EXPECT_FALSE(folder.read_exactly(&byte, 1, 0));
  EXPECT_EQ(FileStream(tree.path("none")).state(), FileState::absent);
  EXPECT_EQ(FileStream(tree.path("loop")).state(), FileState::unreadable);
  EXPECT_EQ(FileStream("/dev/null").reason(), "is no regular file");
}

}  // namespace
}  // namespace mlperf::base
