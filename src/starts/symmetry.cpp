// Signed permutations of coordinates.
#include <core/decompositions.h>
#include <g2t/starts/symmetry.hpp>

#include <algorithm>

namespace g2t {

Vector Symmetry::image(const Vector& point) const { return sign.cwiseProduct(Vector(point(source))); }

Matrix Symmetry::image(const Matrix& points) const { return points(Eigen::all, source) * sign.asDiagonal(); }

Gaussian Symmetry::image(const Gaussian& q) const {
  Gaussian out = q;
  out.mean = image(q.mean);
  if (q.structure != Structure::Dense) out.scale = q.scale(source);
  if (q.structure == Structure::LowRank) out.basis = sign.asDiagonal() * q.basis(source, Eigen::all);
  if (q.structure == Structure::Dense)
    out.cholesky = cholesky_of_gram(Matrix(q.cholesky(source, Eigen::all).transpose() * sign.asDiagonal()));
  return out;
}

Symmetry Symmetry::after(const Symmetry& other) const {
  Symmetry out{source, sign};
  for (std::size_t i = 0; i < source.size(); ++i) {
    const auto from = static_cast<std::size_t>(source[i]);
    out.source[i] = other.source[from];
    out.sign[static_cast<Index>(i)] *= other.sign[source[i]];
  }
  return out;
}

bool Symmetry::is_identity() const {
  for (std::size_t i = 0; i < source.size(); ++i)
    if (source[i] != static_cast<Index>(i) || sign[static_cast<Index>(i)] != 1) return false;
  return true;
}

bool Symmetry::operator==(const Symmetry& other) const { return source == other.source && sign == other.sign; }

std::vector<Symmetry> all_symmetries(const std::vector<Symmetry>& generators, std::size_t limit) {
  std::vector<Symmetry> all;
  const auto add = [&](const Symmetry& symmetry) {
    if (!symmetry.is_identity() && std::find(all.begin(), all.end(), symmetry) == all.end()) all.push_back(symmetry);
  };
  for (const Symmetry& generator : generators) add(generator);
  for (std::size_t k = 0; k < all.size(); ++k) {
    for (const Symmetry& generator : generators) add(generator.after(Symmetry(all[k])));
    if (all.size() > limit) return {};
  }
  return all;
}

}  // namespace g2t
