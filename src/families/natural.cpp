// Inner products of gradients from their parts, and the choice of a family by structure.
#include <g2t/core/errors.hpp>
#include <g2t/families/natural.hpp>

namespace g2t {

std::unique_ptr<NaturalFamily> NaturalFamily::clone_natural() const {
  return std::unique_ptr<NaturalFamily>(dynamic_cast<NaturalFamily*>(clone().release()));
}

double NaturalGradient::trace() const {
  double sum = identity * static_cast<double>(location.size());
  if (diagonal.size() > 0) sum += diagonal.sum();
  if (dense.size() > 0) sum += dense.trace();
  if (left.size() > 0) sum += left.cwiseProduct(right).sum() / static_cast<double>(left.rows());
  return sum;
}

// With Omega = c I + diag(t) + sum_k sym(l_k r_k^T) / P, term by term; tr(sym(a b^T) sym(c d^T)) is half of
// (a.c)(b.d) + (a.d)(b.c).
double inner_product(const NaturalGradient& a, const NaturalGradient& b) {
  if (a.dense.size() > 0 || b.dense.size() > 0)
    throw InvalidArgument("inner_product", "a or b", "dense", "a dense part is not supported");
  const double d = static_cast<double>(a.location.size());
  const auto trace = [d](const NaturalGradient& g) { return g.trace() - g.identity * d; };
  const auto diagonal_with_units = [](const Vector& diagonal, const NaturalGradient& g) {
    if (diagonal.size() == 0 || g.left.size() == 0) return 0.0;
    return (g.left.cwiseProduct(g.right) * diagonal).sum() / static_cast<double>(g.left.rows());
  };
  double product = a.identity * b.identity * d + a.identity * trace(b) + b.identity * trace(a) +
                   diagonal_with_units(a.diagonal, b) + diagonal_with_units(b.diagonal, a);
  if (a.diagonal.size() > 0 && b.diagonal.size() > 0) product += a.diagonal.dot(b.diagonal);
  if (a.left.size() > 0 && b.left.size() > 0) {
    const double units = static_cast<double>(a.left.rows() * b.left.rows());
    const double straight = (a.left * b.left.transpose()).cwiseProduct(a.right * b.right.transpose()).sum();
    const double crossed = (a.left * b.right.transpose()).cwiseProduct(a.right * b.left.transpose()).sum();
    product += 0.5 * (straight + crossed) / units;
  }
  return a.location.dot(b.location) + 0.5 * product;
}

std::unique_ptr<NaturalFamily> make_natural(const Gaussian& q) {
  if (q.structure == Structure::LowRank) return make_natural_low_rank(q);
  return q.structure == Structure::Dense ? make_natural_full_rank(q) : make_natural_mean_field(q);
}

}  // namespace g2t
