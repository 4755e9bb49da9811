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

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();
#endif
