// How a fit runs, as a plain struct with its defaults.
#pragma once

#include <g2t/control_variates/control_variates.hpp>
#include <g2t/core/costs.hpp>
#include <g2t/core/types.hpp>
#include <g2t/families/mean_field.hpp>
#include <g2t/inference/answer.hpp>
#include <g2t/inference/own_parts.hpp>
#include <g2t/inference/start.hpp>
#include <g2t/optimizers/optimizer.hpp>
#include <g2t/selection/select_recipe.hpp>

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace g2t {

enum class FamilyChoice { Auto, MeanField, FullRank, LowRank };
enum class Coordinates { Plain, Natural };

/// How an estimator is chosen, if neither a recipe nor a pool is given. Auto: the best subset of the control variates and
/// its weights. Fixed: all of them, weights fitted at every selection (the paper's baselines).
enum class EstimatorRule { Auto, Fixed };

/// Where a run's selections take their moments: at the average of its latest iterates, or at the last one.
///
/// The last iterate carries the noise of its steps: with a noisy estimator the gradient there is large because of that
/// noise, and the selection would ignore noise.
enum class SelectFrom { Average, Last };

/// When a run in plain coordinates chooses its estimator again. Planned: at the fractions of select_at, as published.
/// Drift: also when the squared norm of the steps' gradients drifts away from what the last choice predicted; all choices
/// but the first together take 2 % of the time at most.
enum class Reselect { Planned, Drift };

/// What becomes of the step size when a choice changes the estimator (plain coordinates). Keep: nothing, as published.
/// Scale: it is multiplied by the root of the old over the new mean squared norm, as those of docs/theory/rule.md,
/// "Optimisers", are. Race: it is raced again, among its neighbours.
enum class WhenChanged { Keep, Scale, Race };

/// None: the last iterate is the result. Tail: the average over the second half of the steps. Auto: whichever of the
/// two has the higher ELBO.
enum class Averaging { Auto, None, Tail };

/// A number of draws that leaves it to the rule.
inline constexpr Index kChosenDraws = 0;

/// With a weight of at most this size a control variate that is the score exactly leaves no more noise than none does.
inline constexpr double kLargestWeight = 2;

/// How a fit runs.
struct FitOptions {
  FamilyChoice family = FamilyChoice::Auto;
  std::optional<Index> rank{};  ///< of the low-rank family; empty: what pays, along the run; natural only
  Coordinates coordinates = Coordinates::Natural;
  ScaleCoordinate scale_coordinate = ScaleCoordinate::LogScale;
  EstimatorRule estimator = EstimatorRule::Auto;
  std::optional<Recipe> recipe{};   ///< given: the estimator is this one, with its own draws
  /// Not empty: the best of these recipes, as they are (Algorithm 1). Names and recipes count.
  std::vector<SelectionEntry> pool{};
  std::vector<std::string> control_variates = {"all"};
  std::vector<OwnTerm> own_terms{};  ///< control variates of the caller's; "all" has them too
  FamilyFactory own_family{};        ///< in place of the built-in family
  Split split = Split::Parts;  ///< of the control variates into pieces with weights of their own
  Index draws = 8;            ///< a step; kChosenDraws: chosen with the estimator, and single draws or pairs too
  bool antithetic = true;
  Index select_draws = 400;
  std::vector<double> select_at{};  ///< fractions of the budget; empty: when it pays (natural coordinates), 0, 0.1 and 0.5 (plain ones)
  SelectFrom select_from = SelectFrom::Average;
  Reselect reselect = Reselect::Drift;
  DecideBy decide_by = DecideBy::CrossFit;
  std::optional<double> largest_weight = kLargestWeight;  ///< of a control variate, in size; empty: as they are fitted
  OptimizerOptions optimizer{};
  std::optional<double> step_size{};    ///< empty: raced
  WhenChanged when_changed = WhenChanged::Keep;
  bool keep_step_size = false;        ///< never shrink it, even if the run diverges
  std::optional<double> time_budget{};  ///< seconds
  std::optional<Index> iterations{};    ///< steps after warm-up and step race
  /// Of the answer's means, in posterior sds, root mean square; with AnswerWay::Gaussian the distance to the best fit.
  /// Natural only.
  double tolerance = kAnswerTolerance;
  /// Rows of data that the run goes by at least, where a sample can stand for all (RowSums); 0: all; empty: as many as the
  /// answer needs. The last word is by all rows: they correct the sample, and check what it led to. Natural only.
  std::optional<Index> sample_rows{};
  Index starts = 4;                   ///< points that paths start from; natural only
  Index warmup_steps = 300;
  double warmup_step_size = 1e-5;
  Averaging averaging = Averaging::Auto;
  FitStart start{};
  std::optional<Costs> costs{};  ///< given: the clock is this cost model, and nothing is measured
  AnswerWay answer = AnswerWay::Auto;
  ModeCover modes = ModeCover::All;   ///< natural only, and not with AnswerWay::Gaussian
  Index answer_draws = kAnswerDraws;
  Index weight_draws = kWeightDraws;       ///< maximum number of log densities for importance weights
  Index chain_gradients = kChainGradients;   ///< maximum number of gradients of chains
  std::uint64_t seed = 1;
  Index threads = 1;

  /// True unless a recipe is given.
  [[nodiscard]] bool selects() const { return !recipe.has_value(); }
  [[nodiscard]] SelectionRules selection_rules() const;
  [[nodiscard]] AnswerSettings answer_settings() const { return {answer, answer_draws, tolerance, weight_draws, chain_gradients}; }
  /// Root-mean-square distance to the best fit of the family at which steps end: chains and weights do the rest.
  [[nodiscard]] double q_tolerance() const { return answer == AnswerWay::Gaussian ? tolerance : 2 * tolerance; }
};

/// The published way: plain coordinates with single draws and choices at 0, 10 and 50 % of the budget, and q as the answer.
FitOptions plain_fit_options();

/// Seconds of wall clock that a fit gets when no limit is given.
inline constexpr double kDefaultTimeBudget = 30;

}  // namespace g2t
