// A block of eight draws as SIMD lanes: one AVX-512 vector, two of AVX2, four of SSE4 or NEON.
// Included once per target by foreach_target.h, so it has Highway's toggled include guard.
#if defined(G2T_KERNELS_LANES_INL_H) == defined(HWY_TARGET_TOGGLE)
#ifdef G2T_KERNELS_LANES_INL_H
#undef G2T_KERNELS_LANES_INL_H
#else
#define G2T_KERNELS_LANES_INL_H
#endif

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;

using Tag = hn::CappedTag<double, 8>;
inline constexpr std::size_t kVectorWidth = hn::MaxLanes(Tag());
inline constexpr std::size_t kVectorCount = 8 / kVectorWidth;

struct Lanes {
  HWY_INLINE Lanes() {}  // explicit: GCC would emit an implicit one outside the target region (an error on NEON)
  hn::Vec<Tag> vectors[kVectorCount];
};

template <class Function, class... Arguments>
HWY_INLINE Lanes map(Function function, const Arguments&... arguments) {
  Lanes result;
  for (std::size_t k = 0; k < kVectorCount; ++k) result.vectors[k] = function(arguments.vectors[k]...);
  return result;
}

HWY_INLINE Lanes broadcast(double x) {
  Lanes result;
  for (auto& vector : result.vectors) vector = hn::Set(Tag(), x);
  return result;
}

/// @pre `from` is 64-byte aligned, as for store()
HWY_INLINE Lanes load(const double* from) {
  Lanes result;
  for (std::size_t k = 0; k < kVectorCount; ++k) result.vectors[k] = hn::Load(Tag(), from + k * kVectorWidth);
  return result;
}
HWY_INLINE void store(const Lanes& a, double* to) {
  for (std::size_t k = 0; k < kVectorCount; ++k) hn::Store(a.vectors[k], Tag(), to + k * kVectorWidth);
}

HWY_INLINE Lanes operator+(const Lanes& a, const Lanes& b) {
  return map([](auto x, auto y) HWY_ATTR { return hn::Add(x, y); }, a, b);
}
HWY_INLINE Lanes operator-(const Lanes& a, const Lanes& b) {
  return map([](auto x, auto y) HWY_ATTR { return hn::Sub(x, y); }, a, b);
}
HWY_INLINE Lanes operator*(const Lanes& a, const Lanes& b) {
  return map([](auto x, auto y) HWY_ATTR { return hn::Mul(x, y); }, a, b);
}
HWY_INLINE Lanes operator/(const Lanes& a, const Lanes& b) {
  return map([](auto x, auto y) HWY_ATTR { return hn::Div(x, y); }, a, b);
}
/// a b + c, fused where the machine can.
HWY_INLINE Lanes multiply_add(const Lanes& a, const Lanes& b, const Lanes& c) {
  return map([](auto x, auto y, auto z) HWY_ATTR { return hn::MulAdd(x, y, z); }, a, b, c);
}
HWY_INLINE Lanes minus_abs(const Lanes& a) {
  return map([](auto x) HWY_ATTR { return hn::Neg(hn::Abs(x)); }, a);
}
/// NaN takes the second branch.
HWY_INLINE Lanes if_nonnegative(const Lanes& condition, const Lanes& yes, const Lanes& no) {
  return map([](auto c, auto a, auto b) HWY_ATTR { return hn::IfThenElse(hn::Ge(c, hn::Zero(Tag())), a, b); },
             condition, yes, no);
}
/// `a` where the condition is positive, else zero.
HWY_INLINE Lanes if_positive(const Lanes& condition, const Lanes& a) {
  return map([](auto c, auto x) HWY_ATTR { return hn::IfThenElseZero(hn::Gt(c, hn::Zero(Tag())), x); }, condition, a);
}
/// max(a, 0) that keeps NaN.
HWY_INLINE Lanes positive_part(const Lanes& a) {
  return map([](auto x) HWY_ATTR { return hn::IfThenZeroElse(hn::Lt(x, hn::Zero(Tag())), x); }, a);
}

