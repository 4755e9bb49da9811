// Threefry-4x64-20 (Salmon et al. 2011) and Box-Muller over SIMD lanes; the same layout on every instruction set.
#include <kernels/normals.h>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/normals.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include <hwy/contrib/math/math-inl.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {
namespace hn = hwy::HWY_NAMESPACE;
using WordTag = hn::CappedTag<std::uint64_t, 8>;
using Tag = hn::CappedTag<double, 8>;
using Words = hn::Vec<WordTag>;
using Doubles = hn::Vec<Tag>;

template <int kBits>
HWY_INLINE void mix(Words& a, Words& b) {
  a = hn::Add(a, b);
  b = hn::Xor(hn::RotateRight<64 - kBits>(b), a);
}

HWY_INLINE void even_rounds(Words& x0, Words& x1, Words& x2, Words& x3) {
  mix<14>(x0, x1), mix<16>(x2, x3), mix<52>(x0, x3), mix<57>(x2, x1);
  mix<23>(x0, x1), mix<40>(x2, x3), mix<5>(x0, x3), mix<37>(x2, x1);
}

HWY_INLINE void odd_rounds(Words& x0, Words& x1, Words& x2, Words& x3) {
  mix<25>(x0, x1), mix<33>(x2, x3), mix<46>(x0, x3), mix<12>(x2, x1);
  mix<58>(x0, x1), mix<22>(x2, x3), mix<32>(x0, x3), mix<32>(x2, x1);
}

HWY_INLINE void inject(std::uint64_t round, const std::uint64_t (&k)[5], Words& x0, Words& x1, Words& x2, Words& x3) {
  const WordTag d;
  x0 = hn::Add(x0, hn::Set(d, k[round % 5]));
  x1 = hn::Add(x1, hn::Set(d, k[(round + 1) % 5]));
  x2 = hn::Add(x2, hn::Set(d, k[(round + 2) % 5]));
  x3 = hn::Add(x3, hn::Set(d, k[(round + 3) % 5] + round));
}

// Twenty rounds on as many counters as a vector has lanes.
HWY_INLINE void threefry(const std::uint64_t (&k)[5], Words& x0, Words& x1, Words& x2, Words& x3) {
  inject(0, k, x0, x1, x2, x3);
  even_rounds(x0, x1, x2, x3), inject(1, k, x0, x1, x2, x3);
  odd_rounds(x0, x1, x2, x3), inject(2, k, x0, x1, x2, x3);
  even_rounds(x0, x1, x2, x3), inject(3, k, x0, x1, x2, x3);
  odd_rounds(x0, x1, x2, x3), inject(4, k, x0, x1, x2, x3);
  even_rounds(x0, x1, x2, x3), inject(5, k, x0, x1, x2, x3);
}

// 52 random bits as a number in [1, 2).
HWY_INLINE Doubles one_to_two(Words w) {
  return hn::BitCast(Tag(), hn::Or(hn::ShiftRight<12>(w), hn::Set(WordTag(), 0x3FF0000000000000ull)));
}

HWY_INLINE Doubles uniform(Words w) { return hn::Sub(hn::Set(Tag(), 2.0), one_to_two(w)); }  // (0, 1]

template <std::size_t kCount>
HWY_INLINE Doubles polynomial(Doubles x, const double (&c)[kCount]) {
  Doubles p = hn::Set(Tag(), c[0]);
  for (std::size_t i = 1; i < kCount; ++i) p = hn::MulAdd(p, x, hn::Set(Tag(), c[i]));
  return p;
}

// Sine and cosine of 2 pi t for t in [-1/2, 1/2): minimax polynomials on an eighth of a turn, quarter turns exact.
HWY_INLINE void sine_cosine_of_turn(Doubles t, Doubles& sine, Doubles& cosine) {
  const Tag d;
  const Doubles quarter = hn::Round(hn::Mul(t, hn::Set(d, 4.0)));
  const Doubles angle = hn::Mul(hn::NegMulAdd(quarter, hn::Set(d, 0.25), t), hn::Set(d, 6.283185307179586));
  const Doubles z = hn::Mul(angle, angle);
  static constexpr double kSine[] = {1.58969099521155010221e-10, -2.50507602534068634195e-08,
                                     2.75573137070700676789e-06, -1.98412698298579493134e-04,
                                     8.33333333332248946124e-03, -1.66666666666666324348e-01};
  static constexpr double kCosine[] = {-1.13596475577881948265e-11, 2.08757232129817482790e-09,
                                       -2.75573143513906633035e-07, 2.48015872894767294178e-05,
                                       -1.38888888888741095749e-03, 4.16666666666666019037e-02,
                                       -0.5,                        1.0};
  const Doubles s = hn::MulAdd(hn::Mul(angle, z), polynomial(z, kSine), angle), c = polynomial(z, kCosine);
  const Doubles one = hn::Set(d, 1.0), sign = hn::CopySign(one, quarter);
  const auto is_quarter = hn::Eq(hn::Abs(quarter), one);
  const auto is_half = hn::Eq(hn::Abs(quarter), hn::Set(d, 2.0));
  sine = hn::IfThenElse(is_quarter, hn::Mul(sign, c), hn::IfThenElse(is_half, hn::Neg(s), s));
  cosine = hn::IfThenElse(is_quarter, hn::Neg(hn::Mul(sign, s)), hn::IfThenElse(is_half, hn::Neg(c), c));
}

