// Points where the posterior may have mass that draws of it do not show.
#pragma once

#include <chains/tempered_start.h>

namespace g2t {

struct HeatedPoints {
  Matrix draws;          ///< [point_count x dimension]; empty if the stopping rule ended it
  Vector log_density;    ///< [point_count], of the model
  Vector weights;        ///< [point_count], sum 1, from the heated posterior to the posterior
  Index gradients = 0;
};

/// A few moves of chains under a power of the posterior, from draws of it: its square root up to 16 parameters, above as much
/// heat as leaves weights for the posterior a few effective points. They go along ridges and through necks,
/// to where no proposal that is fitted to those draws has mass. The chains are too short to tell how much mass is there.
/// @param pool  with weights
HeatedPoints heated_points(const Model& model, const Gaussian& q, const ChainPool& pool, const SampleStreams& sample,
                           const StopRule& stop);

}  // namespace g2t
