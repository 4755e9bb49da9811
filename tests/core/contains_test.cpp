#include <g2t/core/contains.hpp>

#include <gtest/gtest.h>

#include <array>
#include <span>
#include <string>
#include <vector>

namespace g2t {
namespace {

TEST(Contains, FindsAValueWhereverItStands) {
  const std::vector<std::string> names{"rep", "entropy", "prior"};
  EXPECT_TRUE(contains(names, "rep"));
  EXPECT_TRUE(contains(names, std::string("prior")));
  EXPECT_FALSE(contains(names, "taylor"));
  EXPECT_FALSE(contains(std::vector<int>{}, 1));
}

TEST(Contains, TakesArraysAndParts) {
  const std::array<int, 3> numbers{1, 2, 3};
  EXPECT_TRUE(contains(numbers, 3));
  EXPECT_FALSE(contains(std::span(numbers).first(2), 3));
}

TEST(IndexOf, IsThePlaceOfTheFirst) {
  const std::vector<std::string> names{"rep", "entropy", "rep"};
  EXPECT_EQ(index_of(names, "rep"), 0u);
  EXPECT_EQ(index_of(names, "entropy"), 1u);
  EXPECT_EQ(index_of(names, "prior"), 3u);
  EXPECT_EQ(index_of(std::vector<int>{}, 1), 0u);
}

}  // namespace
}  // namespace g2t
