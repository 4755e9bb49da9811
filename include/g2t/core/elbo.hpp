// The evidence lower bound of a Gaussian, exact where the model has it, else from draws.
#pragma once

#include <g2t/core/deadline.hpp>
#include <g2t/core/gaussian.hpp>
#include <g2t/core/model.hpp>
#include <g2t/core/random.hpp>

namespace g2t {

struct Elbo {
  double value = 0;           ///< nats
  double standard_error = 0;  ///< 0 if exact
  bool is_exact = false;
  Index failed_draws = 0;     ///< not finite and left out; 0 if exact
  Index draws = 0;            ///< that were made, those that failed among them; 0 if exact
};

/// True if elbo() needs no draws.
bool has_exact_elbo(const Model& model, Structure structure);

/// The exact one.
/// @pre  has_exact_elbo(model, q.structure)
Elbo exact_elbo(const Model& model, const Gaussian& q);

/// Mean and standard error of independent values of log p - log q; those that are not finite are left out and counted as
/// failed draws.
Elbo mean_elbo(const Vector& values);

/// E_q log p(x, z) + entropy of q.
/// @param draw_count  used only where there is no exact value; at least 2
/// @param question    ends it with the first of those draws
Elbo elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draw_count, const StopRule& stop = {});

/// The same from draws alone, whatever the model offers.
/// @param draw_count  at least 2
Elbo monte_carlo_elbo(const Model& model, const Gaussian& q, const StreamKey& key, Index draw_count,
                      const StopRule& stop = {});

}  // namespace g2t
