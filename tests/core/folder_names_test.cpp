// Files, folders and links alike, and nothing of what cannot be read.
#include <core/folder_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <support/scratch_folder.hpp>

#include <filesystem>

namespace g2t {
namespace {

TEST(FolderNames, AreThoseOfAllEntries) {
  const testing::ScratchFolder folder;
  folder.write("file", "text");
  std::filesystem::create_directory(folder.file("folder"));
  std::filesystem::create_symlink("nowhere", folder.file("link"));
  EXPECT_THAT(names_in(folder.path().string()), ::testing::UnorderedElementsAre("file", "folder", "link"));
}

TEST(FolderNames, AreNoneOfWhatIsNoFolder) {
  const testing::ScratchFolder folder;
  EXPECT_TRUE(names_in(folder.file("missing")).empty());
}

}  // namespace
}  // namespace g2t
