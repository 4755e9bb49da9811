// Models of many parts: every function against the same rows as one part, the same bits with any number of threads.
#include "models/likelihood_sum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/thread_team.hpp>
#include <g2t/models/simulate.hpp>
#include <string>
#include <support/gaussians.hpp>

#include "models/logistic_likelihood.hpp"
#include "models/network_likelihood.hpp"
#include "models/poisson_likelihood.hpp"
#include "models/row_parts.hpp"

namespace g2t {
namespace {

struct Case {
  std::string name;
  std::unique_ptr<Model> parts;
  std::unique_ptr<Likelihood> whole;
};

std::vector<Case> cases() {
  std::vector<Case> out;
  const LogisticData dense = simulate_logistic(40001, 6, 1).data;
  LogisticData ones;
  ones.rows.columns = 12;
  for (Index row = 0; row < 40001; ++row) {
    ones.rows.column.push_back(static_cast<std::int32_t>(row * row % 7 % 5));
    ones.rows.column.push_back(static_cast<std::int32_t>(5 + row % 7));
    ones.rows.value.insert(ones.rows.value.end(), 2, 1.0);
    ones.rows.start.push_back(static_cast<Index>(ones.rows.column.size()));
    ones.positive.push_back(static_cast<std::uint8_t>(row * 5 % 3 % 2));
  }
  for (const LogisticData& data : {dense, ones})
    out.push_back({"logistic", make_logistic(data),
                   std::make_unique<LogisticLikelihood>(LogisticDesign(data), data.rows.columns + 1)});
  const PoissonData counts = simulate_poisson({3, 4}, 40001, 1).data;
  out.push_back({"poisson", make_poisson(counts), std::make_unique<PoissonLikelihood>(counts)});
  NetworkOptions options;
  options.hidden_units = 4;
  const NetworkData network = simulate_network(5000, 3, options, 1).data;
  const NetworkLayout layout{.inputs = 3, .hidden = 4, .has_scale = options.hierarchical};
  out.push_back({"network", make_bayesian_neural_network(network, options), std::make_unique<NetworkLikelihood>(network, layout)});
  return out;
}

// All numbers that a model gives, one after the other.
Vector numbers_of(const Model& model) {
  const Index d = model.dimension();
  const Matrix draws = 0.3 * testing::normals_of(1, 67, d);
  std::vector<double> out;
  const auto keep = [&](const auto& values) { out.insert(out.end(), values.data(), values.data() + values.size()); };
  Evaluation evaluation;
  evaluation.resize(draws.rows(), d);
  model.evaluate(draws, evaluation);
  keep(evaluation.log_density);
  keep(evaluation.score);
  Vector densities, diagonal;
  model.log_densities(draws, densities);
  EXPECT_EQ(densities, evaluation.log_density);
  Matrix hessian, products;
  const Vector point = draws.row(0);
  model.curvature()->hessian(point, hessian);
  model.curvature()->hessian_diagonal(point, diagonal);
  model.curvature()->hessian_times(point, draws.topRows(3), products);
  keep(hessian);
  keep(diagonal);
  keep(products);
  for (const Structure structure : {Structure::Diagonal, Structure::LowRank, Structure::Dense}) {
    if (model.expectation() == nullptr || !model.expectation()->supports(structure)) continue;
    ExpectedLogDensity expected;
    model.expectation()->expect(testing::wavy_gaussian(structure, d), expected);
    out.push_back(expected.value);
    keep(expected.score);
    keep(expected.hessian_diagonal);
    keep(expected.hessian);
    keep(expected.hessian_products);
  }
  return Eigen::Map<Vector>(out.data(), static_cast<Index>(out.size()));
}

TEST(LikelihoodSum, IsTheWhole) {
  for (Case& both : cases()) {
    const auto& prior = dynamic_cast<const NormalPrior&>(*both.parts->prior());
    const Vector expected = numbers_of(*make_posterior(std::move(both.whole), prior)), got = numbers_of(*both.parts);
    ASSERT_EQ(got.size(), expected.size()) << both.name;
    const double scale = expected.cwiseAbs().mean();
    for (Index i = 0; i < got.size(); ++i)
      ASSERT_NEAR(got(i), expected(i), 1e-12 * (scale + std::abs(expected(i)))) << both.name << " " << i;
  }
}

TEST(LikelihoodSum, HasTheSameBitsWithAnyNumberOfThreads) {
  for (const Case& one : cases()) {
    const Vector alone = numbers_of(*one.parts);
    for (const Index threads : {2, 4}) {
      const ThreadScope scope(threads);
      ASSERT_EQ(numbers_of(*one.parts), alone) << one.name;
    }
  }
}

TEST(LogisticParts, MakeTheSameModelInAnySizes) {
  const LogisticData data = simulate_logistic(40000, 5, 2).data;
  const Vector whole = numbers_of(*make_logistic(data));
  for (const Index size : {1000, 7777, 32768, 40000}) {
    LogisticParts parts(data.intercept);
    for (Index first = 0; first < 40000; first += size) {
      const Index end = std::min<Index>(40000, first + size);
      SparseRows rows;
      rows.columns = data.rows.columns;
      for (Index row = first; row < end; ++row) {
        for (Index k = data.rows.start[static_cast<std::size_t>(row)]; k < data.rows.start[static_cast<std::size_t>(row) + 1]; ++k) {
          rows.column.push_back(data.rows.column[static_cast<std::size_t>(k)]);
          rows.value.push_back(data.rows.value[static_cast<std::size_t>(k)]);
        }
        rows.start.push_back(static_cast<Index>(rows.column.size()));
      }
      parts.add(rows, Flags(data.positive.begin() + first, data.positive.begin() + end));
    }
    EXPECT_EQ(parts.row_count(), 40000);
    ASSERT_EQ(numbers_of(*make_logistic(std::move(parts), data.rows.columns)), whole) << size;
  }
}

TEST(LogisticParts, TakeColumnsAsTheyCome) {
  const auto row_of = [](std::int32_t column) {
    SparseRows rows;
    rows.columns = column + 1;
    rows.column = {column};
    rows.value = {0.5};
    rows.start = {0, 1};
    return rows;
  };
  LogisticParts parts;
  for (Index row = 0; row < 70000; ++row) parts.add(row_of(row < 66000 ? 0 : 3), {static_cast<std::uint8_t>(row % 2)});
  const std::unique_ptr<Model> model = make_logistic(std::move(parts), 5);
  ASSERT_EQ(model->dimension(), 6);
  Vector diagonal;
  model->curvature()->hessian_diagonal(Vector::Zero(6), diagonal);
  const Vector expected = -(Vector(6) << 70000 * 0.25, 66000 * 0.0625, 0, 0, 4000 * 0.0625, 0).finished() - Vector::Ones(6);
  EXPECT_TRUE(diagonal.isApprox(expected, 1e-12)) << diagonal.transpose();
}

// Over seeds, the mean of a sample's log density and score is that of all rows: to four standard errors.
TEST(RowSamples, AreUnbiased) {
  const std::unique_ptr<Model> model = make_logistic(simulate_logistic(70000, 4, 3).data);
  ASSERT_NE(model->row_sums(), nullptr);
  EXPECT_EQ(model->row_sums()->row_count(), 70000);
  const Matrix draw = 0.3 * testing::normals_of(1, 1, 5);
  Evaluation all, part;
  model->evaluate(draw, all);
  for (const Index rows : {5000, 20000}) {
    constexpr int kSeeds = 200;
    Matrix values(kSeeds, 6);
    for (int seed = 0; seed < kSeeds; ++seed) {
      const RowSample sample = model->row_sums()->sample(rows, static_cast<std::uint64_t>(seed));
      EXPECT_GE(sample.rows, rows);
      EXPECT_LT(sample.rows, rows + 3 * 1024);
      sample.model->evaluate(draw, part);
      values.row(seed) << part.log_density(0), part.score.row(0);
    }
    Vector expected(6);
    expected << all.log_density(0), all.score.row(0).transpose();
    const Vector mean = values.colwise().mean();
    const Matrix off = values.rowwise() - mean.transpose();
    const Vector error = (off.colwise().squaredNorm() / (kSeeds - 1.0) / kSeeds).cwiseSqrt();
    for (Index i = 0; i < 6; ++i) EXPECT_NEAR(mean(i), expected(i), 4 * error(i)) << rows << " " << i;
    EXPECT_GT(error.minCoeff(), 0);
  }
}

TEST(RowSamples, AreNoneOfFewRows) {
  EXPECT_EQ(make_logistic(simulate_logistic(30000, 4, 3).data)->row_sums(), nullptr);
}

}  // namespace
}  // namespace g2t
