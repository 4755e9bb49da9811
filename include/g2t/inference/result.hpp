// What a fit ends with.
#pragma once

#include <g2t/core/elbo.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/importance/importance_weights.hpp>
#include <g2t/inference/diagnostics.hpp>
#include <g2t/inference/posterior.hpp>
#include <g2t/inference/warning.hpp>
#include <g2t/selection/select_recipe.hpp>
#include <g2t/starts/symmetry.hpp>

#include <limits>
#include <memory>
#include <string>
#include <vector>

namespace g2t {

class RunState;

enum class FitStatus { Converged, BudgetSpent, NotConverged, NotTrusted, Interrupted };

/// "converged", "budget_spent", ...
std::string status_name(FitStatus status);

/// One row of the trace. The clock stands still while its ELBO is computed.
struct TracePoint {
  double elapsed_seconds = 0;
  Index iteration = 0;       ///< steps after warm-up and step race
  Index gradient_draws = 0;  ///< density evaluations so far
  Elbo elbo;
  double step_size = 0;
  std::string recipe;  ///< as describe() writes it
};

/// One choice that a fit made.
struct SelectionRecord {
  Selection selection;
  Index iteration = 0;
  double elapsed_seconds = 0;
};

/// The name of a start that a symmetry of the density makes of another one.
inline constexpr const char* kMirrorImage = "mirror image";

/// One start of a fit in natural coordinates, and what it reached.
struct StartRecord {
  std::string name;
  Elbo elbo;                ///< of its best Gaussian, on draws shared by all; not finite if it came to nothing
  double log_density = 0;   ///< where its path ended
  Index mode = -1;          ///< number of the mode it ended in; -1: in none
  Index draws = 0;          ///< density evaluations
  bool is_chosen = false;
  Vector position{};        ///< of that mode, [dimension]; empty: in none
};

/// Distance to the best fit of the family, in natural coordinates.
struct GapReport {
  double value = std::numeric_limits<double>::quiet_NaN();           ///< nats; NaN: not known
  double standard_error = std::numeric_limits<double>::quiet_NaN();
  double tolerance = std::numeric_limits<double>::quiet_NaN();  ///< FitOptions::tolerance: a distance in posterior sds
  double tolerated = 0;      ///< nats that the tolerance allows
  double largest_offset = 0; ///< of a mean, in sds, beyond four standard errors
  /// True if the gap is of draws that were made after others showed a gap small enough, so that it was not chosen for being
  /// small.
  bool is_confirmed = false;
};

/// What importance weights say about q.
struct ImportanceReport {
  double khat = std::numeric_limits<double>::quiet_NaN();  ///< Pareto shape of the weights of pairs; NaN: not known
  /// Independent draws of the posterior whose mean squares would vary as much, on average over the parameters. Mirrored
  /// pairs have equal squares: of the posterior itself it is half of the draws.
  double effective_sample_size = 0;
  double even_share = 0;  ///< effective pairs over pairs, by the weights alone; 1: all pairs weigh the same
  Index draws = 0;  ///< of q, that all are of
};

/// On which rows a fit was made.
struct RowReport {
  Index all = 0;     ///< rows of the data; 0: not known, all were used
  Index sample = 0;  ///< rows that the run went by; the same: all
  Index passes = 0;  ///< over all rows: for gradients, Hessians and log densities of up to eight draws each
  Index checked_draws = 0;  ///< of the answer, whose log densities were computed on all rows
  /// Standard deviation over those of log densities by the sample less those by all, nats: errors of the answer's means are
  /// at most this times their sds.
  double log_density_sd = 0;

  [[nodiscard]] bool is_sampled() const { return sample < all; }
};

/// Where time went: total to steps by the run's own clock, which counts on in a continued run; the others by the wall.
/// Those are NaN where they are not known, and under a cost model, whose results shall be repeatable.
struct FitSeconds {
  double total = 0;
  double start = 0;      ///< warm-up, or starts
  double race = 0;       ///< among step sizes
  double selection = 0;  ///< choosing, and measuring costs for it
  double steps = 0;
  double reading = std::numeric_limits<double>::quiet_NaN();  ///< before fit(): data, compilation of the model
  double answer = std::numeric_limits<double>::quiet_NaN();   ///< at the end: ELBO, draws of the answer, their values
  double trace = std::numeric_limits<double>::quiet_NaN();    ///< ELBOs for the trace, which the clock does not count
  double wall = std::numeric_limits<double>::quiet_NaN();     ///< of fit(), with all of these
  double waited = std::numeric_limits<double>::quiet_NaN();   ///< reading, if known, and wall

  /// What fit() cannot know; nothing under a cost model.
  void add_reading(double seconds);
};

struct FitResult {
  FitStatus status = FitStatus::BudgetSpent;
  Gaussian q;
  bool is_average = false;  ///< q is the average of the last iterates, not the last one
  std::vector<std::string> parameter_names;
  Elbo elbo;
  Recipe recipe;
  double step_size = 0;
  Index iterations = 0;
  /// Every draw evaluated by warm-up or starts, race, selections, costs, steps, tests and the final report; without the
  /// Taylor terms' one evaluation at q's mean a step, and without ELBOs for the trace.
  Index gradient_draws = 0;
  Index step_draws = 0;      ///< of steps after warm-up and race alone
  FitSeconds seconds;
  std::vector<TracePoint> trace;
  std::vector<SelectionRecord> selections;
  std::vector<RaceEntry> race;
  bool is_race_decided = true;  ///< false if there was no time to compare step sizes
  std::vector<StartRecord> starts;   ///< natural coordinates, unless a start was given
  std::vector<Symmetry> symmetries;  ///< of the density, that make images of the chosen mode
  RowReport rows;
  GapReport gap;
  ImportanceReport importance;
  Posterior posterior;               ///< the answer
  Vector mcse_mean, mcse_sd;         ///< Monte Carlo error of q's means and sds, [dimension]; empty: not known
  Vector marginal_sd_ratio;  ///< mean-field: posterior sd over q's sd by the curvature, [dimension]; empty: not known
  FitDiagnostics diagnostics;
  std::vector<FitWarning> warnings;
  std::shared_ptr<const RunState> state;  ///< what the run had learned, for FitStart
};

}  // namespace g2t
