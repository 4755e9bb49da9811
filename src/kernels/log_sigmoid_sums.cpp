// Weighted sums over the nodes of quadrature rules of log sigmoid and its derivatives.
#include "kernels/log_sigmoid_sums.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/log_sigmoid_sums.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/logistic_link-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

// In one order for every width.
HWY_INLINE double sum_of_lanes(const Lanes& a) {
  alignas(64) double x[8];
  store(a, x);
  return ((x[0] + x[1]) + (x[2] + x[3])) + ((x[4] + x[5]) + (x[6] + x[7]));
}

// Takes 2 + f, from 1.7 to 2.42, between 1 and 2.
inline constexpr double kShrink = 0.82;

// log(1 + e) for 0 <= e <= 1: with f = e, or (e - 1) / 2 and a log 2 if that is nearer to 0, and z = f / (2 + f), the series of
// log((1 + z) / (1 - z)), whose coefficients are those of FreeBSD's log.
HWY_INLINE Lanes log_of_one_plus(const Lanes& a) {
  const Lanes inverse = reciprocal_from_one_to_two(map(
      [](auto e) HWY_ATTR {
        const Tag d;
        const auto is_large = hn::Gt(e, hn::Set(d, 0.4142135623730951));
        const auto f = hn::IfThenElse(is_large, hn::MulAdd(e, hn::Set(d, 0.5), hn::Set(d, -0.5)), e);
        return hn::Mul(hn::Add(f, hn::Set(d, 2.0)), hn::Set(d, kShrink));
      },
      a));
  return map(
      [](auto e, auto r) HWY_ATTR {
        const Tag d;
        const auto is_large = hn::Gt(e, hn::Set(d, 0.4142135623730951));
        const auto f = hn::IfThenElse(is_large, hn::MulAdd(e, hn::Set(d, 0.5), hn::Set(d, -0.5)), e);
        const auto log_scale = hn::IfThenElseZero(is_large, hn::Set(d, 0.6931471805599453));
        const auto z = hn::Mul(hn::Mul(f, hn::Set(d, kShrink)), r);
        const auto z2 = hn::Mul(z, z);
        const auto z4 = hn::Mul(z2, z2);
        const auto c01 = hn::MulAdd(z2, hn::Set(d, 0.3999999999940941908), hn::Set(d, 0.6666666666666735130));
        const auto c23 = hn::MulAdd(z2, hn::Set(d, 0.2222219843214978396), hn::Set(d, 0.2857142874366239149));
        const auto c45 = hn::MulAdd(z2, hn::Set(d, 0.1531383769920937332), hn::Set(d, 0.1818357216161805012));
        const auto high = hn::MulAdd(z4, hn::Set(d, 0.1479819860511658591), c45);
        const auto series = hn::Mul(z2, hn::MulAdd(z4, hn::MulAdd(z4, high, c23), c01));
        return hn::Add(log_scale, hn::NegMulAdd(z, hn::Sub(f, series), f));
      },
      a, inverse);
}

HWY_INLINE void add_nodes(const Lanes& x, const Lanes& weight, Lanes& value, Lanes& slope, Lanes& curvature) {
  const Link link(broadcast(1.0), x);
  const Lanes above = reciprocal_from_one_to_two(link.factor);  // sigmoid(|x|)
  const Lanes below = link.e * above;                           // sigmoid(-|x|)
  value = multiply_add(weight, link.bounded() - log_of_one_plus(link.e), value);
  slope = multiply_add(weight, if_nonnegative(x, below, above), slope);
  curvature = multiply_add(weight, below * above, curvature);
}

void SymmetricSums(double step, const double* weights, std::size_t count, const double* mean, const double* deviation,
                   LogSigmoidLanes& out) {
  const Lanes center = load(mean), scale = load(deviation) * broadcast(step);
  Lanes value = broadcast(0.0), slope = value, curvature = value;
  add_nodes(center, broadcast(weights[0]), value, slope, curvature);
  for (std::size_t k = 1; k < count; ++k) {
    const Lanes shift = scale * broadcast(static_cast<double>(k)), weight = broadcast(weights[k]);
    add_nodes(center + shift, weight, value, slope, curvature);
    add_nodes(center - shift, weight, value, slope, curvature);
  }
  store(value, out.value);
  store(slope, out.slope);
  store(broadcast(0.0) - curvature, out.curvature);
}

LogSigmoidSums BumpSums(const BumpNodes& nodes, double mean, double deviation) {
  const Lanes center = broadcast(mean), inverse = broadcast(1 / deviation), half = broadcast(-0.5);
  Lanes value = broadcast(0.0), slope = value, curvature = value;
  for (std::size_t k = 0; k < nodes.count; k += 8) {
    const Lanes x = load(nodes.node + k);
    const Lanes right = (x - center) * inverse, left = (x + center) * inverse;
    const Lanes density_right = exp_of_nonpositive(half * right * right) * inverse;
    const Lanes density_left = exp_of_nonpositive(half * left * left) * inverse;
    const Lanes both = density_right + density_left;
    value = multiply_add(load(nodes.value + k), both, value);
    slope = multiply_add(load(nodes.slope + k), density_right - density_left, slope);
    curvature = multiply_add(load(nodes.curvature + k), both, curvature);
  }
  return {-sum_of_lanes(value), sum_of_lanes(slope), -sum_of_lanes(curvature)};
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(SymmetricSums);
HWY_EXPORT(BumpSums);
void symmetric_sums(double step, const double* weights, std::size_t count, const double* mean, const double* deviation,
                    LogSigmoidLanes& out) {
  HWY_DYNAMIC_DISPATCH(SymmetricSums)(step, weights, count, mean, deviation, out);
}
LogSigmoidSums bump_sums(const BumpNodes& nodes, double mean, double deviation) {
  return HWY_DYNAMIC_DISPATCH(BumpSums)(nodes, mean, deviation);
}
}  // namespace g2t::kernels
#endif
