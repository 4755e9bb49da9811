// c2: the score of a second-order Taylor expansion of the log density at q's mean.
#pragma once

#include <g2t/control_variates/score_approximant.hpp>
#include <g2t/core/model.hpp>

#include <memory>

namespace g2t {

/// The expansion at q's mean as three computations, each of which is done once per step if a term needs it.
struct TaylorExpansion {
  /// @param model  must outlive the expansion
  /// @throws InvalidArgument if the model has no curvature
  explicit TaylorExpansion(const Model& model);
  ~TaylorExpansion();

  std::unique_ptr<class TaylorGradient> gradient;    ///< g0
  std::unique_ptr<class TaylorCurvature> curvature;  ///< H, or its diagonal for a diagonal q
  std::unique_ptr<class TaylorProducts> products;    ///< g0 + H (z - m) at the draws
};

/// "taylor": v = g0 + H (z - m) in both parts of the gradient. The mean's part alone needs no H but its products.
/// @param expansion  must outlive the result
/// Source: Geffner & Domke (2020), c2; Miller et al. (2017).
std::unique_ptr<ScoreApproximant> make_taylor(TaylorExpansion& expansion);

/// "taylor-products": the same for the mean, v = g0 for the scale, which needs no diagonal of the Hessian. The scale's
/// part alone needs the gradient at the mean, and no products.
/// @param expansion  must outlive the result
std::unique_ptr<ScoreApproximant> make_taylor_products(TaylorExpansion& expansion);

}  // namespace g2t
