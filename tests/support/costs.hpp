// A cost table for runs on the cost model's clock.
#pragma once

#include <g2t/core/costs.hpp>

namespace g2t::testing {

/// Steps of 10 us and 1 us a draw, control variates that cost almost nothing, an expensive anchored one, and the given
/// Taylor term.
inline Costs costs_with_taylor(const ComputationCost& taylor) {
  Costs costs;
  costs.terms = {{"rep", {1e-5, 1e-6}}, {"entropy", {0, 1e-7}}, {"taylor", taylor},
                 {"taylor-products", {0, 1e-7}}, {"anchored-taylor", {1e-3, 0}}, {"prior", {0, 1e-7}}};
  return costs;
}

}  // namespace g2t::testing
