// Fits a Gaussian to a model by stochastic gradient ascent, with the gradient estimator chosen on the way.
#pragma once

#include <g2t/core/clock.hpp>
#include <g2t/core/costs.hpp>
#include <g2t/core/family.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/term_set.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/models/gradient_check.hpp>  // with these two, this header is all that a program with its own model needs
#include <g2t/models/struct_model.hpp>

#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// What a fit starts from besides its options: contents of the files that they name.
struct FitInputs {
  std::optional<Gaussian> init;
  std::optional<Vector> init_point;    ///< instead: where to start, [dimension], with no scale known
  std::optional<double> init_radius;   ///< instead: start within this distance of 0 in every coordinate
  /// Of init's covariance, [d x d]: what the first steps multiply their normals by (full rank, natural coordinates).
  /// Empty: its Cholesky factor. With init and root mapped alike, a linear change of the parameters maps the whole fit.
  std::optional<Matrix> init_root;
  std::optional<Costs> costs;      ///< given: the clock is the cost model
  std::optional<Recipe> recipe;    ///< of FitOptions::estimator, if that is a file
  std::vector<LedgerEntry> pool;   ///< recipes of FitOptions::pool, with their names
};

/// Reads the files that the options name.
/// @throws InputError if one cannot be used
FitInputs read_fit_inputs(const FitOptions& options);
/// The same, with a start that is a q of this model, as read_q() reads it, or values of its parameters.
FitInputs read_fit_inputs(const FitOptions& options, const Model& model);

/// A saved q of a model.
/// @throws InputError if the file cannot be used, or its dimension or names, if it has any, are not the model's
Gaussian read_q(const std::string& file, const Model& model);

/// What a running fit tells.
struct FitProgress {
  double elapsed_seconds = 0;
  Index iteration = 0;
  Index gradient_draws = 0;
  double elbo = 0;  ///< the last one computed
  /// About how many nats the ELBO has still to rise, by the gradient (natural coordinates); NaN: not known.
  double nats_to_go = std::numeric_limits<double>::quiet_NaN();
  std::string recipe;
  double step_size = 0;
};

/// How a running fit is watched and stopped; either may be empty.
struct FitHooks {
  std::function<void(const FitProgress&)> progress;  ///< called after every trace row and every few steps
  std::function<bool()> should_stop;                 ///< true: end now, as interrupted
};

/// The structure that FamilyChoice::Auto stands for: full-rank up to kMostFullRankParameters, else mean-field.
inline constexpr Index kMostFullRankParameters = 200;
Structure chosen_structure(FamilyChoice family, Index dimension);

/// The family of a start, in the coordinates that the options name.
std::unique_ptr<Family> make_family(const Gaussian& start, const FitOptions& options);

/// Terms that a fit may use: the base and the control variates that the options name.
/// @throws InvalidArgument if one is named that the model cannot offer; "all" leaves those out
TermSet make_terms(const Model& model, Structure structure, const std::vector<std::string>& control_variates);

/// Runs warm-up, first selection, step race and steps with re-selections until the first limit.
/// @throws InvalidArgument if options and inputs do not fit the model
FitResult fit(const Model& model, const FitOptions& options, const FitInputs& inputs = {},
              const FitHooks& hooks = {});

}  // namespace g2t
