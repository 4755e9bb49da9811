// What chains saw on their way to the posterior.
#pragma once

#include <g2t/core/types.hpp>

#include <vector>

namespace g2t {

/// Of many chains that start from q, beyond their draws.
struct ChainChecks {
  std::vector<double> temperatures;  ///< powers of p over q on the way from q to the posterior; the last is 1 if it was reached
  double log_evidence = 0;           ///< log of the integral of the density, by the way from q; NaN: not known
  Index ancestors = 0;               ///< different draws that the chains come from
  Index warmup_gradients = 0, gradients = 0;
  Index chains = 0, moves = 0;       ///< moves that were kept, of each chain
  bool is_warm = false;              ///< successive blocks of moves agreed, and hot chains with the others
  bool is_precise = false;           ///< the Monte Carlo errors are as small as asked for
  double step_size = 0;              ///< in q's coordinates
  bool alternates = false;           ///< every other move was in the coordinates that each parameter's sd scales
  Index tunings = 0;                 ///< times that step sizes were tuned again after the warm-up, since moves accepted less
  double acceptance = 0, lowest_acceptance = 0;  ///< means over the moves: of all chains, of the worst
  double drift = 0, drift_z = 0;     ///< first half of the moves against the second: in sds, in standard errors
  double group_z = 0;                ///< hot chains against the others, in standard errors
  double critical_z = 0;             ///< what neither exceeds by chance, but for one run in hundreds
  double r_hat = 0;                  ///< nested, of groups of eight chains
  double apart = 0;                  ///< largest share of a variance that one chain makes by its distance from the others
  double chain_r_hat = 0;            ///< of single chains: large if none goes everywhere by itself

  /// True if the halves differ by more than their noise, and by more than 0.05 sds.
  [[nodiscard]] bool is_drifting() const { return drift_z > critical_z && drift > 0.05; }
};

}  // namespace g2t
