// Funnels and curved ridges have third moments along their axis; their significance is that of the weighted sum.
#include <core/cross_products.h>
#include <importance/predictors.h>

#include <algorithm>

namespace g2t {
namespace {

constexpr Index kMaxPredictors = 3;
constexpr double kBeyondChance = 6;     // variances of a third moment, subtracted from its square
constexpr double kMinExplained = 0.03;  // sum of squares
constexpr double kMinOfBest = 0.1;      // of the best coordinate's sum

}  // namespace

std::vector<Index> choose_predictors(const Matrix& draws, const Vector& mean, const Vector& sds, const Vector& weights) {
  const Index d = draws.cols();
  // Sums of weight x_i (x_j^2 - 1), and of their variances.
  const Matrix sums = sum_over_rows(draws.rows(), d, 2 * d, [&](Index first, Index rows, Matrix& sum) {
    const Matrix x = (draws.middleRows(first, rows).rowwise() - mean.transpose()) * sds.cwiseInverse().asDiagonal();
    const Matrix weighted = weights.segment(first, rows).asDiagonal() * Matrix(x.cwiseAbs2().array() - 1);
    add_cross_products(x, weighted, sum, 0);
    add_cross_products(x.cwiseAbs2(), weighted.cwiseAbs2(), sum, d);
  });
  const auto third = sums.leftCols(d), variance = sums.rightCols(d);
  Matrix sure = (third.cwiseAbs2() - kBeyondChance * variance).cwiseMax(0);
  const Vector skewness = sure.diagonal();  // a skewed coordinate rather depends on others
  std::vector<Index> predictors;
  double best = 0;
  while (static_cast<Index>(predictors.size()) < std::min(kMaxPredictors, d - 1)) {
    const Vector score = sure.rowwise().sum() + sure.colwise().sum().transpose() - 2 * sure.diagonal() - skewness;
    Index next = 0;
    const double sum = score.maxCoeff(&next);
    if (!(sum > std::max(kMinExplained, kMinOfBest * best))) break;
    best = std::max(best, sum);
    predictors.push_back(next);
    sure.row(next).setZero();  // these pairs are explained
    sure.col(next).setZero();
  }
  return predictors;
}

}  // namespace g2t
