// Numbers, vectors and matrices that every layer uses.
#pragma once

#include <Eigen/Core>

#include <cstdint>
#include <vector>

namespace g2t {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;

/// Column-major. A batch of draws, scores or normals is always [draw_count x dimension]:
/// the values of one coordinate over all draws lie side by side, ready to be SIMD lanes.
using Matrix = Eigen::MatrixXd;

/// One flag per draw; not vector<bool>, whose elements have no address.
using Flags = std::vector<std::uint8_t>;

}  // namespace g2t
