// Rows spread over processes, of any number and with none in some, are those of one process up to rounding.
#include <g2t/models/shared_rows.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/models/bayesian_neural_network.hpp>
#include <g2t/models/logistic.hpp>
#include <g2t/models/poisson.hpp>
#include <g2t/models/simulate.hpp>
#include <g2t/models/struct_model.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <memory>
#include <support/gaussians.hpp>
#include <support/thread_communicator.hpp>

namespace g2t {
namespace {

using testing::normals_of;

/// A model of a kind of rows `begin` to before `end`, of kSplitRows.
struct SplitModel {
  std::string name;
  std::function<std::unique_ptr<Model>(Index begin, Index end, const LikelihoodExchange& exchange)> make;
};

constexpr Index kSplitRows = 53;

LogisticData rows_of(const LogisticData& data, Index begin, Index end) {
  LogisticData out;
  out.intercept = data.intercept;
  out.rows.columns = data.rows.columns;
  out.positive.assign(data.positive.begin() + begin, data.positive.begin() + end);
  const Index first = data.rows.start[static_cast<std::size_t>(begin)], last = data.rows.start[static_cast<std::size_t>(end)];
  out.rows.column.assign(data.rows.column.begin() + first, data.rows.column.begin() + last);
  out.rows.value.assign(data.rows.value.begin() + first, data.rows.value.begin() + last);
  for (Index row = begin; row < end; ++row) out.rows.start.push_back(data.rows.start[static_cast<std::size_t>(row) + 1] - first);
  return out;
}

PoissonData rows_of(const PoissonData& data, Index begin, Index end) {
  PoissonData out = data;
  out.count.assign(data.count.begin() + begin, data.count.begin() + end);
  out.log_exposure.assign(data.log_exposure.begin() + begin, data.log_exposure.begin() + end);
  for (std::size_t k = 0; k < data.groupings.size(); ++k)
    out.groupings[k].level_of_row.assign(data.groupings[k].level_of_row.begin() + begin, data.groupings[k].level_of_row.begin() + end);
  return out;
}

NetworkData rows_of(const NetworkData& data, Index begin, Index end) {
  return {data.inputs.middleRows(begin, end - begin), data.response.segment(begin, end - begin), {}};
}

std::vector<SplitModel> split_models() {
  const LogisticData logistic = simulate_logistic(kSplitRows, 4, 1).data;
  const PoissonData poisson = simulate_poisson({3, 4}, kSplitRows, 2).data;
  const NetworkOptions network_options{.hidden_units = 3, .hierarchical = true, .prior_scale = {}};
  const NetworkData network = simulate_network(kSplitRows, 2, network_options, 3).data;
  return {{"logistic",
           [=](Index begin, Index end, const LikelihoodExchange& exchange) {
             return make_logistic(rows_of(logistic, begin, end), 2, exchange);
           }},
          {"poisson",
           [=](Index begin, Index end, const LikelihoodExchange& exchange) {
             return make_poisson(rows_of(poisson, begin, end), 3, exchange);
           }},
          {"network", [=](Index begin, Index end, const LikelihoodExchange& exchange) {
             return make_bayesian_neural_network(rows_of(network, begin, end), network_options, exchange);
           }}};
}

/// The first row of each process, and the end; those that begin where they end have none.
std::vector<std::vector<Index>> cuts() { return {{0, kSplitRows}, {0, 1, kSplitRows}, {0, 20, 20, kSplitRows}, {0, 8, 30, 31, kSplitRows, kSplitRows}}; }

/// Calls use(sum of all, one model of all rows, the first's communicator).
template <class Use>
void with_shared_rows(const SplitModel& split, const std::vector<Index>& cut, Index threads, const Use& use) {
  const Index count = static_cast<Index>(cut.size()) - 1;
  test::run_ranks(count, [&](test::ThreadCommunicator& communicator) {
    const Index begin = cut[static_cast<std::size_t>(communicator.rank())], end = cut[static_cast<std::size_t>(communicator.rank()) + 1];
    if (communicator.is_first()) {
      const std::unique_ptr<Model> shared = split.make(begin, end, [&](std::unique_ptr<Likelihood> part) {
        return share_rows(std::move(part), communicator, threads);
      });
      use(*shared, *split.make(0, cut.back(), nullptr), communicator);
      return;
    }
    const Likelihood* part = nullptr;
    std::unique_ptr<Model> own;
    if (begin < end)
      own = split.make(begin, end, [&](std::unique_ptr<Likelihood> likelihood) {
        part = likelihood.get();
        return likelihood;
      });
    serve_rows(part, communicator, threads);
  });
}

template <class Numbers>
void expect_near(const Numbers& actual, const Numbers& expected, const std::string& what) {
  ASSERT_EQ(actual.rows(), expected.rows()) << what;
  ASSERT_EQ(actual.cols(), expected.cols()) << what;
  if (expected.size() == 0) return;
  EXPECT_LT((actual - expected).cwiseAbs().maxCoeff(), 1e-13 * (1 + expected.cwiseAbs().maxCoeff())) << what;
}

// What the processes together give at the draws, which is near what one of all rows gives.
Evaluation evaluation_near(const Model& shared, const Model& whole, const Matrix& draws) {
  Evaluation actual, expected;
  shared.evaluate(draws, actual);
  whole.evaluate(draws, expected);
  expect_near(actual.log_density, expected.log_density, "log density");
  expect_near(actual.score, expected.score, "score");
  return actual;
}

class SharedRowsOf : public ::testing::TestWithParam<std::size_t> {
 protected:
  const SplitModel split_ = split_models()[GetParam()];

