// Hierarchical Poisson regression on crossed groups.
#pragma once

#include <g2t/models/posterior.hpp>
#include <memory>
#include <string>
#include <vector>

namespace g2t {

/// A way to sort the rows into levels, each of which gets an effect of its own.
struct Grouping {
  std::string name;
  std::vector<std::string> levels;
  std::vector<Index> level_of_row;  ///< [rows], from 0
};

struct PoissonData {
  std::vector<double> count;           ///< [rows], whole and not negative
  std::vector<double> log_exposure{};  ///< [rows], or empty: all 0
  std::vector<Grouping> groupings{};   ///< any number
};

inline constexpr double kPoissonPriorScale = 10;

/// count ~ Poisson(exp(mu + effects of the row's levels + log exposure)), effects of grouping G ~ N(0, sigma_G^2),
/// mu and log sigma_G ~ N(0, prior_scale^2).
///
/// Parameters: mu, log_sigma.G for each grouping, then G.LEVEL for each level of each. The density keeps log count!.
/// Offers every ability; expectations under both structures in closed form.
/// @param exchange  null: the likelihood of these rows
/// @throws InvalidArgument if there are no rows, sizes disagree, a count is negative, fractional or not finite, an
///         exposure is not finite, or a level is out of range
/// Cost of evaluate: O(rows * groupings) a draw, eight draws at once.
/// Source: Geffner and Domke (2020), section 5, with two groupings.
std::unique_ptr<Model> make_poisson(PoissonData data, double prior_scale = kPoissonPriorScale,
                                    const LikelihoodExchange& exchange = nullptr);

}  // namespace g2t
