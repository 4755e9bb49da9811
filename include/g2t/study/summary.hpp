// Results of a study: curves, final ELBOs, times to a gap, choices.
#pragma once

#include <g2t/study/run.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// ELBO against time over the repetitions of one model, estimator and step size.
struct Curve {
  std::string model, estimator;
  EstimatorRole role = EstimatorRole::Ours;
  std::optional<double> step_size;
  bool is_best = false;  ///< of this estimator's step sizes, by the mean final ELBO
  Index runs = 0, diverged = 0;
  Vector seconds;  ///< evenly spaced by their logarithm, up to the budget
  Vector mean, median, low,
      high;  ///< -infinity where a run that counts has no finite ELBO; low and high: 10 % and 90 %
};

/// Where an estimator ends, at its best step size.
struct FinalElbo {
  std::string model, estimator;
  EstimatorRole role = EstimatorRole::Ours;
  std::optional<double> step_size;
  Index runs = 0, diverged = 0;
  double mean = 0, sd = 0, median = 0, low = 0, high = 0;  ///< not finite if a run that counts has diverged
  double scaled =
      0;  ///< from 0, the lowest published mean of the model, to 1, the highest; NaN: diverged, or there are no two
  double below_best = 0;  ///< nats that the mean is below the highest ELBO that any run of the model ended with
};

/// Seconds until a run is within `gap` nats of the best fixed estimator's median final ELBO, at the step size that is
/// best for this.
struct TimeToGap {
  std::string model, estimator;
  EstimatorRole role = EstimatorRole::Ours;
  double gap = 0, target = 0;
  std::optional<double> step_size;
  Index runs = 0, reached = 0;
  double seconds = 0, low = 0, high = 0;  ///< median, 10 % and 90 %, at least those of a step; infinity: not reached
  double ratio = 0;  ///< over the least median of a fixed estimator; NaN: none took part, or none reached it
};

/// The most popular choice of a selection, at the estimator's best step size, among the runs that made so many.
struct PopularChoice {
  std::string model, estimator;
  Index selection = 0;  ///< from 1
  double fraction = 0;  ///< of the budget, when it was made; median
  std::string choice;   ///< "{entropy,prior}", or a recipe's name
  Index count = 0, runs = 0;
};

/// Seconds of a step, median over runs that made some after their warm-up; NaN: none did.
struct StepTime {
  std::string model, estimator;
  EstimatorRole role = EstimatorRole::Ours;
  double seconds = 0;
  double ratio = 0;  ///< to rep's; NaN: there is none
};

struct StudySummary {
  std::vector<std::string> models, estimators;  ///< presets and built-in estimators first, in their order
  std::vector<double> best_elbos;               ///< [models], the highest that any run ended with
  std::vector<Curve> curves;
  std::vector<FinalElbo> finals;
  std::vector<TimeToGap> gaps;
  std::vector<PopularChoice> choices;
  std::vector<StepTime> times;
};

/// Gaps, in nats, that times are given for; the first is the one that verdicts go by.
inline constexpr double kStudyGaps[] = {1, 10, 0.1};

/// True if a run ended with an ELBO that is not finite or below the one it started with.
bool has_diverged(const RunRecord& record);
/// ELBO at a time: straight between rows of the trace, and after the last one that one's. -infinity where it was not
/// finite, and before the first row, when there is nothing yet.
double elbo_at(const RunTrace& trace, double seconds);
/// When a run first had this ELBO, by straight lines over the logarithm of time; infinity: never.
double time_to_elbo(const RunTrace& trace, double elbo);

/// @throws InvalidArgument if there are no runs, or those of a model differ in their budgets or clocks
StudySummary summarize(const std::vector<RunRecord>& records);

}  // namespace g2t
