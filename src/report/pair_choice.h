// Which two parameters are worth a picture of their draws.
#pragma once

#include <g2t/io/draws_file.hpp>

#include <g2t/core/json.hpp>
#include <optional>

namespace g2t::report {

struct Pair {
  Index first = 0, second = 0;  ///< numbers of values
  double correlation = 0;       ///< of their draws
};

/// Of the draws of two values; NaN if one does not vary, or a draw is not finite.
double correlation(const Vector& a, const Vector& b);

/// The two parameters with the fewest effective draws. One that is a linear function of the other does not count.
std::optional<Pair> least_effective_pair(const Json& values, const DrawsFile& draws);

/// The two with the largest correlation, among the first hundred and fifty; nothing if that is below 0.2.
std::optional<Pair> most_correlated_pair(const Json& values, const DrawsFile& draws);

}  // namespace g2t::report
