// Loops that do one thing: multiply and add in registers, load from the first-level cache, or take exponentials.
#include <bench/micro/rates.hpp>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "bench/micro/rates.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include <kernels/lanes-inl.h>

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

// Twelve chains of sums in registers: enough for two multiply-adds a cycle that take four or five. Returns how many numbers
// a round multiplies and adds.
std::size_t FuseNumbers(std::size_t rounds, double* out) {
  const Tag t;
  hn::Vec<Tag> sums[12];
  HWY_UNROLL(12)
  for (std::size_t k = 0; k < 12; ++k) sums[k] = hn::Set(t, static_cast<double>(k));
  const auto x = hn::Set(t, out[0]), y = hn::Set(t, out[1]);
  for (std::size_t round = 0; round < rounds; ++round) {
    HWY_UNROLL(12)
    for (std::size_t k = 0; k < 12; ++k) sums[k] = hn::MulAdd(sums[k], x, y);
  }
  HWY_UNROLL(12)
  for (std::size_t k = 0; k < 12; ++k) sums[0] = hn::Add(sums[0], sums[k]);
  hn::StoreU(sums[0], t, out);
  return 12 * kVectorWidth;
}

// `count` doubles, a multiple of 64, in 64-byte aligned memory, again and again.
void LoadNumbers(std::size_t rounds, const double* from, std::size_t count, double* out) {
  const Tag t;
  hn::Vec<Tag> sums[8];
  HWY_UNROLL(8)
  for (std::size_t k = 0; k < 8; ++k) sums[k] = hn::Zero(t);
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t at = 0; at < count; at += 8 * kVectorWidth) {
      HWY_UNROLL(8)
      for (std::size_t k = 0; k < 8; ++k) sums[k] = hn::Max(sums[k], hn::Load(t, from + at + k * kVectorWidth));
    }
  HWY_UNROLL(8)
  for (std::size_t k = 0; k < 8; ++k) sums[0] = hn::Add(sums[0], sums[k]);
  hn::StoreU(sums[0], t, out);
}

void ExpNumbers(std::size_t rounds, const double* from, std::size_t count, double* out) {
  for (std::size_t round = 0; round < rounds; ++round)
    for (std::size_t at = 0; at < count; at += 8) store(exp_of_nonpositive(load(from + at)), out + at);
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
#include <time.h>

#include <algorithm>

namespace g2t::kernels {
HWY_EXPORT(FuseNumbers);
HWY_EXPORT(LoadNumbers);
HWY_EXPORT(ExpNumbers);
namespace {

constexpr std::size_t kNumbers = 1024;

// Of a few short repetitions the quickest: others use the machine too.
template <class Body>
double best_seconds(Body body) {
  double best = 1;
  for (int repetition = 0; repetition < 7; ++repetition) {
    const double start = bench::thread_seconds();
    body();
    best = std::min(best, bench::thread_seconds() - start);
  }
  return best;
}

}  // namespace
}  // namespace g2t::kernels

namespace g2t::bench {

Rates measure_rates() {
  using namespace kernels;
  alignas(64) static double from[kNumbers], to[kNumbers];
  for (std::size_t k = 0; k < kNumbers; ++k) from[k] = -0.01 * static_cast<double>(k);
  constexpr std::size_t kRounds = 20000, kPasses = 200, kExpPasses = 20;
  double sums[8] = {0.5, 0.25};
  std::size_t width = 0;
  Rates out;
  const double fuse_seconds = best_seconds([&] {
    width = HWY_DYNAMIC_DISPATCH(FuseNumbers)(kRounds, sums);
    benchmark::DoNotOptimize(sums);
  });
  out.fused = static_cast<double>(width * kRounds) / fuse_seconds;
  out.loads = kNumbers * kPasses / best_seconds([&] {
    HWY_DYNAMIC_DISPATCH(LoadNumbers)(kPasses, from, kNumbers, to);
    benchmark::DoNotOptimize(to);
  });
  out.exponentials = kNumbers * kExpPasses / best_seconds([&] {
    HWY_DYNAMIC_DISPATCH(ExpNumbers)(kExpPasses, from, kNumbers, to);
    benchmark::DoNotOptimize(to);
  });
  return out;
}

double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double Work::least_seconds(const Rates& rates) const {
  return std::max(fused / rates.fused + exponentials / rates.exponentials, loads / rates.loads);
}

}  // namespace g2t::bench
#endif
