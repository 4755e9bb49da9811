// What gradient terms cost, in seconds: a part per step, a part per draw, and work that several terms share.
#pragma once

#include <g2t/core/recipe.hpp>
#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// Seconds of one piece of work in a step of N draws: per_step + N * per_draw.
struct WorkCost {
  double per_step = 0;
  double per_draw = 0;

  [[nodiscard]] double seconds(Index draws) const { return per_step + static_cast<double>(draws) * per_draw; }
};

/// The cost of one term; the base's is that of a whole step with the base alone.
struct TermCost {
  std::string name;
  WorkCost cost;
};

/// Work paid once by any step that uses at least one of its members.
struct SharedCost {
  std::vector<std::string> members;
  WorkCost cost;
};

/// The cost table of a model, a family and a machine.
struct Costs {
  std::vector<TermCost> terms;
  std::vector<SharedCost> shared;

  /// @throws InvalidArgument if no term has this name
  [[nodiscard]] const WorkCost& term(const std::string& name) const;
  /// Seconds of one step of `draws` draws with these terms, the base among them.
  [[nodiscard]] double seconds(const std::vector<std::string>& names, Index draws) const;
  /// Seconds of one step of the recipe, or of as many draws with its terms as are given.
  [[nodiscard]] double of(const Recipe& recipe) const { return of(recipe, recipe.draws); }
  [[nodiscard]] double of(const Recipe& recipe, Index draws) const;
};

}  // namespace g2t
