// Declarations of data in all the ways that Stan takes, and a program that computes their sizes.
#include <gmock/gmock.h>
#include <stan/data_shapes.h>
#include <stan/program_blocks.h>

namespace g2t::stan {

bool operator==(const DeclaredShape& a, const DeclaredShape& b) { return a.name == b.name && a.sizes == b.sizes; }
void PrintTo(const DeclaredShape& shape, std::ostream* out) {
  *out << shape.name << ::testing::PrintToString(shape.sizes);
}

namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

TEST(DataShapes, AreThoseOfArraysThenThoseOfTheType) {
  EXPECT_THAT(declared_shapes("int N; real x , y; vector[N] v; row_vector[N+1] r; matrix[N, K] X;\n"
                              "array[N, f(K, 2) + 1] vector[K] z; array[N] int<lower=0> n;"),
              ElementsAre(DeclaredShape{"N", {}}, DeclaredShape{"x", {}}, DeclaredShape{"y", {}},
                          DeclaredShape{"v", {"N"}}, DeclaredShape{"r", {"N+1"}}, DeclaredShape{"X", {"N", "K"}},
                          DeclaredShape{"z", {"N", "f(K, 2) + 1", "K"}}, DeclaredShape{"n", {"N"}}));
}

TEST(DataShapes, StepOverBoundsAndExpressions) {
  EXPECT_THAT(declared_shapes("vector<lower=(a < b ? c[1, 2] : 0), upper=5>[f ? N : 0] w, u;"
                              "array [max(y[1:2])] matrix < offset = m, multiplier = s > [sum({1, 2}), K] q"),
              ElementsAre(DeclaredShape{"w", {"f ? N : 0"}}, DeclaredShape{"u", {"f ? N : 0"}},
                          DeclaredShape{"q", {"max(y[1:2])", "sum({1, 2})", "K"}}));
}

TEST(DataShapes, KnowTypesThatAreSquareComplexOrTuples) {
  EXPECT_THAT(declared_shapes("cov_matrix[K] S; array[2] corr_matrix[K] R; cholesky_factor_cov[M, N] L; simplex[K] p;"
                              "cholesky_factor_cov[M] C; complex c; complex_vector[N] cv; tuple(real, array[2] int) t;"
                              "array[3] tuple(int, int) a; column_stochastic_matrix[2, 3] m;"),
              ElementsAre(DeclaredShape{"S", {"K", "K"}}, DeclaredShape{"R", {"2", "K", "K"}},
                          DeclaredShape{"L", {"M", "N"}}, DeclaredShape{"p", {"K"}}, DeclaredShape{"C", {"M", "M"}},
                          DeclaredShape{"c", {"2"}}, DeclaredShape{"cv", {"N", "2"}}, DeclaredShape{"m", {"2", "3"}}));
  EXPECT_THAT(declared_shapes(" \n "), IsEmpty());
}

TEST(DataShapes, MakeAProgramOfTheSameData) {
  const std::string text =
      "functions { int f() { return 1; } }\ndata { int N; /* ; */ matrix[N, f()] X; array[N] int n; }\n"
      "transformed data { real t; }\nparameters { real x; }\n";
  const std::string program = shape_program(text, declared_shapes(block_content(text, "data")));
  EXPECT_EQ(
      program.find(
          "functions { int f() { return 1; } }\ndata { int N; /* ; */ matrix[N, f()] X; array[N] int n; }\nparam"),
      0u);
  EXPECT_THAT(program, HasSubstr("array[2] int g2t_sizes_1 = {N, f()};\n"));
  EXPECT_THAT(program, HasSubstr("array[1] int g2t_sizes_2 = {N};\n"));
}

}  // namespace
}  // namespace g2t::stan