HWY_INLINE void box_muller(Words a, Words b, Doubles& first, Doubles& second) {
  const Tag d;
  const Doubles radius = hn::Sqrt(hn::Mul(hn::Set(d, -2.0), hn::Log(d, uniform(a))));
  Doubles sine, cosine;
  sine_cosine_of_turn(hn::Sub(one_to_two(b), hn::Set(d, 1.5)), sine, cosine);
  first = hn::Mul(radius, cosine);
  second = hn::Mul(radius, sine);
}

// Calls f(position, four words) for blocks of 32: eight counters give four rows of eight on every target.
template <class F>
HWY_INLINE void each_block(const StreamWords& key, std::uint64_t first, std::size_t count, F f) {
  const WordTag d;
  const std::uint64_t k[5] = {key.seed, key.purpose, key.iteration, 0,
                              0x1BD11BDAA9FC1A22ull ^ key.seed ^ key.purpose ^ key.iteration};
  for (std::size_t i = 0; i < count; i += kNormalsBlock)
    for (std::size_t lane = 0; lane < 8; lane += hn::Lanes(d)) {
      Words x0 = hn::Iota(d, (first + i) / 4 + lane), x1 = hn::Zero(d), x2 = x1, x3 = x1;
      threefry(k, x0, x1, x2, x3);
      f(i + lane, x0, x1, x2, x3);
    }
}

void NormalsFill(StreamWords key, std::uint64_t first, std::size_t count, double* out) {
  each_block(key, first, count, [out](std::size_t i, Words a, Words b, Words c, Words e) HWY_ATTR {
    const Tag d;
    Doubles n0, n1, n2, n3;
    box_muller(a, b, n0, n1);
    box_muller(c, e, n2, n3);
    hn::StoreU(n0, d, out + i), hn::StoreU(n1, d, out + i + 8);
    hn::StoreU(n2, d, out + i + 16), hn::StoreU(n3, d, out + i + 24);
  });
}

void UniformsFill(StreamWords key, std::uint64_t first, std::size_t count, double* out) {
  each_block(key, first, count, [out](std::size_t i, Words a, Words b, Words c, Words e) HWY_ATTR {
    const Tag d;
    hn::StoreU(uniform(a), d, out + i), hn::StoreU(uniform(b), d, out + i + 8);
    hn::StoreU(uniform(c), d, out + i + 16), hn::StoreU(uniform(e), d, out + i + 24);
  });
}

void WordsFill(StreamWords key, std::uint64_t first, std::size_t count, std::uint64_t* out) {
  each_block(key, first, count, [out](std::size_t i, Words a, Words b, Words c, Words e) HWY_ATTR {
    const WordTag d;
    hn::StoreU(a, d, out + i), hn::StoreU(b, d, out + i + 8);
    hn::StoreU(c, d, out + i + 16), hn::StoreU(e, d, out + i + 24);
  });
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {
HWY_EXPORT(NormalsFill);
HWY_EXPORT(UniformsFill);
HWY_EXPORT(WordsFill);
void fill_normals(StreamWords key, std::uint64_t first, std::size_t count, double* out) {
  HWY_DYNAMIC_DISPATCH(NormalsFill)(key, first, count, out);
}
void fill_uniforms(StreamWords key, std::uint64_t first, std::size_t count, double* out) {
  HWY_DYNAMIC_DISPATCH(UniformsFill)(key, first, count, out);
}
void fill_words(StreamWords key, std::uint64_t first, std::size_t count, std::uint64_t* out) {
  HWY_DYNAMIC_DISPATCH(WordsFill)(key, first, count, out);
}
}  // namespace g2t::kernels
#endif
