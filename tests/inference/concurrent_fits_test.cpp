// Two fits of one model at once: each counts its own evaluations and failures.
#include <g2t/estimators/recipes.hpp>
#include <g2t/inference/fit.hpp>

#include <gtest/gtest.h>

#include <cmath>
#include <latch>
#include <stdexcept>
#include <thread>

namespace g2t {
namespace {

/// A normal that refuses large values.
struct RefusesLarge {
  Index dimension() const { return 2; }
  double log_density(const Vector& z, Vector& gradient) const {
    if (z[0] > 1.5) throw std::domain_error("z is too large: " + std::to_string(z[0]));
    gradient = -z;
    return -0.5 * z.squaredNorm();
  }
  bool is_thread_safe() const { return true; }
};

// Nothing is measured, so that a fit asks for the same evaluations each time.
FitOptions concurrent_options(Coordinates coordinates, std::uint64_t seed, Index threads) {
  FitOptions options = coordinates == Coordinates::Plain ? plain_fit_options() : FitOptions{};
  options.answer = AnswerWay::Gaussian;
  options.recipe = recipe_by_name("stl", options.draws, options.antithetic);
  options.iterations = 300;
  options.seed = seed;
  options.threads = threads;
  if (coordinates == Coordinates::Plain) options.step_size = 1e-2;
  return options;
}

// What a fit says of its use of the model.
struct UseReport {
  Index gradients = 0, densities = 0;
  std::string failures;
  bool operator==(const UseReport&) const = default;
};

std::ostream& operator<<(std::ostream& out, const UseReport& report) {
  return out << report.gradients << " gradients, " << report.densities << " densities; " << report.failures;
}

UseReport use_of_fit(const Model& model, const FitOptions& options, const FitHooks& hooks = {}) {
  const FitDiagnostics seen = fit(model, options, hooks).diagnostics;
  return {seen.model_gradients, seen.model_densities, describe(seen.failures)};
}

class ConcurrentFits : public ::testing::TestWithParam<Coordinates> {};

TEST_P(ConcurrentFits, CountTheirOwnUseOfTheModel) {
  const std::unique_ptr<Model> model = make_model(RefusesLarge{});
  const FitOptions first = concurrent_options(GetParam(), 1, 1), second = concurrent_options(GetParam(), 2, 3);
  const UseReport first_alone = use_of_fit(*model, first), second_alone = use_of_fit(*model, second);
  ASSERT_NE(first_alone, second_alone);
  ASSERT_GT(first_alone.gradients, 300);
  ASSERT_NE(first_alone.failures, "");

  std::latch both_run(2);
  UseReport first_report, second_report;
  const auto run = [&](const FitOptions& options, UseReport& report) {
    bool has_met = false;
    FitHooks hooks;
    hooks.progress = [&](const FitProgress&) {
      if (!has_met) both_run.arrive_and_wait();
      has_met = true;
    };
    report = use_of_fit(*model, options, hooks);
  };
  {
    const std::jthread other([&] { run(first, first_report); });
    run(second, second_report);
  }
  EXPECT_EQ(first_report, first_alone);
  EXPECT_EQ(second_report, second_alone);
}

INSTANTIATE_TEST_SUITE_P(All, ConcurrentFits, ::testing::Values(Coordinates::Natural, Coordinates::Plain));

}  // namespace
}  // namespace g2t
