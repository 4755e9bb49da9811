// What a logistic regression makes of its rows' linear predictors: log likelihood and residuals.
// Included once per target by foreach_target.h, so it has Highway's toggled include guard.
#if defined(G2T_KERNELS_LOGISTIC_LINK_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef G2T_KERNELS_LOGISTIC_LINK_INL_H
#undef G2T_KERNELS_LOGISTIC_LINK_INL_H
#else
#define G2T_KERNELS_LOGISTIC_LINK_INL_H
#endif

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

/// Each factor 1 + e is at most 2, so 512 of them do not overflow: one logarithm in 512 rows.
inline constexpr std::size_t kRowsPerLogarithm = 512;

/// Rows that are taken at once: whole groups of eight, and whole blocks before a logarithm.
inline constexpr std::size_t kLinkBlock = 64;

/// log sigmoid(m) = min(m, 0) - log(1 + exp(-|m|)), and its derivative is 1 / (1 + exp(m)).
struct Link {
  Lanes margin, e, factor;

  HWY_INLINE Link(const Lanes& sign, const Lanes& predictor) {
    margin = sign * predictor;
    e = exp_of_nonpositive(minus_abs(margin));
    factor = broadcast(1.0) + e;
  }
  HWY_INLINE Lanes bounded() const { return if_nonnegative(margin, broadcast(0.0), margin); }  // NaN stays
  HWY_INLINE Lanes slope() const {
    return if_nonnegative(margin, e, broadcast(1.0)) * reciprocal_from_one_to_two(factor);
  }
};

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
