// Structure, sizes, finite entries, positive scales.
#include <families/check_gaussian.h>

#include <cmath>
#include <g2t/core/errors.hpp>

namespace g2t {
namespace {

constexpr double kOrthonormal = 1e-8;

void check_directions(const std::string& function, const Gaussian& q) {
  const Index d = q.dimension(), rank = q.rank();
  if (q.basis.rows() != d || q.basis.cols() != rank || rank > d)
    throw InvalidArgument(function, "q.basis", std::to_string(q.basis.rows()) + " x " + std::to_string(q.basis.cols()),
                          std::to_string(rank) + " variances, and the mean has " + std::to_string(d) + " entries");
  for (Index k = 0; k < rank; ++k)
    if (!(q.variances[k] > 0) || !std::isfinite(q.variances[k]))
      throw InvalidArgument(function, "q.variances[" + std::to_string(k) + "]", std::to_string(q.variances[k]),
                            "must be positive and finite");
  const Matrix error = q.basis.transpose() * q.basis - Matrix::Identity(rank, rank);
  if (!(error.norm() <= kOrthonormal))
    throw InvalidArgument(function, "q.basis", std::to_string(error.norm()), "its columns must be orthonormal");
}

}  // namespace

void check_gaussian(const std::string& function, const Gaussian& q, Structure structure, Index dimension) {
  if (q.structure != structure)
    throw InvalidArgument(function, "q", family_name(q.structure), "must be " + family_name(structure));
  const Index d = q.dimension();
  if (d == 0) throw InvalidArgument(function, "q.mean", "empty", "a family needs a parameter");
  if (dimension != 0 && d != dimension)
    throw InvalidArgument(function, "q", std::to_string(d) + " parameters",
                          "the family has " + std::to_string(dimension));
  if (!q.mean.allFinite()) throw InvalidArgument(function, "q.mean", "not finite", "must be finite");
  const std::string entries = "the mean has " + std::to_string(d) + " entries";
  if (structure != Structure::Dense) {
    if (q.scale.size() != d)
      throw InvalidArgument(function, "q.scale", std::to_string(q.scale.size()) + " numbers", entries);
    for (Index i = 0; i < d; ++i)
      if (!(q.scale[i] > 0) || !std::isfinite(q.scale[i]))
        throw InvalidArgument(function, "q.scale[" + std::to_string(i) + "]", std::to_string(q.scale[i]),
                              "must be positive and finite");
    if (structure == Structure::LowRank) check_directions(function, q);
    return;
  }
  if (q.cholesky.rows() != d || q.cholesky.cols() != d)
    throw InvalidArgument(function, "q.cholesky",
                          std::to_string(q.cholesky.rows()) + " x " + std::to_string(q.cholesky.cols()), entries);
  if (!q.cholesky.allFinite()) throw InvalidArgument(function, "q.cholesky", "not finite", "must be finite");
  for (Index i = 0; i < d; ++i)
    if (!(q.cholesky(i, i) > 0))
      throw InvalidArgument(function, "q.cholesky(" + std::to_string(i) + ", " + std::to_string(i) + ")",
                            std::to_string(q.cholesky(i, i)), "must be positive");
}

}  // namespace g2t
