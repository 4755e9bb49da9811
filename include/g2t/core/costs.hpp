// Costs of gradient terms in seconds: a part per step, a part per draw, and computations that several terms share.
#pragma once

#include <g2t/core/recipe.hpp>
#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// A measured time at one number of draws.
struct DrawsSeconds {
  Index draws = 0;
  double seconds = 0;
};

/// Seconds of one computation in a step of N draws: per_step + N * per_draw; or, if it was measured at more than two
/// numbers of draws, by that table, since kernels evaluate several draws at once.
struct ComputationCost {
  double per_step = 0;
  double per_draw = 0;
  std::vector<DrawsSeconds> by_draws{};  ///< ascending; straight between its rows, by per_draw beyond them

  [[nodiscard]] double seconds(Index draws) const;
};

/// The cost of one term; the base's is that of a whole step with the base alone.
struct TermCost {
  std::string name;
  ComputationCost cost;
};

/// A computation charged once to any step that uses at least one of its members.
struct SharedCost {
  std::vector<std::string> members;
  ComputationCost cost;
};

/// The cost table of a model, a family and a machine.
struct Costs {
  std::vector<TermCost> terms;
  std::vector<SharedCost> shared;

  [[nodiscard]] bool has(const std::string& name) const;
  /// @throws InvalidArgument if no term has this name
  [[nodiscard]] const ComputationCost& term(const std::string& name) const;
  /// With an entry for each of the names KIND.PART or KIND.PART.BLOCK that it lacks, if it has KIND, and for
  /// a KIND, if it has pieces of it alone: the pieces of one kind cost together what the kind does.
  [[nodiscard]] Costs with_pieces(const std::vector<std::string>& names) const;
  /// Seconds of one step of `draws` draws with these terms, the base among them.
  [[nodiscard]] double seconds(const std::vector<std::string>& names, Index draws) const;
  /// Seconds of one step of the recipe, or of as many draws with its terms as are given.
  [[nodiscard]] double of(const Recipe& recipe) const { return of(recipe, recipe.draws); }
  [[nodiscard]] double of(const Recipe& recipe, Index draws) const;
};

}  // namespace g2t
