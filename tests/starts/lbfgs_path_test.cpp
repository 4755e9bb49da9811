// Ascents of log densities: to the mode, along walls, no longer than told; and the Gaussians that their paths suggest.
#include <gtest/gtest.h>
#include <starts/lbfgs.h>
#include <starts/lbfgs_path.h>
#include <starts/path_gaussian.h>

#include <Eigen/Dense>
#include <algorithm>
#include <cmath>
#include <g2t/core/thread_team.hpp>
#include <limits>
#include <stdexcept>
#include <support/gaussians.hpp>
#include <support/targets_shapes.hpp>

namespace g2t {
namespace {

const std::function<bool()> path_never = [] { return false; };

/// z ~ Gamma(2, rate): steep above zero and nothing below; counts what it is asked.
struct PathGamma {
  double rate = 200;
  testing::Outside outside = testing::Outside::MinusInfinity;
  int* calls = nullptr;
  int* outside_calls = nullptr;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    ++*calls;
    if (z[0] <= 0) {
      ++*outside_calls;
      if (outside == testing::Outside::MinusInfinity) return -std::numeric_limits<double>::infinity();
      if (outside == testing::Outside::Nan) return gradient[0] = std::numeric_limits<double>::quiet_NaN();
      throw std::domain_error("z is not positive");
    }
    gradient[0] = 1 / z[0] - rate;
    return std::log(z[0]) - rate * z[0];
  }
};

/// A density without a score at zero.
struct PathCusp {
  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    gradient[0] = z[0] == 0 ? std::numeric_limits<double>::quiet_NaN() : (z[0] > 0 ? -1 : 1);
    return -std::abs(z[0]);
  }
};

/// Says that it failed, and nothing else.
class PathFlagged final : public Model {
 public:
  Index dimension() const override { return 1; }
  std::vector<std::string> parameter_names() const override { return {"z"}; }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  Index lane_width() const override { return 1; }
  bool is_thread_safe() const override { return true; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    out.log_density = -0.5 * draws.rowwise().squaredNorm();
    out.score = -draws;
    out.failed.assign(static_cast<std::size_t>(draws.rows()), 1);
  }
};

// Standard deviations from the first to the last, neighbours correlated at 0.8, a mean about two sds away from zero.
testing::Autoregression path_badly_scaled(double first, double last) {
  const Vector sds = testing::geometric(4, first, last);
  return {2 * sds.cwiseProduct(testing::wave(4)), sds, 0.8};
}

const Vector path_mean = Vector({{1, -2, 0.5, 3}});

Matrix path_precision() {
  return testing::Autoregression{path_mean, Vector({{0.5, 1, 2, 0.7}}), 0.8}.covariance().inverse();
}

testing::GaussianModel path_gaussian_model() { return {path_mean, path_precision()}; }

LbfgsPath whole_path(const Model& model) {
  LbfgsOptions options;
  options.min_rise = 0;
  return ascend(model, Vector::Zero(model.dimension()), options, path_never);
}

TEST(LbfgsPath, ReachesTheModeOfABadlyScaledGaussian) {
  const testing::Autoregression density = path_badly_scaled(0.1, 10);
  const std::unique_ptr<Model> model = make_model(density);
  const LbfgsPath path = ascend(*model, Vector::Zero(4), {}, path_never);
  ASSERT_FALSE(path.points.empty());
  EXPECT_TRUE(path.is_at_mode);
  EXPECT_EQ(path.points.front().position, Vector::Zero(4));
  const Vector& score = path.points.back().score;
  EXPECT_LT(0.5 * score.dot(density.covariance() * score), 1e-3);  // nats below the mode
  EXPECT_GT(0.5 * path.points.front().score.dot(density.covariance() * path.points.front().score), 5);
  EXPECT_LT(path.evaluations, 100);
}

