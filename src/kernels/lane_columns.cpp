// Eight draws of a batch to and from the columns of a kernel.
#include "kernels/lane_columns.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernels/lane_columns.cpp"
#include <hwy/foreach_target.h>  // compiles the rest of this file once per target

#include "kernels/lanes-inl.h"

HWY_BEFORE_NAMESPACE();
namespace g2t::kernels::HWY_NAMESPACE {

void load_columns(const double* draws, std::size_t stride, std::size_t column_count, double* block) {
  const Tag t;
  for (std::size_t column = 0; column < column_count; ++column, draws += stride, block += 16)
    for (std::size_t lane = 0; lane < 8; lane += kVectorWidth) {
      hn::Store(hn::LoadU(t, draws + lane), t, block + lane);
      hn::Store(hn::Zero(t), t, block + 8 + lane);
    }
}

void add_gradients(const double* block, std::size_t stride, std::size_t column_count, double* score) {
  const Tag t;
  for (std::size_t column = 0; column < column_count; ++column, score += stride, block += 16)
    for (std::size_t lane = 0; lane < 8; lane += kVectorWidth)
      hn::StoreU(hn::Add(hn::LoadU(t, score + lane), hn::Load(t, block + 8 + lane)), t, score + lane);
}

}  // namespace g2t::kernels::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace g2t::kernels {

HWY_EXPORT(load_columns);
void load_lane_columns(const double* draws, std::size_t stride, std::size_t column_count, double* block) {
  HWY_DYNAMIC_DISPATCH(load_columns)(draws, stride, column_count, block);
}

HWY_EXPORT(add_gradients);
void add_lane_gradients(const double* block, std::size_t stride, std::size_t column_count, double* score) {
  HWY_DYNAMIC_DISPATCH(add_gradients)(block, stride, column_count, score);
}

}  // namespace g2t::kernels
#endif
