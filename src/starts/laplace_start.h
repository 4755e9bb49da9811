// The Gaussian with the curvature of the log density at the end of a path, for models with second derivatives.
#pragma once

#include <starts/lbfgs_path.h>

#include <g2t/core/elbo.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>

#include <vector>

namespace g2t {

struct LaplaceStart {
  Gaussian q;  ///< empty if the Hessian is not negative definite
  Elbo elbo;   ///< that of elbo_of_start()
  /// The ELBO is what it would be if the log density were a parabola: there is next to nothing to gain along the path.
  bool is_close = false;
  Index draws = 0;  ///< density evaluations
};

/// Where the model has second derivatives, and they cost no more than the paths did: one for each path that ended at a maximum;
/// those of one maximum share it. All others are empty.
std::vector<LaplaceStart> laplace_starts(const Model& model, Structure structure, const std::vector<LbfgsPath>& paths,
                                         std::uint64_t seed, const std::function<bool()>& should_stop);

}  // namespace g2t