TEST(LbfgsPath, PointsAreWhatTheModelSaysAndRise) {
  const testing::GaussianModel model = path_gaussian_model();
  const LbfgsPath path = ascend(model, Vector::Zero(4), {}, path_never);
  ASSERT_GT(path.points.size(), 3u);
  for (std::size_t k = 0; k < path.points.size(); ++k) {
    Evaluation evaluation;
    evaluation.resize(1, 4);
    model.evaluate(path.points[k].position.transpose(), evaluation);
    EXPECT_EQ(path.points[k].log_density, evaluation.log_density[0]);
    EXPECT_EQ(path.points[k].score, Vector(evaluation.score.row(0)));
    EXPECT_GE(path.points[k].log_density, path.points[k > 0 ? k - 1 : 0].log_density);
  }
}

TEST(LbfgsPath, IsEmptyWhereTheStartIsNotFinite) {
  for (const testing::Outside outside :
       {testing::Outside::MinusInfinity, testing::Outside::Nan, testing::Outside::Throws}) {
    int calls = 0, outside_calls = 0;
    const std::unique_ptr<Model> model = make_model(PathGamma{200, outside, &calls, &outside_calls});
    const LbfgsPath path = ascend(*model, Vector::Constant(1, -1), {}, path_never);
    EXPECT_TRUE(path.points.empty());
    EXPECT_FALSE(path.is_at_mode);
    EXPECT_EQ(path.evaluations, 1);
  }
  EXPECT_TRUE(ascend(*make_model(PathCusp{}), Vector::Zero(1), {}, path_never).points.empty());
  EXPECT_TRUE(ascend(PathFlagged{}, Vector::Ones(1), {}, path_never).points.empty());
  const testing::GaussianModel gaussian = path_gaussian_model();
  EXPECT_TRUE(ascend(gaussian, Vector::Constant(4, std::nan("")), {}, path_never).points.empty());
}

TEST(LbfgsPath, SurvivesWallsAndCountsEvaluations) {
  for (const testing::Outside outside :
       {testing::Outside::MinusInfinity, testing::Outside::Nan, testing::Outside::Throws}) {
    int calls = 0, outside_calls = 0;
    const std::unique_ptr<Model> model = make_model(PathGamma{200, outside, &calls, &outside_calls});
    const LbfgsPath path = ascend(*model, Vector::Constant(1, 0.6), {}, path_never);  // a step of length 1 is outside
    ASSERT_FALSE(path.points.empty());
    EXPECT_GT(outside_calls, 0);
    EXPECT_EQ(path.evaluations, calls);
    EXPECT_TRUE(path.is_at_mode);
    EXPECT_NEAR(path.points.back().position[0], 1 / 200.0, 0.02 / 200);  // 1e-4 nats are 0.014 of an sd
    for (const PathPoint& point : path.points) EXPECT_GT(point.position[0], 0);
  }
}

TEST(LbfgsPath, FirstStepsMayBeFarTooLong) {
  // Of length 1, where 1e-9 would do.
  int calls = 0, outside_calls = 0;
  const std::unique_ptr<Model> model =
      make_model(PathGamma{1e9, testing::Outside::MinusInfinity, &calls, &outside_calls});
  const LbfgsPath path = ascend(*model, Vector::Constant(1, 5e-9), {}, path_never);
  ASSERT_FALSE(path.points.empty());
  EXPECT_NEAR(path.points.back().position[0], 1e-9, 0.02e-9);
}

TEST(LbfgsPath, EndsWhereItHasStoppedRising) {
  const testing::GaussianModel model = path_gaussian_model();
  LbfgsOptions coarse;
  coarse.min_rise = 1;
  const LbfgsPath shorter = ascend(model, Vector::Zero(4), coarse, path_never), longer = whole_path(model);
  EXPECT_LT(shorter.points.size(), longer.points.size());
  EXPECT_TRUE(shorter.is_at_mode);
  EXPECT_TRUE(longer.is_at_mode);
  EXPECT_LT((longer.points.back().position - path_mean).norm(), 1e-5);
  // From the mode itself there is nowhere to go.
  const LbfgsPath none = ascend(model, path_mean, {}, path_never);
  EXPECT_EQ(none.points.size(), 1u);
  EXPECT_TRUE(none.is_at_mode);
}

