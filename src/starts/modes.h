// Which ends of paths are different modes.
#pragma once

#include <starts/path_starts.h>

namespace g2t {

/// |a - b| in units of q.
[[nodiscard]] double distance_in_units(const Gaussian& q, const Vector& a, const Vector& b);

/// True if the log density falls by more than a nat below both ends on the line between them.
/// @param between  points on the line
/// @param[in,out] evaluations  increased by the number of densities
[[nodiscard]] bool has_dip_between(const Model& model, const Vector& a, const Vector& b, double lower_log_density,
                                   Index between, Index& evaluations);

/// For every candidate the number of its mode, from 0 in order of first appearance; -1 where it has none.
///
/// Two ends are different modes if they are more than a posterior sd apart, in units of q, and the log density dips by
/// more than a nat between them. Each is compared with the best end of every mode.
/// @param[in,out] evaluations  increased by the number of densities
std::vector<Index> modes_of(const Model& model, const std::vector<StartCandidate>& candidates, const Gaussian& q,
                            Index& evaluations);

}  // namespace g2t
