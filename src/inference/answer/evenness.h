// How far q is from the posterior: where it is near, by the linear response of its weights, else by these.
#pragma once

#include <g2t/core/types.hpp>

namespace g2t {

inline constexpr double kSdShareOfValues = 0.05;  // of sds of values with long tails a few hundred draws tell less
inline constexpr double kWorstValue = 3;          // times what the root mean square may be

/// For log ratios rho = log p - log q that vary little, E_p f - E_q f is cov_q(rho, f) to first order.
class Evenness {
 public:
  double variance = 0;       ///< of the log ratios: twice the nats between q and p, about
  Vector mean_shift;         ///< of the posterior's means from q's, in q's sds, [dimension]
  Vector sd_shift;           ///< relative, of sds, likewise
  double shift_error = 0;    ///< standard error of a mean's shift; those of sds are smaller by sqrt(2)

  /// Root mean square of the means' shifts, with the noise taken out.
  [[nodiscard]] double mean_error() const;
  [[nodiscard]] double sd_error() const;
  /// True if the first order is enough, and q's means are within half the tolerance, its sds within a fortieth: so far
  /// as the draws tell.
  [[nodiscard]] bool is_enough(double tolerance) const;

 private:
  [[nodiscard]] double unexplained() const;
};

/// @param draws       [draw_count x dimension], of q, in mirrored pairs
/// @param log_ratios  [draw_count]; not finite: not even
/// @param mean, sd    of q, [dimension]
Evenness evenness_of(const Matrix& draws, const Vector& log_ratios, const Vector& mean, const Vector& sd);

/// True if weights hardly move means and sds of values that are computed from the draws: a tail that the parameters have
/// little of may be long on the scale of the values. Root mean square over the values, and a single one three times as far.
/// @param values      [draw_count x value_count]; columns with values that are not finite, or all the same, are left out
/// @param log_ratios  [draw_count], finite
bool holds_for_values(const Matrix& values, const Vector& log_ratios, double tolerance);

}  // namespace g2t
