// Both norms are quadratic forms in (1, weights).
#include <g2t/core/moments.hpp>

#include <algorithm>

namespace g2t {
namespace {

double quadratic_form(const Matrix& products, const Vector& weights) {
  Vector all(weights.size() + 1);
  all << 1.0, weights;
  return all.dot(products * all);
}

}  // namespace

double MomentFold::squared_norm(const Vector& weights) const { return quadratic_form(products, weights); }

Index Moments::index_of(const std::string& control_variate) const {
  const auto found = std::find(terms.begin() + 1, terms.end(), control_variate);
  return found == terms.end() ? -1 : found - terms.begin() - 1;
}

void Moments::join_fold_means() {
  mean_products.setZero(products.rows(), products.cols());
  const double units = static_cast<double>(count);
  for (std::size_t k = 0; k < folds.size(); ++k)
    for (std::size_t l = 0; l < folds.size(); ++l)
      mean_products += folds[k].units / units * (folds[l].units / units) *
                       mean_products_of(static_cast<Index>(k), static_cast<Index>(l));
}

double Moments::squared_norm(const Vector& weights) const { return quadratic_form(products, weights); }

double Moments::gradient_squared_norm(const Vector& weights) const {
  const double m = static_cast<double>(mean_count > 0 ? mean_count : count);
  return (m * quadratic_form(mean_products, weights) - quadratic_form(products, weights)) / (m - 1);
}

}  // namespace g2t
