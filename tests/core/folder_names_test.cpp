// Files, folders and links alike, and nothing of what cannot be read.
#include <core/folder_names.h>

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <support/scratch_folder.hpp>

#include <filesystem>
#include <g2t/core/errors.hpp>

#include <sys/resource.h>

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

TEST(FolderNames, AreNotNoneWhereTooManyFilesAreOpen) {
  const testing::ScratchFolder folder;
  rlimit before{};
  ASSERT_EQ(::getrlimit(RLIMIT_NOFILE, &before), 0);
  const rlimit none{0, before.rlim_max};
  ASSERT_EQ(::setrlimit(RLIMIT_NOFILE, &none), 0);
  EXPECT_THROW(names_in(folder.path().string()), InputError);
  ::setrlimit(RLIMIT_NOFILE, &before);
}

}  // namespace
}  // namespace g2t
