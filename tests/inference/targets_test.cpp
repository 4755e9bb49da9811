// The analytic targets themselves: sizes, gradients, and that the stated best fits are best.
#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <support/targets.hpp>

namespace g2t {
namespace {

using testing::Target;

std::vector<Target> all_targets() {
  std::vector<Target> all = testing::analytic_targets();
  std::vector<Target> large = testing::large_targets();
  std::move(large.begin(), large.end(), std::back_inserter(all));
  return all;
}

/// Points and weights whose weighted sum is the expectation under N(0, I).
struct StandardNodes {
  Matrix points;   // [node_count x dimension]
  Vector weights;  // sum to 1
};

/// On the axes at +- sqrt(d): exact for quadratics.
StandardNodes axis_nodes(Index d) {
  StandardNodes nodes{Matrix::Zero(2 * d, d), Vector::Constant(2 * d, 0.5 / static_cast<double>(d))};
  nodes.points.topRows(d).diagonal().setConstant(std::sqrt(static_cast<double>(d)));
  nodes.points.bottomRows(d).diagonal().setConstant(-std::sqrt(static_cast<double>(d)));
  return nodes;
}

/// A grid of equal steps: for smooth integrands its error falls like exp(-2 pi^2 / step^2).
StandardNodes grid_nodes(Index d, double step, Index steps) {
  const Index side = 2 * steps + 1;
  Index count = 1;
  for (Index i = 0; i < d; ++i) count *= side;
  StandardNodes nodes{Matrix(count, d), Vector(count)};
  for (Index row = 0; row < count; ++row) {
    Index rest = row;
    for (Index i = 0; i < d; ++i, rest /= side) nodes.points(row, i) = step * static_cast<double>(rest % side - steps);
  }
  nodes.weights = (-0.5 * nodes.points.rowwise().squaredNorm().array()).exp();
  nodes.weights /= nodes.weights.sum();
  return nodes;
}

StandardNodes nodes_for(const Target& target) {
  const Index d = target.model->dimension();
  if (target.is_quadratic) return axis_nodes(d);
  if (d <= 2) return grid_nodes(d, 0.2, 40);
  return d == 3 ? grid_nodes(d, 0.4, 15) : grid_nodes(d, 1, 5);
}

Evaluation evaluate_at(const Model& model, const Gaussian& q, const StandardNodes& nodes) {
  Matrix draws;
  transform_normals(q, nodes.points, draws);
  Evaluation evaluation;
  model.evaluate(draws, evaluation);
  return evaluation;
}

/// Scores in q's own units: rows times the factor of its covariance.
Matrix scores_along_axes(const Matrix& score, const Gaussian& q) {
  if (q.structure == Structure::Dense) return score * q.cholesky;
  return score * q.scale.asDiagonal();
}

/// Central differences of the log density at q's transform of `normals`, along q's own axis i: one a step.
Vector slopes_along(const Model& model, const Gaussian& q, const Matrix& normals, Index axis,
                    const std::vector<double>& steps) {
  Vector slopes(static_cast<Index>(steps.size()));
  for (Index k = 0; k < slopes.size(); ++k) {
    const double step = steps[static_cast<std::size_t>(k)];
    StandardNodes pair{normals.replicate(2, 1), {}};
    pair.points(0, axis) += step;
    pair.points(1, axis) -= step;
    const Vector values = evaluate_at(model, q, pair).log_density;
    slopes[k] = (values[0] - values[1]) / (2 * step);
  }
  return slopes;
}

/// Every small move of q: means by a tenth of an sd, scales by a tenth, correlations by a tenth.
std::vector<Gaussian> neighbours(const Gaussian& best) {
  std::vector<Gaussian> moved;
  const Index d = std::min<Index>(best.dimension(), 3);
  for (const double step : {-0.1, 0.1})
    for (Index i = 0; i < d; ++i) {
      Gaussian shifted = best, scaled = best;
      if (best.structure == Structure::Diagonal) {
        shifted.mean[i] += step * best.scale[i];
        scaled.scale[i] *= std::exp(step);
      } else {
        shifted.mean += step * best.cholesky.col(i);
        scaled.cholesky.col(i) *= std::exp(step);
        for (Index j = 0; j < i; ++j) {
          moved.push_back(best);
          moved.back().cholesky.row(i) += step * best.cholesky(i, i) * Vector::Unit(best.dimension(), j).transpose();
        }
      }
      moved.push_back(shifted);
      moved.push_back(scaled);
    }
  return moved;
}

TEST(Targets, NamesDifferAndSizesAgree) {
  std::set<std::string> names;
  for (const Target& target : all_targets()) {
    SCOPED_TRACE(target.name);
    EXPECT_TRUE(names.insert(target.name).second);
    EXPECT_FALSE(target.note.empty());
    const Index d = target.model->dimension();
    const Index known = target.may_converge ? d : 0;
    EXPECT_EQ(target.best_mean.size(), known);
    EXPECT_EQ(target.best_sd.size(), known);
    EXPECT_EQ(target.posterior_sd.size(), known);
    EXPECT_EQ(std::isnan(target.best_elbo), !target.may_converge);
    if (target.may_converge) {
      EXPECT_EQ(target.best.structure, target.structure);
      EXPECT_EQ(target.best.mean, target.best_mean);
      EXPECT_LT((standard_deviations(target.best) - target.best_sd).norm(), 1e-12 * target.best_sd.norm());
    }
    if (target.init) {
      EXPECT_EQ(target.init->structure, target.structure);
      EXPECT_EQ(target.init->dimension(), d);
    }
  }
}

TEST(Targets, GradientsAreDerivatives) {
  for (const Target& target : all_targets()) {
    SCOPED_TRACE(target.name);
    const Index d = target.model->dimension();
    const Gaussian q = target.may_converge ? target.best : isotropic_gaussian(target.structure, Vector::Zero(d), 1);
    Matrix normals(3, d), points;
    for (Index i = 0; i < normals.size(); ++i)
      normals.data()[i] = 0.3 + 1.5 * std::abs(std::sin(static_cast<double>(3 * i + 1)));
    if (target.may_converge) normals.row(1) *= -0.5;  // the half lines have density at positive points only
    transform_normals(q, normals, points);
    Evaluation evaluation;
    target.model->evaluate(points, evaluation);
    ASSERT_EQ(evaluation.failure_count(), 0);
    const Matrix scores = scores_along_axes(evaluation.score, q);
    const Vector values = evaluation.log_density;
    for (Index row = 0; row < points.rows(); ++row)
      for (Index i = 0; i < std::min<Index>(d, 10); ++i) {
        const double step = 1e-3, rounding = 1e-15 * std::abs(values[row]) / step;
        const Vector slopes = slopes_along(*target.model, q, normals.row(row), i, {step, 2 * step});
        EXPECT_NEAR((4 * slopes[0] - slopes[1]) / 3, scores(row, i), 1e-6 * (1 + std::abs(scores(row, i))) + rounding)
            << "point " << row << ", direction " << i;
      }
  }
}

TEST(Targets, TheBestFitHasTheStatedElboAndIsBest) {
  for (const Target& target : all_targets()) {
    if (!target.may_converge || target.name == "faltering") continue;  // whose core is an ordinary normal
    SCOPED_TRACE(target.name);
    const StandardNodes nodes = nodes_for(target);
    const Evaluation evaluation = evaluate_at(*target.model, target.best, nodes);
    const double elbo = nodes.weights.dot(evaluation.log_density) + entropy(target.best);
    EXPECT_NEAR(elbo, target.best_elbo, 1e-3);

    // No gradient: in q's own units, E score = 0 and E score xi' = -I where the family can move.
    const Matrix score = scores_along_axes(evaluation.score, target.best);
    EXPECT_LT((score.transpose() * nodes.weights).cwiseAbs().maxCoeff(), 1e-3);
    const Vector stretch = score.cwiseProduct(nodes.points).transpose() * nodes.weights;
    EXPECT_LT((stretch.array() + 1).abs().maxCoeff(), 1e-3);
    if (target.structure == Structure::Dense) {
      const Matrix scale = score.transpose() * nodes.weights.asDiagonal() * nodes.points;
      EXPECT_LT(Matrix(scale.triangularView<Eigen::StrictlyLower>()).cwiseAbs().maxCoeff(), 1e-3);
    }

    if (nodes.points.rows() > 10000) continue;  // d = 3 and 5: too many for neighbours
    for (const Gaussian& other : neighbours(target.best)) {
      const Vector log_density = evaluate_at(*target.model, other, nodes).log_density;
      EXPECT_LT(nodes.weights.dot(log_density) + entropy(other), elbo - 1e-4);
    }
  }
}

}  // namespace
}  // namespace g2t
