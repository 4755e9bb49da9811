// Kernels compiled for one instruction set, of those that the machine has.
#pragma once

#include <hwy/targets.h>

#include <cstdint>
#include <vector>

namespace g2t::testing {

/// Runs kernels on one instruction set until the end of the scope.
class ChosenTarget {
 public:
  explicit ChosenTarget(std::int64_t target) { choose(target); }
  ~ChosenTarget() { choose(0); }
  ChosenTarget(const ChosenTarget&) = delete;
  ChosenTarget& operator=(const ChosenTarget&) = delete;

 private:
  static void choose(std::int64_t target) {
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
  }
};

/// Those that fuse multiplications with additions, so that results are the same to the last bit.
inline std::vector<std::int64_t> fused_targets() {
  const std::int64_t supported = hwy::SupportedTargets();
  std::vector<std::int64_t> out;
  for (const std::int64_t target : {std::int64_t{HWY_AVX2}, std::int64_t{HWY_AVX3}})
    if ((supported & target) != 0) out.push_back(target);
  return out;
}

}  // namespace g2t::testing