TEST(LbfgsPath, StopsWhenTold) {
  const std::unique_ptr<Model> model = make_model(path_badly_scaled(0.01, 100));
  int calls = 0;
  const LbfgsPath path = ascend(*model, Vector::Zero(4), {}, [&] { return ++calls == 3; });
  EXPECT_EQ(calls, 3);
  EXPECT_LE(path.evaluations, 3);  // it is asked before each, also within a line search
  EXPECT_FALSE(path.is_at_mode);   // it was on its way
}

TEST(LbfgsPath, PassesOnWhatIsThrown) {
  const std::unique_ptr<Model> model = make_model(path_badly_scaled(0.01, 100));
  for (const int last : {1, 2, 3}) {
    int calls = 0;
    const auto stop = [&]() -> bool { return ++calls == last ? throw std::runtime_error("no more") : false; };
    EXPECT_THROW(static_cast<void>(ascend(*model, Vector::Zero(4), {}, stop)), std::runtime_error);
    EXPECT_EQ(calls, last);
  }
}

/// Four draws at the price of one; counts its batches and their largest.
class PathLanes final : public Model {
 public:
  explicit PathLanes(Index width) : width_(width) {}

  Index dimension() const override { return inner_->dimension(); }
  std::vector<std::string> parameter_names() const override { return inner_->parameter_names(); }
  const Curvature* curvature() const override { return nullptr; }
  const Expectation* expectation() const override { return nullptr; }
  const Model* prior() const override { return nullptr; }
  Index lane_width() const override { return width_; }
  bool is_thread_safe() const override { return true; }
  void evaluate(const Matrix& draws, Evaluation& out) const override {
    ++batches;
    largest = std::max(largest, draws.rows());
    inner_->evaluate(draws, out);
  }

  mutable Index batches = 0, largest = 0;

 private:
  Index width_;
  std::unique_ptr<Model> inner_ = make_model(path_badly_scaled(0.1, 10));
};

TEST(LbfgsPath, SideBySideAreWhatTheyAreAlone) {
  std::vector<Vector> starts;
  for (int k = 0; k < 7; ++k) starts.push_back(0.7 * k * testing::wave(4));
  starts[2][1] = std::nan("");
  for (const Index width : {1, 4, 16}) {
    const PathLanes model(width);
    const std::vector<LbfgsPath> paths = ascend_all(model, starts, {}, path_never);
    ASSERT_EQ(paths.size(), starts.size());
    EXPECT_LE(model.largest, width);
    Index evaluations = 0, longest = 0;
    for (std::size_t k = 0; k < starts.size(); ++k) {
      const LbfgsPath alone = ascend(PathLanes(1), starts[k], {}, path_never);
      evaluations += alone.evaluations;
      longest = std::max(longest, alone.evaluations);
      EXPECT_EQ(paths[k].evaluations, alone.evaluations);
      EXPECT_EQ(paths[k].is_at_mode, alone.is_at_mode);
      ASSERT_EQ(paths[k].points.size(), alone.points.size());
      for (std::size_t i = 0; i < alone.points.size(); ++i) {
        EXPECT_EQ(paths[k].points[i].position, alone.points[i].position);
        EXPECT_EQ(paths[k].points[i].score, alone.points[i].score);
        EXPECT_EQ(paths[k].points[i].log_density, alone.points[i].log_density);
      }
    }
    // The point that is not finite is not evaluated.
    EXPECT_EQ(model.batches, width == 1 ? evaluations - 1 : width == 16 ? longest : model.batches);
  }
  EXPECT_TRUE(ascend_all(PathLanes(4), {}, {}, path_never).empty());
  const PathLanes without_lanes(1);
  const ThreadScope threads(4);
  EXPECT_EQ(ascend_all(without_lanes, starts, {}, path_never).size(), starts.size());
  EXPECT_EQ(without_lanes.largest, 4);  // one a thread
}

