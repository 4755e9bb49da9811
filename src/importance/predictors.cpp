// Funnels and curved ridges have third moments along their axis; their significance is that of the weighted sum.
#include <importance/predictors.h>

#include <algorithm>

namespace g2t {
namespace {

constexpr Index kMaxPredictors = 3;
constexpr double kBeyondChance = 6;     // variances of a third moment, subtracted from its square
constexpr double kMinExplained = 0.03;  // sum of squares
constexpr double kMinOfBest = 0.1;      // of the best coordinate's sum

}  // namespace

std::vector<Index> choose_predictors(const Matrix& standard, const Vector& weights) {
  const Matrix squares = standard.cwiseAbs2().array() - 1;
  const Matrix third = standard.transpose() * (weights.asDiagonal() * squares);
  const Matrix squared_terms = weights.cwiseAbs2().asDiagonal() * squares.cwiseAbs2();
  const Matrix variance = standard.cwiseAbs2().transpose() * squared_terms;
  Matrix sure = (third.cwiseAbs2() - kBeyondChance * variance).cwiseMax(0);
  const Vector skewness = sure.diagonal();  // a skewed coordinate rather depends on others
  std::vector<Index> predictors;
  double best = 0;
  while (static_cast<Index>(predictors.size()) < std::min(kMaxPredictors, standard.cols() - 1)) {
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
