// What went wrong elsewhere: non-finite draws, odd costs, units, and matrices that are not positive semidefinite.
#include <gtest/gtest.h>

#include <cmath>
#include <fstream>
#include <g2t/core/batch.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/selection/select_recipe.hpp>
#include <limits>
#include <sstream>
#include <string>
#include <support/files.hpp>

namespace g2t {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// These cases write the squared norm as c0 + 2 a'q + a'Qa.
SubsetProblem case_problem(double c0, const Vector& q, const Matrix& matrix, double base_seconds,
                           const Vector& seconds) {
  SubsetProblem problem;
  problem.u = c0;
  problem.r = 2 * q;
  problem.q = 2 * matrix;
  problem.base_seconds = base_seconds;
  problem.seconds = seconds;
  return problem;
}

// A draw a row: the base's gradient and those of the control variates, all of one dimension.
Selection selection_of(const Matrix& gradients, Index& dropped) {
  Batch batch;
  batch.normals = batch.draws = gradients;
  batch.evaluation.resize(gradients.rows(), gradients.cols());
  batch.evaluation.log_density.setZero();
  batch.evaluation.score = gradients;
  batch.evaluation.mark_non_finite();
  dropped = batch.drop_failed(false);
  const Matrix& kept = batch.evaluation.score;
  const double count = static_cast<double>(kept.rows());
  Moments moments;
  moments.count = kept.rows();
  Costs costs;
  for (Index i = 0; i < kept.cols(); ++i) {
    moments.terms.push_back("c" + std::to_string(i));
    costs.terms.push_back({moments.terms.back(), {i == 0 ? 1 : 0.05, 0}});
  }
  moments.products = kept.transpose() * kept / count;
  const Vector mean = kept.colwise().mean().transpose();
  moments.mean_products = mean * mean.transpose();
  return select_subset(moments, costs, 1);
}

TEST(PublicCases, ADrawThatIsNotFiniteIsLeftOutAndCounted) {
  Matrix clean(5, 3);
  clean << 1, -0.9, 0.2, -2, 1.8, 0.3, 0.5, -0.4, -0.5, 1.5, -1.6, 0.6, -1, 1.1, -0.4;
  Index dropped = 0;
  const Selection expected = selection_of(clean, dropped);
  EXPECT_EQ(dropped, 0);
  for (const double bad : {std::nan(""), kInfinity, -kInfinity}) {
    Matrix spoiled(6, 3);
    spoiled << clean.topRows(3), Matrix{{0.7, -0.6, bad}}, clean.bottomRows(2);
    const Selection found = selection_of(spoiled, dropped);
    EXPECT_EQ(dropped, 1);
    EXPECT_EQ(found.chosen, expected.chosen);
    EXPECT_EQ(found.choice().recipe.weights, expected.choice().recipe.weights);
    EXPECT_EQ(found.choice().product, expected.choice().product);
  }
}

TEST(PublicCases, FourHundredDrawsOfWhichOneIsNot) {
  const std::string file = testing::shared_path("cases/57-cv-nan-sample/draws.csv");
  if (file.empty()) GTEST_SKIP() << "no folder of cases; set G2T_SHARED_DIR";
  std::ifstream in(file);
  Matrix gradients(400, 3);
  std::string line;
  std::getline(in, line);
  for (Index i = 0; i < 400 && std::getline(in, line); ++i) {
    std::istringstream cells(line);
    std::string cell;
    for (Index j = 0; j < 3 && std::getline(cells, cell, ','); ++j) gradients(i, j) = std::stod(cell);
  }
  Index dropped = 0;
  const SelectionEntry choice = selection_of(gradients, dropped).choice();
  EXPECT_EQ(dropped, 1);
  ASSERT_EQ(choice.recipe.control_variates, (std::vector<std::string>{"c1", "c2"}));
  EXPECT_NEAR(choice.recipe.weights[0], -0.88597, 1e-5);
  EXPECT_NEAR(choice.recipe.weights[1], 0.35714, 1e-5);
  EXPECT_NEAR(choice.product, 1.956560, 5e-7);
}

TEST(PublicCases, MomentsThatAreNotFiniteAreRefused) {
  for (const double bad : {std::nan(""), kInfinity}) {
    const Vector good{{1, 1}};
    EXPECT_THROW(search_subsets(case_problem(bad, good, Matrix::Identity(2, 2), 1, good)), InvalidArgument);
    EXPECT_THROW(search_subsets(case_problem(9, Vector{{1, bad}}, Matrix::Identity(2, 2), 1, good)), InvalidArgument);
    EXPECT_THROW(search_subsets(case_problem(9, good, Matrix{{1, 0}, {0, bad}}, 1, good)), InvalidArgument);
  }
}

TEST(PublicCases, CostsThatAreZeroTinyInfiniteOrNone) {
  const auto search = [](double base, const Vector& seconds) {
    return search_subsets(case_problem(1, Vector{{-0.6, -0.5, -0.2}}, Matrix::Identity(3, 3), base, seconds))
        .best.front();
  };
  const std::vector<Index> all = {0, 1, 2};
  const SubsetSolution ok = search(1, Vector{{0.2, 0.5, 0.01}});
  EXPECT_EQ(ok.members, all);
  EXPECT_NEAR(ok.squared_norm, 0.35, 1e-12);
  EXPECT_NEAR(ok.seconds, 1.71, 1e-12);
  EXPECT_NEAR(ok.product, 0.5985, 1e-12);
  EXPECT_NEAR(search(1, Vector{{0, 0.5, 0.01}}).product, 0.5285, 1e-12);
  EXPECT_EQ(search(1e-9, Vector{{2e-10, 5e-10, 1e-11}}).members, all);
  EXPECT_EQ(search(1, Vector{{0.2, kInfinity, 0.01}}).members, (std::vector<Index>{0, 2}));
  EXPECT_THROW(search(1, Vector{{0.2, -0.3, 0.01}}), InvalidArgument);
  EXPECT_THROW(search(1, Vector{{0.2, std::nan(""), 0.01}}), InvalidArgument);
  EXPECT_THROW(search(0, Vector{{0.2, 0.5, 0.01}}), InvalidArgument);
  EXPECT_THROW(search(0, Vector::Zero(3)), InvalidArgument);
}

TEST(PublicCases, UnitsDoNotMatter) {
  const Vector q{{-1.1, 0.2, -0.6}}, seconds{{0.3, 0.2, 0.15}};
  const Matrix matrix{{2, 0.5, 0.1}, {0.5, 1, -0.2}, {0.1, -0.2, 0.7}};
  SearchLimits limits;
  limits.top = 3;
  for (const double unit : {1.0, 1e-8, 1e8, 1e16}) {
    const SubsetSearch found = search_subsets(case_problem(1.6 * unit, unit * q, unit * matrix, 1, seconds), limits);
    EXPECT_EQ(found.best[0].members, (std::vector<Index>{0, 1, 2}));
    EXPECT_LT((found.best[0].weights - Vector{{0.60986, -0.37220, 0.66368}}).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_NEAR(found.best[0].product / unit, 0.753229, 1e-6);
    EXPECT_EQ(found.best[1].members, (std::vector<Index>{0, 2}));
    EXPECT_NEAR(found.best[1].product / unit, 0.823058, 1e-6);
    EXPECT_EQ(found.best[2].members, (std::vector<Index>{0, 1}));
    EXPECT_NEAR(found.best[2].product / unit, 1.105714, 1e-6);
  }
  const Vector units{{1, 1e6, 1}};
  const SubsetSolution scaled =
      search_subsets(
          case_problem(1.6, units.cwiseProduct(q), units.asDiagonal() * matrix * units.asDiagonal(), 1, seconds))
          .best.front();
  EXPECT_NEAR(scaled.product, 0.753229, 1e-6);
  EXPECT_NEAR(scaled.weights[1], -0.37220e-6, 1e-11);
}

TEST(PublicCases, RoundingMakesSingularNotIndefinite) {
  const Vector q{{-0.5, -0.5}}, seconds{{0.1, 0.1}};
  const Matrix round{{1, 1.0000000000000002}, {1.0000000000000002, 1}};
  const SubsetSolution one = search_subsets(case_problem(1, q, round, 1, seconds)).best.front();
  EXPECT_EQ(one.members, (std::vector<Index>{0}));
  EXPECT_NEAR(one.weights[0], 0.5, 1e-12);
  EXPECT_NEAR(one.squared_norm, 0.75, 1e-12);
  EXPECT_NEAR(one.product, 0.825, 1e-12);
  try {
    search_subsets(case_problem(1, q, Matrix{{1, 2}, {2, 1}}, 1, seconds));
    ADD_FAILURE() << "an indefinite matrix was taken";
  } catch (const InvalidArgument& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("smallest eigenvalue of Q scaled to unit diagonal = -1:"), std::string::npos) << text;
  }
}

}  // namespace
}  // namespace g2t
