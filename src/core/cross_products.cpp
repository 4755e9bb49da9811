// Blocks stay in the second cache. Groups of blocks have sums of their own, whatever thread makes them.
#include <core/cross_products.h>
#include <kernels/cross_products.h>

#include <algorithm>
#include <g2t/core/thread_team.hpp>
#include <vector>

namespace g2t {
namespace {

constexpr Index kRowsOfABlock = 256;
constexpr Index kMostGroups = 16;

kernels::Columns columns_of(const Matrix& matrix) {
  return {matrix.data(), static_cast<std::size_t>(matrix.cols()), static_cast<std::size_t>(matrix.rows())};
}

void add_products(const Matrix& left, const Matrix& right, bool lower_only, double* out) {
  kernels::add_cross_products(static_cast<std::size_t>(left.rows()), columns_of(left), columns_of(right), lower_only, out);
}

// Calls use(first row, rows) for the blocks of a range of them.
template <class Use>
void for_blocks(Index first_block, Index end_block, Index row_count, const Use& use) {
  for (Index block = first_block; block < end_block; ++block) {
    const Index first = block * kRowsOfABlock;
    use(first, std::min(kRowsOfABlock, row_count - first));
  }
}

Index block_count(Index row_count) { return (row_count + kRowsOfABlock - 1) / kRowsOfABlock; }

}  // namespace

void add_cross_products(const Matrix& left, const Matrix& right, Matrix& out, Index column) {
  add_products(left, right, false, out.col(column).data());
}
void add_symmetric_products(const Matrix& left, const Matrix& right, Matrix& out) {
  add_products(left, right, true, out.data());
}

void share_row_blocks(Index row_count, const std::function<void(Index first, Index rows)>& use) {
  share_pieces(static_cast<std::size_t>(block_count(row_count)), [&](std::size_t piece) {
    const Index block = static_cast<Index>(piece);
    for_blocks(block, block + 1, row_count, use);
  });
}

Matrix sum_over_rows(Index row_count, Index height, Index width, const std::function<void(Index, Index, Matrix&)>& add) {
  const Index blocks = block_count(row_count), groups = std::min(blocks, kMostGroups);
  std::vector<Matrix> sums(static_cast<std::size_t>(groups), Matrix::Zero(height, width));
  share_pieces(sums.size(), [&](std::size_t piece) {
    const Index group = static_cast<Index>(piece);
    for_blocks(group * blocks / groups, (group + 1) * blocks / groups, row_count,
               [&](Index first, Index rows) { add(first, rows, sums[piece]); });
  });
  Matrix out = Matrix::Zero(height, width);
  for (const Matrix& sum : sums) out += sum;
  return out;
}

Matrix weighted_covariance(const Matrix& rows, const Vector& mean, const Vector& weights) {
  const Index d = rows.cols();
  Matrix out = sum_over_rows(rows.rows(), d, d, [&](Index first, Index count, Matrix& sum) {
    const Matrix centred = rows.middleRows(first, count).rowwise() - mean.transpose();
    add_symmetric_products(centred, weights.segment(first, count).asDiagonal() * centred, sum);
  });
  out.triangularView<Eigen::StrictlyUpper>() = out.transpose();
  return out;
}

}  // namespace g2t
