// Files and streams that end early say so, or are as if they were not there.
#include "../support/scratch_folder.hpp"

#include <g2t/core/errors.hpp>
#include <gtest/gtest.h>
#include <stan/whole_text.h>

#include <filesystem>
#include <new>
#include <string>

namespace g2t {
namespace {

TEST(WholeText, IsWhatWasWrittenByteForByte) {
  const testing::ScratchFolder folder;
  const std::string path = folder.file("text"), text("a\0\r\n\xFF", 5);
  write_text(path, text);
  EXPECT_EQ(whole_text(path), text);
  std::filesystem::remove(path);
  EXPECT_EQ(whole_text(path), "");
}

TEST(WholeText, OfAFolderIsNothing) { EXPECT_EQ(whole_text("/"), ""); }

TEST(WholeText, OfWhatCannotBeWrittenIsAnError) {
  EXPECT_THROW(write_text("/dev/full", "a"), InputError);
  EXPECT_THROW(write_text("/", "a"), InputError);
}

// As operator>> of a string without memory would throw.
struct WithoutMemory {};
std::istream& operator>>(std::istream& in, WithoutMemory&) {
  try {
    throw std::bad_alloc();
  } catch (...) {
    in.setstate(std::ios::badbit);
  }
  return in;
}

TEST(WholeText, StreamsOfItEndAtTheEndAndNotForWantOfMemory) {
  std::istringstream words = stream_of("a b");
  std::string word;
  int count = 0;
  while (words >> word) ++count;
  EXPECT_EQ(count, 2);
  WithoutMemory none;
  EXPECT_ANY_THROW(stream_of("a") >> none);
}

}  // namespace
}  // namespace g2t
