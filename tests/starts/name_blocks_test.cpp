// Names to blocks, however indices are written.
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <starts/name_blocks.h>

namespace g2t {
namespace {

using ::testing::ElementsAre;

TEST(NameBlocks, AreOfNamesThatDifferInNumbersAlone) {
  const std::vector<NameBlock> blocks =
      name_blocks({"mu", "w.1", "w.2", "s1", "b[1,1]", "b[2,1]", "b[1,2]", "b[2,2]", "s2"});
  ASSERT_EQ(blocks.size(), 4u);
  EXPECT_THAT(blocks[0].parameters, ElementsAre(0));
  EXPECT_TRUE(blocks[0].lengths.empty());
  EXPECT_THAT(blocks[1].parameters, ElementsAre(1, 2));
  EXPECT_THAT(blocks[1].lengths, ElementsAre(2));
  EXPECT_THAT(blocks[2].parameters, ElementsAre(3, 8));
  EXPECT_THAT(blocks[3].lengths, ElementsAre(2, 2));
  EXPECT_THAT(blocks[3].slice(0, 1), ElementsAre(5, 7));  // b[2, .]
  EXPECT_THAT(blocks[3].slice(1, 0), ElementsAre(4, 5));  // b[., 1]
}

TEST(NameBlocks, CountIndicesFromTheLowest) {
  const std::vector<NameBlock> blocks = name_blocks({"a.10", "a.2", "a.7"});
  ASSERT_EQ(blocks.size(), 1u);
  EXPECT_THAT(blocks[0].indices, ElementsAre(ElementsAre(2), ElementsAre(0), ElementsAre(1)));
}

TEST(NameBlocks, NumbersOfAnyLengthAndNoNames) {
  EXPECT_EQ(name_blocks({"x.123456789012345678901234567890", "7", ""}).size(), 3u);
  EXPECT_TRUE(name_blocks({}).empty());
}

}  // namespace
}  // namespace g2t
