// A gradient estimator as data: base, control variates, weights, draws.
#pragma once

#include <g2t/core/types.hpp>

#include <string>
#include <vector>

namespace g2t {

/// base + sum_i weights[i] * control_variates[i], averaged over `draws` draws.
struct Recipe {
  std::string base = "rep";
  std::vector<std::string> control_variates;
  std::vector<double> weights;  ///< one per control variate
  Index draws = 5;
  bool antithetic = false;  ///< draws come in mirrored pairs; then `draws` is even

  bool operator==(const Recipe&) const = default;
};

/// @throws InvalidArgument if the sizes disagree, a name occurs twice, or draws is not positive (even if antithetic)
void check(const Recipe& recipe);

/// For people: "rep - 0.98 entropy + 0.10 taylor".
std::string describe(const Recipe& recipe);

}  // namespace g2t