// Highway's Exp(NaN) is 0 and it wraps around far above the largest exponent; its Log is finite at 0, below 0,
// at infinity and at NaN. Both get their IEEE values back.
HWY_INLINE Lanes exp(const Lanes& a) {
  return map(
      [](auto x) HWY_ATTR {
        const Tag d;
        const auto largest = hn::Set(d, 709.782712893383973096);
        const auto inside = hn::Exp(d, hn::Min(x, largest));
        const auto capped = hn::IfThenElse(hn::Gt(x, largest), hn::Inf(d), inside);
        return hn::IfThenElse(hn::IsNaN(x), x, capped);
      },
      a);
}
HWY_INLINE Lanes log(const Lanes& a) {
  return map(
      [](auto x) HWY_ATTR {
        const Tag d;
        const auto zero = hn::Zero(d);
        const auto infinity = hn::Inf(d);
        const auto at_most_zero = hn::IfThenElse(hn::Lt(x, zero), hn::NaN(d), hn::Neg(infinity));
        const auto special = hn::IfThenElse(hn::Le(x, zero), at_most_zero, x);
        return hn::IfThenElse(hn::And(hn::Gt(x, zero), hn::Lt(x, infinity)), hn::Log(d, x), special);
      },
      a);
}

/// exp(a) for a <= 0, to an ulp: 2^n e^r with r at most half of log 2 in size, and e^r by a polynomial of degree 11 that is
/// 1.7e-17 off. Below -708 it is e^-708; NaN may give any number.
HWY_INLINE Lanes exp_of_nonpositive(const Lanes& a) {
  return map(
      [](auto x) HWY_ATTR {
        const Tag d;
        const hn::RebindToSigned<Tag> bits;
        const auto clamped = hn::Max(x, hn::Set(d, -708.0));
        const auto to_integer = hn::Set(d, 6755399441055744.0);  // 1.5 * 2^52: the sum's last bits are n
        const auto shifted = hn::MulAdd(clamped, hn::Set(d, 1.4426950408889634074), to_integer);
        const auto n = hn::Sub(shifted, to_integer);
        const auto by_high = hn::NegMulAdd(n, hn::Set(d, 6.93145751953125e-1), clamped);
        const auto r = hn::NegMulAdd(n, hn::Set(d, 1.42860682030941723212e-6), by_high);
        const auto r2 = hn::Mul(r, r);
        const auto r4 = hn::Mul(r2, r2);
        const auto c01 = hn::MulAdd(r, hn::Set(d, 0.16666666666666669), hn::Set(d, 0.5));
        const auto c23 = hn::MulAdd(r, hn::Set(d, 0.008333333333330062), hn::Set(d, 0.04166666666662413));
        const auto c45 = hn::MulAdd(r, hn::Set(d, 0.00019841269863053618), hn::Set(d, 0.0013888888917213717));
        const auto c67 = hn::MulAdd(r, hn::Set(d, 2.7557268459997064e-06), hn::Set(d, 2.4801521295954376e-05));
        const auto c89 = hn::MulAdd(r, hn::Set(d, 2.510038549551032e-08), hn::Set(d, 2.7620088445409746e-07));
        const auto high = hn::MulAdd(r4, c89, hn::MulAdd(r2, c67, c45));
        const auto second = hn::MulAdd(r4, high, hn::MulAdd(r2, c23, c01));  // (e^r - 1 - r) / r^2
        const auto power = hn::Add(hn::MulAdd(r2, second, r), hn::Set(d, 1.0));
        return hn::BitCast(d, hn::Add(hn::BitCast(bits, power), hn::ShiftLeft<52>(hn::BitCast(bits, shifted))));
      },
      a);
}

/// 1 / a for 1 <= a <= 2, to an ulp: a cubic 1.8e-3 off, then a step of third and one of second order. A third of a division.
HWY_INLINE Lanes reciprocal_from_one_to_two(const Lanes& a) {
  return map(
      [](auto x) HWY_ATTR {
        const Tag d;
        const auto one = hn::Set(d, 1.0);
        const auto slope = hn::MulAdd(x, hn::Set(d, -0.2218370883882149), hn::Set(d, 1.3310225303292893));
        const auto start = hn::MulAdd(x, hn::MulAdd(x, slope, hn::Set(d, -2.9393414211438476)), hn::Set(d, 2.82842287694974));
        const auto error = hn::NegMulAdd(x, start, one);
        const auto near = hn::MulAdd(start, hn::MulAdd(error, error, error), start);
        return hn::MulAdd(near, hn::NegMulAdd(x, near, one), near);
      },
      a);
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
