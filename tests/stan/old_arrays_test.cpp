// Old declarations of arrays beside present ones, token by token.
#include <gtest/gtest.h>
#include <stan/edited_text.h>
#include <stan/old_syntax.h>

#include <tuple>

namespace g2t::stan {
namespace {

std::string with_present_arrays(const std::string& text) {
  EditedText out(text);
  out.apply(array_edits(text));
  return out.text();
}

class OldArrays : public ::testing::TestWithParam<std::pair<const char*, const char*>> {};

TEST_P(OldArrays, AreWrittenAnew) {
  const auto& [old, now] = GetParam();
  EXPECT_EQ(with_present_arrays(old), now);
  EXPECT_EQ(with_present_arrays(now), now);
}

INSTANTIATE_TEST_SUITE_P(
    All, OldArrays,
    ::testing::Values(
        std::pair("int J_1[N];", "array[N] int J_1;"), std::pair("int<lower=0> y[N];", "array[N] int<lower=0> y;"),
        std::pair("vector[M] z[K];", "array[K] vector[M] z;"), std::pair("matrix[2, K] m[N,3];", "array[N,3] matrix[2, K] m;"),
        std::pair("real x[2,3] = {{1,2,3},{4,5,6}};", "array[2,3] real x = {{1,2,3},{4,5,6}};"),
        std::pair("ordered[K] c[N];", "array[N] ordered[K] c;"), std::pair("simplex[K] p [N];", "array[N] simplex[K] p ;"),
        std::pair("cholesky_factor_corr[K] L[J];", "array[J] cholesky_factor_corr[K] L;"),
        std::pair("cov_matrix[K] S[J];", "array[J] cov_matrix[K] S;"), std::pair("row_vector[2] r[3];", "array[3] row_vector[2] r;"),
        std::pair("real<lower=0, upper=(a < b ? 1 : 2)> s[N];", "array[N] real<lower=0, upper=(a < b ? 1 : 2)> s;"),
        std::pair("real<lower=v[2]> s[n[1] + 1];", "array[n[1] + 1] real<lower=v[2]> s;"),
        std::pair("vector<offset=mu, multiplier=tau>[K] z[N];", "array[N] vector<offset=mu, multiplier=tau>[K] z;"),
        std::pair("real f(real[] x, int[,] n);", "real f(array[] real x, array[,] int n);"),
        std::pair("real[,] f(vector[] y) {", "array[,] real f(array[] vector y) {"),
        std::pair("real[] g(data int[ , ] x)", "array[] real g(data array[ , ] int x)"), std::pair("void f(int[]x)", "void f(array[] int x)"),
        std::pair("real g(real[], vector[]);", "real g(array[] real, array[] vector);"),
        std::pair("int real_x[int_n];", "array[int_n] int real_x;"), std::pair("int array_x[2];", "array[2] int array_x;"),
        std::pair("complex z[2];", "array[2] complex z;"), std::pair("{ int k[2]; k[1] = 1; }", "{ array[2] int k; k[1] = 1; }"),
        std::pair("int y[N /* rows */, 2];", "array[N , 2] int y;"), std::pair("int y[N, // rows\n      M];", "array[N, M] int y\n;")));

TEST(OldArrays, LeavePresentSyntaxAsItIs) {
  for (const std::string text :
       {"array[N] int<lower=0> y;", "array[2, 3] vector[K] z = x[1];", "real x = y[1];", "array[] real f(array[,] int n)",
        "vector[N] mu = rep_vector(0.0, N);", "array[N] real x, z;", "real a, b;", "for (i in 1:N) x[i] = y[i];", "matrix[2, 3] m;",
        "real f(vector x, matrix y) { return x[1]; }", "target += normal_lpdf(x[1] | 0, 1);", "tuple(int, array[2] real) t;",
        "// real x[N];\n", "print(\"real x[N];\");", "/* int[] x */", "real", "int<lower=0", "vector[", "int x["})
    EXPECT_EQ(with_present_arrays(text), text);
}

}  // namespace
}  // namespace g2t::stan
