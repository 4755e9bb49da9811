// The JSON files that scripts rely on: a saved q, a recipe, a cost table, points, a pool of candidates.
#pragma once

#include <g2t/core/costs.hpp>
#include <g2t/core/failures.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/json.hpp>
#include <g2t/core/recipe.hpp>
#include <g2t/core/types.hpp>
#include <string>
#include <vector>

// All readers throw InputError. A fault of syntax names file, line and column; a value that cannot be used names its
// key path, counted from 1 ("points[2][1]"), and its text. Unknown, missing and repeated keys are errors, and so is
// anything but a finite number where a number belongs: nothing becomes 0 by itself.

namespace g2t {

/// A saved q; names may be absent in the file, and are then empty.
struct NamedGaussian {
  Gaussian q;
  std::vector<std::string> names;
};

/// One estimator of a pool measured elsewhere: its mean squared norm and the seconds of a step, which are positive.
struct Candidate {
  std::string name;
  double mean_square = 0;  ///< "g2" in the file
  double seconds = 0;
};

/// @param dimension  what the model has, or 0 to take any
[[nodiscard]] NamedGaussian read_gaussian(const std::string& path, Index dimension = 0);
/// The estimators of a selection table by their control variates and weights: of `select --json`, or of the last
/// selection of a PREFIX.selection.json.
/// @throws InputError as the others
[[nodiscard]] std::vector<Candidate> read_entries(const std::string& path);
[[nodiscard]] std::vector<Candidate> parse_entries(const std::string& text, const std::string& file);
[[nodiscard]] Recipe read_recipe(const std::string& path);
[[nodiscard]] Costs read_costs(const std::string& path);
/// Points as rows, [point_count x dimension].
/// @param dimension  what the model has, or 0 to take any
[[nodiscard]] Matrix read_points(const std::string& path, Index dimension = 0);
[[nodiscard]] std::vector<Candidate> read_pool(const std::string& path);

// The same from text; `file` is what errors call it.
[[nodiscard]] NamedGaussian parse_gaussian(const std::string& text, const std::string& file, Index dimension = 0);
[[nodiscard]] Recipe parse_recipe(const std::string& text, const std::string& file);
[[nodiscard]] Costs parse_costs(const std::string& text, const std::string& file);
/// The same from a value inside another file.
[[nodiscard]] Costs costs_of(const Json& document, const std::string& file);
[[nodiscard]] Matrix parse_points(const std::string& text, const std::string& file, Index dimension = 0);
[[nodiscard]] std::vector<Candidate> parse_pool(const std::string& text, const std::string& file);

// These files, to be written or embedded. Numbers read back as the same double.

/// @throws InvalidArgument if a number is not finite or the number of names is not the dimension
[[nodiscard]] Json gaussian_json(const Gaussian& q, const std::vector<std::string>& names);
/// @throws InvalidArgument if a number is not finite
[[nodiscard]] Json recipe_json(const Recipe& recipe);
[[nodiscard]] Json costs_json(const Costs& costs);
/// An object with "what" and "count" for each.
[[nodiscard]] Json failures_json(const std::vector<FailureKind>& failures);

}  // namespace g2t