TEST(Lbfgs, SolvesAQuadraticInAFewSteps) {
  // -0.5 (x - m)^T A (x - m), with the gradient by hand.
  const Matrix a{{4, 1, 0}, {1, 3, -1}, {0, -1, 2}};
  const Vector m{{1, -2, 5}};
  Lbfgs search(Vector::Zero(3));
  int iterates = 0, evaluations = 0;
  for (; !search.is_over() && evaluations < 200; ++evaluations) {
    const Vector off = search.point() - m;
    iterates += search.take(-0.5 * off.dot(a * off), -a * off) ? 1 : 0;
  }
  EXPECT_TRUE(search.is_at_maximum() || evaluations < 200);
  EXPECT_LT((search.position() - m).norm(), 1e-7);
  EXPECT_LE(iterates, 25);
}

TEST(Lbfgs, EndsWhereALineSearchFindsNothing) {
  Lbfgs search(Vector::Zero(1));
  EXPECT_TRUE(search.take(0, Vector::Ones(1)));  // says that it rises to the right, and falls everywhere
  int evaluations = 0;
  while (!search.is_over() && ++evaluations < 1000) EXPECT_FALSE(search.take(-std::abs(search.point()[0]) - 1, -Vector::Ones(1)));
  EXPECT_LT(evaluations, 100);
  EXPECT_FALSE(search.is_at_maximum());
  EXPECT_EQ(search.position(), Vector::Zero(1));
}

TEST(LbfgsPath, KeepsToItsLimits) {
  const std::unique_ptr<Model> model = make_model(path_badly_scaled(0.01, 100));
  LbfgsOptions few_iterations, few_evaluations;
  few_iterations.max_iterations = 4;
  few_evaluations.max_evaluations = 6;
  const LbfgsPath iterated = ascend(*model, Vector::Zero(4), few_iterations, path_never);
  EXPECT_EQ(iterated.points.size(), 1u + 4u);
  EXPECT_FALSE(iterated.is_at_mode);
  const LbfgsPath evaluated = ascend(*model, Vector::Zero(4), few_evaluations, path_never);
  EXPECT_GT(evaluated.evaluations, 6);
  EXPECT_LE(evaluated.evaluations, 6 + 81);  // looked at after an iteration, a line search of which has its own limit
  EXPECT_FALSE(evaluated.is_at_mode);
}

PathCurvature path_curvature(const LbfgsPath& path, Index dimension) {
  PathCurvature curvature(dimension);
  for (std::size_t k = 1; k < path.points.size(); ++k) curvature.observe(path.points[k - 1], path.points[k]);
  return curvature;
}

TEST(PathCurvature, OfAQuadraticIsNearlyItsCovariance) {
  const testing::GaussianModel model = path_gaussian_model();
  const LbfgsPath path = whole_path(model);
  const PathCurvature curvature = path_curvature(path, 4);
  for (const PathPoint& at : {path.points.back(), path.points[path.points.size() - 2]}) {
    const Gaussian q = curvature.gaussian(at, Structure::Dense);
    ASSERT_EQ(q.structure, Structure::Dense);
    ASSERT_EQ(q.dimension(), 4);
    const Matrix inside = q.cholesky.transpose() * path_precision() * q.cholesky;
    EXPECT_LT((inside - Matrix::Identity(4, 4)).norm(), 0.05);  // 1 would be twice the covariance in a direction
    const Vector off = q.mean - path_mean;
    EXPECT_LT(off.dot(path_precision() * off), 1e-4);
  }
}

TEST(PathCurvature, MeanFieldHasConditionalSds) {
  const testing::GaussianModel model = path_gaussian_model();
  const LbfgsPath path = whole_path(model);
  const Gaussian q = path_curvature(path, 4).gaussian(path.points.back(), Structure::Diagonal);
  ASSERT_EQ(q.structure, Structure::Diagonal);
  ASSERT_EQ(q.dimension(), 4);
  const Vector ratio = q.scale.cwiseProduct(path_precision().diagonal().cwiseSqrt());
  EXPECT_LT(ratio.array().log().abs().maxCoeff(), std::log(1.1));
  // Marginal ones are another matter.
  const Vector marginal = path_precision().inverse().diagonal().cwiseSqrt();
  EXPECT_GT(marginal.cwiseQuotient(q.scale).maxCoeff(), 1.3);
}

