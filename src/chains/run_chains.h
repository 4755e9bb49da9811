// Many short chains from draws of q to the posterior.
#pragma once

#include <chains/tempered_start.h>

#include <g2t/chains/chain_checks.hpp>
#include <g2t/core/deadline.hpp>

namespace g2t {

struct ChainSettings {
  Index chains = 128;              ///< a multiple of sixteen
  Index draws = 2000;              ///< wanted at the end, from all chains
  double error_of_means = 0.04;    ///< Monte Carlo error after which they make as many moves again, 64 at most: root mean
                                   ///< square over the parameters, in sds
  double error_of_sds = 0.04;      ///< likewise, relative
  Index max_gradients = 100'000;   ///< when they end in any case, half of it for the start and the warm-up
};

/// The first draws of all chains, then their second ones, and so on.
struct ChainDraws {
  Matrix draws;               ///< [draw_count x dimension]
  Vector log_density;         ///< [draw_count]
  Index chain_count = 0;      ///< that they are of
  ChainChecks checks;
};

/// Chains start from the pool, move together in q's coordinates, and settle; from then on they move until their Monte Carlo
/// errors are small enough. Draws are taken evenly from those moves, during which nothing is learned: where chains come to
/// accept less, metrics and step sizes are tuned again, and the moves begin anew.
///
/// Costs gradients: thousands where q is good.
/// @param stop  called with the number of gradients so far
/// @returns no draws if it was over before a first kept move
ChainDraws run_chains(const Model& model, const Gaussian& q, const ChainPool& pool, const ChainSettings& settings,
                      const SampleStreams& sample, const StopRule& stop = {});

}  // namespace g2t
