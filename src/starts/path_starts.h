// Where a fit in natural coordinates starts: the best Gaussians along L-BFGS paths from a mixture of points.
#pragma once

#include <functional>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/elbo.hpp>
#include <g2t/starts/start_request.hpp>
#include <string>
#include <vector>

namespace g2t {

/// One start and its result.
struct StartCandidate {
  std::string name;        ///< "init", "zero", "radius 0.5", ..., "zero, side 1", "random, mean-field", "mirror image"
  Gaussian q;              ///< empty if it failed
  Elbo elbo;               ///< of q, on draws that all candidates share
  Vector mode;             ///< where its path ended; empty if not at a maximum
  double log_density = 0;  ///< there
  Index draws = 0;         ///< density evaluations
};

/// Paths from `count` points: zero, radius 0.5, radius 2 (uniform in every coordinate), the best of 20 of radius 2 by
/// log density, then more of radius 2. A request replaces them: by one path from a point, or by `count` from random points
/// within a radius (0: by one from zero). Paths that ended on saddles come without a mode, and two more go on from there.
/// @param uses_curvature  Gaussians with the model's Hessian at the ends of paths count too, where it has one
/// @throws InvalidArgument if the log density is not finite at any of them
std::vector<StartCandidate> path_starts(const Model& model, Structure structure, Index count, std::uint64_t seed,
                                        const std::function<bool()>& should_stop, const StartRequest& request = {},
                                        bool uses_curvature = true);

/// Draws of the ELBO by which starts are compared.
inline constexpr Index kStartElboDraws = 64;

/// Of a start, on draws that all of them share; minus infinity if more than a tenth of them fail. Draws outside the support
/// make an ELBO minus infinity: a few are left out, so that a start can be found.
/// @param should_stop  ends it with the first of these draws; empty: never
Elbo elbo_of_start(const Model& model, const Gaussian& q, std::uint64_t seed, const std::function<bool()>& should_stop = {});

/// `count` paths more, after the first ones, from points of radius 2 and 5 by turns.
/// @param first  paths that there were
std::vector<StartCandidate> more_path_starts(const Model& model, Structure structure, Index first, Index count, std::uint64_t seed,
                                             const std::function<bool()>& should_stop, bool uses_curvature = true);

/// The candidate with the highest ELBO; -1 if none has a finite one.
Index best_start(const std::vector<StartCandidate>& candidates);

}  // namespace g2t
