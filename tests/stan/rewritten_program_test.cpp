// Programs of several files, and places of their copies.
#include <gmock/gmock.h>
#include <stan/rewritten_program.h>

#include "stan_testing.hpp"

namespace g2t::stan {
namespace {

using ::testing::HasSubstr;

class Rewritten : public testing::StanTest {
 protected:
  StanProgram program(const std::string& text) {
    testing::write_text(folder_ / "model.stan", text);
    return {(folder_ / "model.stan").string(), {(folder_ / "more").string()}};
  }
};

TEST_F(Rewritten, IsNothingForAPresentProgram) {
  testing::write_text(folder_ / "a.stan", "array[2] int k;");
  EXPECT_FALSE(RewrittenProgram::of(program("data {\n#include a.stan\n}")));
}

TEST_F(Rewritten, HasPlacesOfTheUsersFile) {
  const auto copy = RewrittenProgram::of(program("data {\n  int y[N]; }\n"));
  ASSERT_TRUE(copy);
  EXPECT_EQ(copy->text(), "data {\n  array[N] int y; }\n");
  EXPECT_EQ(copy->note(), "model.stan has old Stan syntax (arrays), which is read as the present one; the file stays as it is");
  // N, at column 8 of the copy, is at 8 of the file: by chance; y at 15 is at 6.
  EXPECT_EQ(copy->with_own_places("(in 'model.stan', line 2, column 15 to column 16)", "model.stan"),
            "(in 'model.stan', line 2, column 6 to column 7)");
  EXPECT_EQ(copy->with_own_places("in 'string', line 2, column 15", "string"), "in 'model.stan', line 2, column 6");
  EXPECT_EQ(copy->with_own_places("in 'other.stan', line 2, column 15", "string"), "in 'other.stan', line 2, column 15");
  EXPECT_EQ(copy->with_own_places("Error in 'string', line 2, column 15:\n   --\n     2:    array[N] int y; }\n" + std::string(24, ' ') + "^\n", "string"),
            "Error in 'model.stan', line 2, column 6:\n   --\n     2:    int y[N]; }\n" + std::string(15, ' ') + "^\n");
}

TEST_F(Rewritten, HasItsIncludedFiles) {
  testing::write_text(folder_ / "a.stan", "int k[2];\n#include b.stan\n");
  testing::write_text(folder_ / "more/b.stan", "int l; int m[3];");
  const auto copy = RewrittenProgram::of(program("data { int n;\n  #include \"a.stan\"\n}"));
  ASSERT_TRUE(copy && copy->has_includes());
  EXPECT_EQ(copy->text(), "data { int n;\n  #include <g2t_include_1.stan>\n}");
  copy->write_includes(folder_.string());
  EXPECT_EQ(testing::text_at(folder_ / "g2t_include_1.stan"), "array[2] int k;\n#include <g2t_include_2.stan>\n");
  EXPECT_EQ(testing::text_at(folder_ / "g2t_include_2.stan"), "int l; array[3] int m;");
  EXPECT_EQ(copy->with_own_places("'./g2t_include_2.stan', line 1, column 20, included from\n'./g2t_include_1.stan', line 2, column 0, "
                                  "included from\n'model.stan', line 2, column 2", "model.stan"),
            "'" + (folder_ / "more/b.stan").string() + "', line 1, column 11, included from\n'./a.stan', line 2, column 0, included "
            "from\n'model.stan', line 2, column 2");
  EXPECT_EQ(testing::text_at(folder_ / "a.stan"), "int k[2];\n#include b.stan\n");
}

TEST_F(Rewritten, KnowsTheFunctionsOfAllFiles) {
  testing::write_text(folder_ / "a.stan", "real fabs(real x) { return x; } real hat_log(real y) { return y; }");
  const auto copy = RewrittenProgram::of(program("functions {\n#include a.stan\n} model { x <- fabs(1); y ~ hat(); }"));
  ASSERT_TRUE(copy);
  EXPECT_THAT(copy->text(), HasSubstr("x = fabs(1)"));
  copy->write_includes(folder_.string());
  EXPECT_THAT(testing::text_at(folder_ / "g2t_include_1.stan"), HasSubstr("real hat_lpdf(real y)"));
}

TEST_F(Rewritten, StandsInOneText) {
  testing::write_text(folder_ / "a.stan", "int k[2];");
  EXPECT_EQ(present_text_with_includes(program("data {\n#include a.stan\n}")), "data {\narray[2] int k;\n}");
}

}  // namespace
}  // namespace g2t::stan
