// Uses the installed package as its users do: a log density of one's own, random numbers, a recipe.
#include <g2t/core/random.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/models/struct_model.hpp>

#include <cmath>
#include <iostream>

namespace {

struct StandardNormal {
  g2t::Index dimension() const { return 4; }
  double log_density(const g2t::Vector& z, g2t::Vector& gradient) const {
    gradient = -z;
    return -0.5 * z.squaredNorm();
  }
};

}  // namespace

int main() {
  g2t::Matrix draws(1000, 4);
  g2t::fill_normals({.seed = 1, .purpose = g2t::Purpose::Check, .iteration = 0}, draws);

  const std::unique_ptr<g2t::Model> model = g2t::make_model(StandardNormal{});
  g2t::Evaluation evaluation;
  evaluation.resize(draws.rows(), draws.cols());
  model->evaluate(draws, evaluation);

  const g2t::Recipe recipe{.base = "rep", .control_variates = {"entropy"}, .weights = {-1.0}};
  g2t::check(recipe);
  std::cout << g2t::describe(recipe) << ": mean log density " << evaluation.log_density.mean() << '\n';

  // -0.5 chi-squared with 4 degrees of freedom: mean -2, variance 2.
  const bool is_plausible = std::abs(evaluation.log_density.mean() + 2) < 5 * std::sqrt(2.0 / 1000);
  return is_plausible && evaluation.score == -draws ? 0 : 1;
}
