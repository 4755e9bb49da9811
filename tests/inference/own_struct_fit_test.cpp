// A fit of a user's struct with all optional members is offered what the library's model of that density is.
#include <gtest/gtest.h>

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/inference/fit.hpp>
#include <g2t/models/simulate.hpp>
#include <support/own_logistic.hpp>

namespace g2t {
namespace {

LogisticData some_rows() { return simulate_logistic(60, 3, 5).data; }

std::vector<std::shared_ptr<Model>> own_logistics() {
  return {make_model(testing::OwnLogistic(some_rows(), 2)), make_model(testing::OwnLogisticBatch{{some_rows(), 2}})};
}

// All that pairs leave something of. Naming one that a model cannot offer is an error.
std::vector<std::string> kinds_for_pairs() {
  std::vector<std::string> names;
  for (const ControlVariateKind& kind : control_variate_kinds())
    if (!vanishes_in_pairs(kind.name)) names.push_back(kind.name);
  return names;
}

// Of a run of few steps in plain coordinates: it comes after the warm-up.
Selection first_selection(const Model& model) {
  FitOptions options;
  options.coordinates = Coordinates::Plain;
  options.control_variates = kinds_for_pairs();
  options.split = Split::None;
  options.select_at = {0};
  options.reselect = Reselect::Planned;
  options.step_size = 1e-3;
  options.iterations = 10;
  const FitResult result = fit(model, options);
  return result.selections.empty() ? Selection() : result.selections[0].selection;
}

TEST(OwnStructFit, ChoosesAmongAllControlVariatesByTheSameMoments) {
  const Selection expected = first_selection(*make_logistic(some_rows(), 2));
  EXPECT_EQ(expected.moments.terms.size(), kinds_for_pairs().size() + 1);
  const double scale = expected.moments.products.cwiseAbs().maxCoeff();
  for (const std::shared_ptr<Model>& model : own_logistics()) {
    const Selection selection = first_selection(*model);
    ASSERT_EQ(selection.moments.terms, expected.moments.terms);
    EXPECT_LT((selection.moments.products - expected.moments.products).cwiseAbs().maxCoeff(), 1e-9 * scale);
    EXPECT_EQ(selection.entries.size(), expected.entries.size());
  }
}

TEST(OwnStructFit, EndsWhereThatOfTheLibraryDoes) {
  const FitResult expected = fit(*make_logistic(some_rows(), 2), FitOptions{});
  EXPECT_EQ(expected.status, FitStatus::Converged);
  for (const std::shared_ptr<Model>& model : own_logistics()) {
    const FitResult result = fit(*model, FitOptions{});
    EXPECT_EQ(result.status, FitStatus::Converged);
    EXPECT_EQ(result.parameter_names, expected.parameter_names);
    const Vector sds = standard_deviations(expected.q);
    // Both are within 0.02 sds of the best fit, in root mean square.
    EXPECT_LT((result.q.mean - expected.q.mean).cwiseQuotient(sds).cwiseAbs().maxCoeff(), 0.1);
    EXPECT_LT((standard_deviations(result.q).cwiseQuotient(sds).array() - 1).abs().maxCoeff(), 0.1);
    EXPECT_NEAR(result.elbo.value, expected.elbo.value, 5 * result.elbo.standard_error + 0.01);
    EXPECT_TRUE(result.diagnostics.failures.empty());
  }
}

}  // namespace
}  // namespace g2t
