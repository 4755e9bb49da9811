// Picks a gradient estimator for a problem that is no variational inference: stochastic gradient descent for a linear
// regression, with minibatches of several sizes, each with or without a control variate.
#include <g2t/core/random.hpp>
#include <g2t/selection/gradient_moments.hpp>
#include <g2t/selection/select_recipe.hpp>

#include <chrono>
#include <cmath>
#include <cstdio>

namespace {

using g2t::Index;
using g2t::Matrix;
using g2t::Vector;

constexpr Index kRows = 20000, kColumns = 20;

/// y = X w + noise, and gradients of the mean squared error over some of its rows.
struct Regression {
  Matrix x{kRows, kColumns};
  Vector y;

  Regression() {
    g2t::fill_normals({1, g2t::Purpose::Check, 0}, x);
    Matrix noise(kRows, 1);
    g2t::fill_normals({1, g2t::Purpose::Check, 1}, noise);
    y = x * Vector::LinSpaced(kColumns, -1, 1) + noise.col(0);
  }
  Vector gradient(const Vector& w, Index first, Index count) const {
    const auto rows = x.middleRows(first, count);
    return rows.transpose() * (rows * w - y.segment(first, count)) / static_cast<double>(count);
  }
};

/// Seconds of one call, the least of a few.
template <class Function>
double seconds_of(const Function& function) {
  double least = 1;
  for (int k = 0; k < 20; ++k) {
    const auto begin = std::chrono::steady_clock::now();
    function();
    least = std::min(least, std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count());
  }
  return least;
}

}  // namespace

int main() {
  const Regression problem;
  const Vector w = Vector::LinSpaced(kColumns, -0.9, 1.2);       // where the descent is now
  const Vector anchor = Vector::LinSpaced(kColumns, -0.8, 1.1);  // where it was when the whole gradient was computed
  const Vector whole = problem.gradient(anchor, 0, kRows);

  std::vector<g2t::SelectionEntry> pool;
  for (const Index size : {1, 4, 16, 64, 256}) {
    // The rows' gradients at the anchor, less their mean, have expectation zero: a control variate (Johnson and Zhang).
    g2t::GradientMoments moments({"minibatch", "anchored"});
    Matrix gradients(2, kColumns);
    for (Index k = 0; k < 2000 / std::max<Index>(1, size / 16); ++k) {
      const Index first = (k * 7919) % (kRows - size);
      gradients.row(0) = problem.gradient(w, first, size);
      gradients.row(1) = problem.gradient(anchor, first, size) - whole;
      moments.add(gradients);
    }
    Vector sum = Vector::Zero(kColumns);  // keeps the calls from being optimised away
    g2t::Costs costs;
    costs.terms = {{"minibatch", {seconds_of([&] { sum += problem.gradient(w, 1, size); }), 0}},
                   {"anchored", {seconds_of([&] { sum += problem.gradient(anchor, 1, size) - whole; }), 0}}};

    const g2t::Selection best = g2t::select_subset(moments.moments(), costs, 1);
    for (g2t::SelectionEntry entry : best.entries) {
      entry.name = "minibatch of " + std::to_string(size) + (entry.recipe.weights.empty() ? "" : ", anchored");
      pool.push_back(entry);
    }
  }

  const g2t::Selection selection = g2t::select_measured(pool);
  for (const g2t::SelectionEntry& entry : selection.entries)
    std::printf("%-28s E|g|^2 %8.3f +- %6.3f  %7.2f us  product %6.2f times the least\n", entry.name.c_str(),
                entry.squared_norm, entry.standard_error, 1e6 * entry.seconds,
                entry.product / selection.choice().product);
  std::printf("choice: %s\n", selection.choice().name.c_str());
}
