// Signs and labels that data do not tell.
#pragma once

#include <g2t/core/gaussian.hpp>

#include <vector>

namespace g2t {

/// z_i becomes sign_i z_source(i).
struct Symmetry {
  std::vector<Index> source;
  Vector sign;

  [[nodiscard]] Vector image(const Vector& point) const;
  /// Of every row.
  [[nodiscard]] Matrix image(const Matrix& points) const;
  [[nodiscard]] Gaussian image(const Gaussian& q) const;
  /// First `other`, then this one.
  [[nodiscard]] Symmetry after(const Symmetry& other) const;
  [[nodiscard]] bool is_identity() const;
  [[nodiscard]] bool operator==(const Symmetry& other) const;
};

/// All that these make together, without the identity; empty if there are more than `limit`.
std::vector<Symmetry> all_symmetries(const std::vector<Symmetry>& generators, std::size_t limit);

}  // namespace g2t