  template <class Use>
  void with_all(const Use& use, Index threads = 1) const {
    for (const std::vector<Index>& cut : cuts()) {
      SCOPED_TRACE(split_.name + ", " + std::to_string(cut.size() - 1) + " processes");
      with_shared_rows(split_, cut, threads, use);
    }
  }
};

TEST_P(SharedRowsOf, HaveTheDensityAndScoreOfAllRows) {
  with_all([](const Model& shared, const Model& whole, const test::ThreadCommunicator&) {
    for (const Index draw_count : {1, 8, 13}) {
      const Matrix draws = 0.5 * normals_of(1, draw_count, whole.dimension());
      const Evaluation actual = evaluation_near(shared, whole, draws);
      Vector densities;
      shared.log_densities(draws, densities);
      EXPECT_EQ(densities, actual.log_density);
    }
  });
}

TEST_P(SharedRowsOf, HaveTheSecondDerivativesOfAllRows) {
  with_all([](const Model& shared, const Model& whole, const test::ThreadCommunicator&) {
    const Vector point = 0.5 * normals_of(2, 1, whole.dimension()).row(0).transpose();
    const Matrix vectors = normals_of(3, 5, whole.dimension());
    Matrix actual, expected;
    shared.curvature()->hessian(point, actual);
    whole.curvature()->hessian(point, expected);
    expect_near(actual, expected, "Hessian");
    Vector actual_diagonal, expected_diagonal;
    shared.curvature()->hessian_diagonal(point, actual_diagonal);
    whole.curvature()->hessian_diagonal(point, expected_diagonal);
    expect_near(actual_diagonal, expected_diagonal, "diagonal");
    shared.curvature()->hessian_times(point, vectors, actual);
    whole.curvature()->hessian_times(point, vectors, expected);
    expect_near(actual, expected, "products");
  });
}

TEST_P(SharedRowsOf, HaveTheExpectationsOfAllRows) {
  with_all([](const Model& shared, const Model& whole, const test::ThreadCommunicator&) {
    const Index dimension = whole.dimension();
    for (const Structure structure : {Structure::Diagonal, Structure::Dense, Structure::LowRank}) {
      ASSERT_EQ(shared.expectation()->supports(structure), whole.expectation()->supports(structure));
      if (!whole.expectation()->supports(structure)) continue;
      Gaussian q = isotropic_gaussian(structure, 0.3 * normals_of(4, 1, dimension).row(0).transpose(), 0.4);
      if (structure == Structure::Dense) q.cholesky(dimension - 1, 0) = 0.2;
      if (structure == Structure::LowRank) {
        q.basis = Matrix::Identity(dimension, 2);
        q.variances = Vector({{2, 0.4}});
      }
      ExpectedLogDensity actual, expected;
      shared.expectation()->expect(q, actual);
      whole.expectation()->expect(q, expected);
      EXPECT_NEAR(actual.value, expected.value, 1e-13 * std::abs(expected.value));
      expect_near(actual.score, expected.score, "score");
      expect_near(actual.hessian_diagonal, expected.hessian_diagonal, "diagonal");
      expect_near(actual.hessian, expected.hessian, "Hessian");
      expect_near(actual.hessian_products, expected.hessian_products, "products");
    }
  });
}

TEST_P(SharedRowsOf, TakeOneSumOfADensityAndAScoreADraw) {
  with_all([](const Model& shared, const Model&, const test::ThreadCommunicator& communicator) {
    Evaluation evaluation;
    const Index sums = communicator.sums(), summed = communicator.summed();
    shared.evaluate(normals_of(5, 8, shared.dimension()), evaluation);
    EXPECT_EQ(communicator.sums() - sums, 1);
    EXPECT_EQ(communicator.summed() - summed, 8 * (shared.dimension() + 1));
  });
}

TEST_P(SharedRowsOf, DoNotDependOnThreads) {
  Evaluation one;
  for (const Index threads : {1, 2, 3})
    with_shared_rows(split_, {0, 20, kSplitRows}, threads, [&](const Model& shared, const Model&, const test::ThreadCommunicator&) {
      Evaluation several;
      const Matrix draws = normals_of(6, 75, shared.dimension());
      shared.evaluate(draws, several);
      Vector densities;
      shared.log_densities(draws, densities);
      EXPECT_EQ(densities, several.log_density);
      if (threads == 1) one = several;
      EXPECT_EQ(several.log_density, one.log_density);
      EXPECT_EQ(several.score, one.score);
    });
}

INSTANTIATE_TEST_SUITE_P(All, SharedRowsOf, ::testing::Range<std::size_t>(0, 3),
                         [](const ::testing::TestParamInfo<std::size_t>& which) { return split_models()[which.param].name; });

// What does not fit into one message: a dense q of 40 parameters, and 100 draws of 30.
TEST(SharedRows, TakesRequestsOfAnySize) {
  const LogisticData data = simulate_logistic(kSplitRows, 39, 8).data;
  const SplitModel split{"logistic", [&](Index begin, Index end, const LikelihoodExchange& exchange) {
                           return make_logistic(rows_of(data, begin, end), 2, exchange);
                         }};
  with_shared_rows(split, {0, 30, kSplitRows}, 1, [](const Model& shared, const Model& whole, const test::ThreadCommunicator&) {
    Gaussian q = isotropic_gaussian(Structure::Dense, 0.3 * normals_of(4, 1, 40).row(0).transpose(), 0.4);
    q.cholesky.bottomLeftCorner(20, 20).setConstant(0.01);
    ExpectedLogDensity actual, expected;
    shared.expectation()->expect(q, actual);
    whole.expectation()->expect(q, expected);
    expect_near(actual.hessian, expected.hessian, "Hessian");
    Evaluation evaluation, whole_evaluation;
    shared.evaluate(normals_of(5, 100, 40), evaluation);
    whole.evaluate(normals_of(5, 100, 40), whole_evaluation);
    expect_near(evaluation.score, whole_evaluation.score, "score");
  });
}

// So many rows that each process's likelihood is a sum, which threads share; the rows of all have no sample.
TEST(SharedRows, OfManyPartsDoNotDependOnThreads) {
  constexpr Index kRows = 70000;
  const LogisticData data = simulate_logistic(kRows, 4, 3).data;
  const SplitModel split{"logistic", [&](Index begin, Index end, const LikelihoodExchange& exchange) {
                           return make_logistic(rows_of(data, begin, end), 2, exchange);
                         }};
  const Matrix draws = 0.5 * normals_of(7, 8, 5);
  Evaluation one;
  Matrix one_hessian;
  for (const Index threads : {1, 2})
    with_shared_rows(split, {0, 36000, kRows}, threads, [&](const Model& shared, const Model& whole, const test::ThreadCommunicator&) {
      ASSERT_NE(whole.row_sums(), nullptr);
      EXPECT_EQ(shared.row_sums(), nullptr);
      const Evaluation actual = evaluation_near(shared, whole, draws);
      Matrix hessian;
      shared.curvature()->hessian(draws.row(0).transpose(), hessian);
      if (threads == 1) {
        one = actual;
        one_hessian = hessian;
      }
      EXPECT_EQ(actual.log_density, one.log_density);
      EXPECT_EQ(actual.score, one.score);
      EXPECT_EQ(hessian, one_hessian);
    });
}

/// log density -sum over own values x of (z - x)^2 / 2, and with `has_prior` -z^2 / 2.
struct OwnRows {
  std::vector<double> values;
  bool has_prior = false;