TEST(PathCurvature, FollowsBadScales) {
  const testing::Autoregression density = path_badly_scaled(0.01, 100);
  const LbfgsPath path = whole_path(*make_model(density));
  const PathCurvature curvature = path_curvature(path, 4);
  const Gaussian dense = curvature.gaussian(path.points.back(), Structure::Dense);
  const Gaussian diagonal = curvature.gaussian(path.points.back(), Structure::Diagonal);
  ASSERT_EQ(dense.dimension(), 4);
  ASSERT_EQ(diagonal.dimension(), 4);
  // Within a factor of two, where the sds cover four decades.
  EXPECT_LT(standard_deviations(dense).cwiseQuotient(density.sds).array().log().abs().maxCoeff(), std::log(2));
  EXPECT_LT(diagonal.scale.cwiseQuotient(density.conditional_sds()).array().log().abs().maxCoeff(), std::log(2));
}

TEST(PathCurvature, GaussiansOfBothStructuresComeFromOneMatrix) {
  // 1 / diag(H^-1) of the mean-field one, along the path, where H is not yet the covariance.
  const testing::GaussianModel model = path_gaussian_model();
  const LbfgsPath path = ascend(model, Vector::Zero(4), {}, path_never);
  PathCurvature curvature(4);
  for (std::size_t k = 1; k < path.points.size(); ++k) {
    curvature.observe(path.points[k - 1], path.points[k]);
    const Gaussian dense = curvature.gaussian(path.points[k], Structure::Dense);
    const Gaussian diagonal = curvature.gaussian(path.points[k], Structure::Diagonal);
    ASSERT_EQ(dense.dimension(), 4) << k;
    ASSERT_EQ(diagonal.dimension(), 4) << k;
    const Matrix h = dense.cholesky * dense.cholesky.transpose();
    const Vector expected = h.inverse().diagonal().cwiseSqrt().cwiseInverse();
    EXPECT_LT((diagonal.scale - expected).cwiseQuotient(expected).norm(), 1e-6) << k;
    const Vector newton = path.points[k].position + h * path.points[k].score;
    EXPECT_LT((dense.mean - newton).norm(), 1e-8 * (1 + newton.norm())) << k;
    // The latest step is always taken at its word: H (change of score) = step.
    const Vector step = path.points[k].position - path.points[k - 1].position;
    const Vector change = path.points[k - 1].score - path.points[k].score;
    EXPECT_LT((h * change - step).norm(), 1e-6 * step.norm()) << k;
  }
}

TEST(PathCurvature, StepsThatAreNotConcaveTeachNothing) {
  const PathPoint origin{Vector::Zero(2), Vector({{1, 1}}), 0};
  const PathPoint convex{Vector({{1, 0}}), Vector({{2, 1}}), 1};    // the score rose along the step
  const PathPoint concave{Vector({{1, 0}}), Vector({{-3, 1}}), 1};  // curvature 4 along the first axis
  PathCurvature curvature(2);
  curvature.observe(origin, convex);
  curvature.observe(origin, origin);
  Gaussian q = curvature.gaussian(origin, Structure::Dense);
  ASSERT_EQ(q.dimension(), 2);
  EXPECT_LT((q.cholesky - Matrix::Identity(2, 2)).norm(), 1e-14);  // as at first
  EXPECT_LT((q.mean - origin.score).norm(), 1e-14);
  curvature.observe(origin, concave);
  curvature.observe(origin, convex);
  q = curvature.gaussian(origin, Structure::Dense);
  ASSERT_EQ(q.dimension(), 2);
  EXPECT_NEAR((q.cholesky * q.cholesky.transpose())(0, 0), 0.25, 1e-12);
}

TEST(PathCurvature, IsEmptyWhereItIsNotFinite) {
  const PathPoint bad{Vector::Zero(2), Vector({{std::nan(""), 1}}), 0};
  for (const Structure structure : {Structure::Diagonal, Structure::Dense})
    EXPECT_EQ(PathCurvature(2).gaussian(bad, structure).dimension(), 0);
}

}  // namespace
}  // namespace g2t
