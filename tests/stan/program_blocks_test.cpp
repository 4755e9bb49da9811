// Blocks are found where they are code, and nowhere else.
#include <stan/program_blocks.h>

#include <gtest/gtest.h>

namespace g2t::stan {
namespace {

const std::string kBefore = "parameters { real x; }\nmodel { x ~ normal(0, 1); }\n";
const std::string kBlock = "generated quantities { real y = x; }\n";

std::optional<std::string> before_generated(const std::string& text) { return text_before_block(text, "generated quantities"); }

TEST(ProgramBlocks, EndsWhereTheBlockBegins) {
  EXPECT_EQ(before_generated(kBefore + kBlock), kBefore);
  EXPECT_EQ(before_generated(kBefore + "generated quantities{}"), kBefore);
  EXPECT_EQ(before_generated(kBefore + "generated quantities // what follows\n{ { } }"), kBefore);
  EXPECT_EQ(before_generated(kBefore + "generated quantities"), kBefore);
  EXPECT_EQ(before_generated("parameters{real x;}model{}generated quantities{}"), "parameters{real x;}model{}");
  const std::string first = "parameters { real x; }\n";
  EXPECT_EQ(text_before_block(first + "transformed parameters { real t = x; } model { } " + kBlock, "transformed parameters"), first);
}

TEST(ProgramBlocks, FindsNoneWhereThereIsNone) {
  EXPECT_EQ(before_generated(""), std::nullopt);
  EXPECT_EQ(before_generated(kBefore), std::nullopt);
  EXPECT_EQ(before_generated(kBefore + "not_generated quantities { }"), std::nullopt);
  EXPECT_EQ(before_generated(kBefore + "generated quantities_ { }"), std::nullopt);
  EXPECT_EQ(text_before_block(kBefore + kBlock, "transformed parameters"), std::nullopt);
}

TEST(ProgramBlocks, StepsOverComments) {
  for (const std::string comment : {"// generated quantities {\n", "/* generated quantities { */", "/* } // */ ", "// \" { /*\n",
                                    "/*/ generated quantities { */", "/* \" */", "/* /* */", "/***/", "// }", "//\n//\r\n"}) {
    const std::string text = kBefore + comment;
    EXPECT_EQ(before_generated(text), std::nullopt) << comment;
    EXPECT_EQ(before_generated(text + "\n" + kBlock), text + "\n") << comment;
  }
  EXPECT_EQ(before_generated(kBefore + "/* has no end\n" + kBlock), std::nullopt);
}

TEST(ProgramBlocks, StepsOverStrings) {
  for (const std::string quoted : {"\"generated quantities {\"", "\"}\"", "\"{ //\"", "\"/*\"", "\"\\\"", "\"\""}) {
    const std::string text = "parameters { real x; } model { print(" + quoted + ", x); } ";
    EXPECT_EQ(before_generated(text), std::nullopt) << quoted;
    EXPECT_EQ(before_generated(text + kBlock), text) << quoted;
  }
  EXPECT_EQ(before_generated("model { print(\"has no end); }\n" + kBlock), std::nullopt);
}

TEST(ProgramBlocks, StepsOverIncludes) {
  for (const std::string include : {"#include p//q.stan\n", "#include <a{b.stan> ", "#include \"generated quantities {\" ",
                                    "#include p.stan }\nmodel {"}) {
    const std::string text = "parameters { " + include + "} model { } ";
    EXPECT_EQ(before_generated(text + kBlock), text) << include;
  }
  EXPECT_EQ(before_generated(kBefore + "generated quantities { #include g.stan\n}"), kBefore);
  EXPECT_EQ(before_generated(kBefore + "#include g.stan"), std::nullopt);
  EXPECT_EQ(before_generated(kBefore + "#include"), std::nullopt);
}

TEST(ProgramBlocks, CountsBraces) {
  const std::string text = "functions { real f(real x) { if (x > 0) { return 1; } else { return x; } } }\n"
                           "transformed data { array[2] int k = {1, 2}; }\nmodel { { real x; } }\n";
  EXPECT_EQ(before_generated(text + kBlock), text);
  EXPECT_EQ(before_generated("model { generated quantities }"), std::nullopt);
}

TEST(ProgramBlocks, GiveTheirContentWithoutComments) {
  const std::string text = "functions { real data_of() { return 1; } }\ndata { int a; // }\n real b; /* } */ }\nmodel { }\n";
  EXPECT_EQ(block_content(text, "model"), "");
  EXPECT_EQ(block_content(text, "data"), " int a; real b;");
  EXPECT_EQ(block_content(text, "parameters"), "");
  EXPECT_EQ(text_through_block(text, "functions"), "functions { real data_of() { return 1; } }\n");
  EXPECT_EQ(text_through_block(text, "parameters"), std::nullopt);
}

TEST(ProgramBlocks, AreNotTransformedOnes) {
  const std::string text = "transformed data { real t = 1; }\nparameters { real x; }\ntransformed  parameters { real u = 1; }\n";
  EXPECT_EQ(block_content(text, "data"), "");
  EXPECT_EQ(block_content(text, "parameters"), " real x;");
}

}  // namespace
}  // namespace g2t::stan
