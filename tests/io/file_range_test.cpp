#include <io/file_range.hpp>

#include <g2t/core/errors.hpp>

#include <gtest/gtest.h>

#include <support/scratch_folder.hpp>

namespace g2t::io {
namespace {

TEST(FileRange, ReadsBytesFromOnePlaceToAnother) {
  const testing::ScratchFolder folder;
  const std::string file = folder.write("data", "0123456789");
  EXPECT_EQ(plain_size(file), 10);
  EXPECT_EQ(read_range(file, 0, 10), "0123456789");
  EXPECT_EQ(read_range(file, 3, 5), "34");
  EXPECT_EQ(read_range(file, 5, 5), "");
  EXPECT_THROW(static_cast<void>(read_range(file, 5, 11)), InputError);
}

TEST(FileRange, KnowsFilesThatCannotBeCut) {
  const testing::ScratchFolder folder;
  EXPECT_EQ(plain_size(folder.write("packed", "\x1F\x8B and more")), std::nullopt);
  EXPECT_EQ(plain_size(folder.file("missing")), std::nullopt);
  EXPECT_EQ(plain_size(folder.path().string()), std::nullopt);
  EXPECT_EQ(plain_size(folder.write("empty", "")), 0);
  EXPECT_THROW(static_cast<void>(read_range(folder.file("missing"), 0, 1)), InputError);
}

}  // namespace
}  // namespace g2t::io
