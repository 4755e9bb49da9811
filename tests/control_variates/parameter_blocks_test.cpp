#include <g2t/control_variates/parameter_blocks.hpp>

#include <gtest/gtest.h>

namespace g2t {
namespace {

std::vector<std::string> described(const std::vector<ParameterBlock>& blocks) {
  std::vector<std::string> out;
  for (const ParameterBlock& block : blocks)
    out.push_back(block.name + " " + std::to_string(block.range.begin) + "-" + std::to_string(block.range.end));
  return out;
}

using Names = std::vector<std::string>;

TEST(ParameterBlocks, AreNeighboursWithOneBeginning) {
  EXPECT_EQ(described(parameter_blocks({"mu", "tau", "theta.1", "theta.2", "L.1.1", "L.2.1", "nu"})),
            (Names{"mu 0-2", "theta 2-4", "L 4-6", "nu 6-7"}));
  EXPECT_EQ(described(parameter_blocks({"x"})), Names{"x 0-1"});
  EXPECT_TRUE(parameter_blocks({}).empty());
}

TEST(ParameterBlocks, HaveNamesOfTheirOwn) {
  EXPECT_EQ(described(parameter_blocks({"a.1", "b", "a.2", "c,d.1"})),
            (Names{"a 0-1", "b 1-2", "a-2 2-3", "c_d 3-4"}));
}

TEST(ParameterBlocks, AreFew) {
  Names names;
  for (const char* stem : {"a", "b", "c", "d", "e", "f", "g", "h"})
    for (int i = 0; i < (stem[0] == 'd' ? 9 : 2); ++i) names.push_back(std::string(stem) + "." + std::to_string(i));
  const std::vector<ParameterBlock> blocks = parameter_blocks(names);
  ASSERT_EQ(static_cast<Index>(blocks.size()), kMaxParameterBlocks);
  Index begin = 0;
  for (const ParameterBlock& block : blocks) {
    EXPECT_EQ(block.range.begin, begin);
    begin = block.range.end;
  }
  EXPECT_EQ(begin, static_cast<Index>(names.size()));
  EXPECT_EQ(described(blocks)[0], "a 0-4");  // the smallest neighbours first
}

}  // namespace
}  // namespace g2t
