// How long a model's own values take.
#pragma once

#include <g2t/core/model.hpp>

namespace g2t {

/// Of a draw's quantities at the point, by a few evaluations; 0 if the model has none.
double seconds_of_quantities(const Model& model, const Vector& point, std::uint64_t seed);

}  // namespace g2t
