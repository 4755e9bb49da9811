// Structure, sizes, finite entries, positive scales.
#include <families/check_gaussian.h>

#include <cmath>
#include <g2t/core/errors.hpp>

namespace g2t {

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
  if (structure == Structure::Diagonal) {
    if (q.scale.size() != d)
      throw InvalidArgument(function, "q.scale", std::to_string(q.scale.size()) + " numbers", entries);
    for (Index i = 0; i < d; ++i)
      if (!(q.scale[i] > 0) || !std::isfinite(q.scale[i]))
        throw InvalidArgument(function, "q.scale[" + std::to_string(i) + "]", std::to_string(q.scale[i]),
                              "must be positive and finite");
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