  Index dimension() const { return 1; }
  double log_density(const Vector& z, Vector& gradient) const {
    double sum = has_prior ? -0.5 * z[0] * z[0] : 0;
    gradient[0] = has_prior ? -z[0] : 0;
    for (const double x : values) {
      sum -= 0.5 * (z[0] - x) * (z[0] - x);
      gradient[0] -= z[0] - x;
    }
    return sum;
  }
  void hessian_times(const Vector&, const Vector& v, Vector& product) const {
    product = -(static_cast<double>(values.size()) + (has_prior ? 1 : 0)) * v;
  }
};

TEST(ShareModel, AddsUpTheDensitiesOfOwnStructs) {
  test::run_ranks(3, [](test::ThreadCommunicator& communicator) {
    const double rank = static_cast<double>(communicator.rank());
    const std::unique_ptr<Model> shared = share_model(make_model(OwnRows{{rank, rank + 0.5}, communicator.is_first()}), communicator);
    ASSERT_EQ(shared != nullptr, communicator.is_first());
    if (shared == nullptr) return;
    const std::unique_ptr<Model> whole = make_model(OwnRows{{0, 0.5, 1, 1.5, 2, 2.5}, true});
    const Matrix draws = normals_of(1, 4, 1);
    Evaluation actual, expected;
    shared->evaluate(draws, actual);
    expected.resize(4, 1);
    whole->evaluate(draws, expected);
    expect_near(actual.log_density, expected.log_density, "log density");
    expect_near(actual.score, expected.score, "score");
    Matrix hessian;
    shared->curvature()->hessian(Vector::Zero(1), hessian);
    EXPECT_NEAR(hessian(0, 0), -7, 1e-12);
    EXPECT_EQ(shared->expectation(), nullptr);
    EXPECT_FALSE(shared->is_thread_safe());
  });
}

TEST(SharedRows, RefusesWhatCannotBeShared) {
  test::run_ranks(1, [](test::ThreadCommunicator& communicator) {
    EXPECT_THROW(static_cast<void>(share_rows(nullptr, communicator)), InvalidArgument);
    EXPECT_THROW(static_cast<void>(share_model(nullptr, communicator)), InvalidArgument);
  });
}

}  // namespace
}  // namespace g2t
