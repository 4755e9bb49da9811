// Moves are kept with a stride that doubles when there are many more than draws to take.
#include <chains/chain_moments.h>
#include <chains/chain_warmup.h>
#include <chains/run_chains.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <g2t/core/thread_team.hpp>
#include <utility>

namespace g2t {
namespace {

constexpr double kWorst = 2.5;          // times the allowed error, for a single parameter
constexpr std::size_t kMovesADraw = 4;  // that are kept at most
constexpr Index kGroup = 8;             // chains
constexpr double kWantedRHat = 1.03, kWantedChainRHat = 1.12;
constexpr Index kMostConfirming = 64;   // moves after all checks pass first, which may be luck: as many again, these at most
constexpr double kWantedApart = 0.05;    // of a variance, by one chain
constexpr double kLowAcceptance = 0.75;  // of two blocks: the step sizes were for another region
constexpr Index kMostTunings = 8;        // again; a density that is not smooth may never accept more

double rms(const Vector& values) { return std::sqrt(values.squaredNorm() / static_cast<double>(values.size())); }

// Positions and log densities of all chains after the moves that are kept.
class KeptMoves {
 public:
  KeptMoves(Index chains, Index draws_a_chain)
      : most_(kMovesADraw * static_cast<std::size_t>(draws_a_chain)), accepted_(Vector::Zero(chains)) {}

  void add(const ChainStates& states, const Vector& acceptance) {
    accepted_ += acceptance;
    if (made_++ % stride_ != stride_ - 1) return;
    moves_.emplace_back(states.count(), states.positions.cols() + 1);
    moves_.back() << states.positions, states.log_density;
    if (moves_.size() < most_) return;
    std::vector<Matrix> fewer;
    for (std::size_t k = 1; k < moves_.size(); k += 2) fewer.push_back(std::move(moves_[k]));
    moves_ = std::move(fewer);
    stride_ *= 2;
  }

  // As if the warm-up had gone on.
  void drop_first_half() { moves_.erase(moves_.begin(), moves_.begin() + static_cast<std::ptrdiff_t>(moves_.size() / 2)); }

  [[nodiscard]] ChainHistory all() const { return moves_; }
  [[nodiscard]] ChainHistory latest_half() const { return all().last((moves_.size() + 1) / 2); }
  [[nodiscard]] Index made() const { return made_; }
  [[nodiscard]] Index count() const { return static_cast<Index>(moves_.size()); }
  [[nodiscard]] Vector mean_acceptance() const { return accepted_ / static_cast<double>(made_); }

 private:
  std::vector<Matrix> moves_;
  std::size_t most_;
  Index made_ = 0, stride_ = 1;
  Vector accepted_;
};

bool is_precise(const Vector& error, const ChainSettings& settings) {
  const Index columns = error.size() / 2, d = columns - 1;
  const Vector of_means = error.head(d), of_sds = error.segment(columns, d);
  return rms(of_means) <= settings.error_of_means && of_means.maxCoeff() <= kWorst * settings.error_of_means &&
         rms(of_sds) <= settings.error_of_sds && of_sds.maxCoeff() <= kWorst * settings.error_of_sds;
}

void check(const KeptMoves& kept, const ChainSettings& settings, ChainChecks& checks) {
  const ChainHistory moves = kept.all();
  checks.moves = kept.count();
  checks.drift = checks.drift_z = 0;
  checks.critical_z = critical_z(2 * moves.front().cols());
  checks.acceptance = kept.mean_acceptance().mean();
  checks.lowest_acceptance = kept.mean_acceptance().minCoeff();
  const ColumnScale scale = column_scale(moves);
  const auto between_chains = [&] {
    const Matrix by_chain = moments_by_chain(moves, scale);
    checks.is_precise = is_precise(error_between_chains(by_chain), settings);
    checks.apart = largest_share_of_variance(by_chain.leftCols(moves.front().cols()));
    checks.group_z = largest_group_z(by_chain, hot_chains(by_chain.rows()));
  };
  const auto between_halves = [&] {
    const std::size_t half = moves.size() / 2;
    if (half == 0) return;
    const Matrix change = moments_by_chain(moves.first(half), scale) - moments_by_chain(moves.last(half), scale);
    checks.drift = change.colwise().mean().cwiseAbs().maxCoeff();
    checks.drift_z = largest_z(change);
  };
  const std::array<std::function<void()>, 4> all{between_chains, between_halves, [&] { checks.r_hat = nested_r_hat(moves, kGroup); },
                                                 [&] { checks.chain_r_hat = nested_r_hat(moves, 1); }};
  share_pieces(all.size(), [&](std::size_t k) { all[k](); });
}

// Evenly over the kept moves, from as many chains as it takes.
void take(const KeptMoves& kept, Index count, ChainDraws& out) {
  const ChainHistory moves = kept.all();
  const Index chains = moves.front().rows(), d = moves.front().cols() - 1;
  const Index a_chain = std::min<Index>((count + chains - 1) / chains, kept.count());
  count = std::min(count, a_chain * chains);
  out.chain_count = (count + a_chain - 1) / a_chain;
  out.draws.resize(count, d);
  out.log_density.resize(count);
  for (Index k = 0; k < count; ++k) {
    const Index place = (k / out.chain_count + 1) * kept.count() / a_chain - 1, chain = k % out.chain_count;
    const Matrix& move = moves[static_cast<std::size_t>(place)];
    out.draws.row(k) = move.row(chain).head(d);
    out.log_density[k] = move(chain, d);
  }
}

}  // namespace

ChainDraws run_chains(const Model& model, const Gaussian& q, const ChainPool& pool, const ChainSettings& settings,
                      const SampleStreams& sample, const StopRule& stop) {
  ChainDraws out;
  ChainChecks& checks = out.checks;
  checks.chains = settings.chains;
  ChainMover mover(model, q, sample, stop);
  const Index for_warmup = settings.max_gradients / 2;
  TemperedStart start = start_chains(pool, settings.chains, for_warmup, sample, mover);
  checks.temperatures = start.temperatures;
  checks.log_evidence = start.log_evidence;
  checks.ancestors = start.ancestors;
  if (start.is_whole) checks.is_warm = warm_up_chains(for_warmup, mover, start.states);
  checks.warmup_gradients = mover.gradients();

  const Index a_chain = (settings.draws + settings.chains - 1) / settings.chains;
  KeptMoves kept(settings.chains, a_chain), before = kept;  // before: the longest run that a tuning ended
  const TemperedTarget target = untempered(settings.chains);
  bool is_done = !start.is_whole;
  Index confirmed_at = 0;  // moves: precise before, and then so many more
  double last_acceptance = 1;
  while (!is_done && mover.gradients() < settings.max_gradients) {
    bool is_over = false;
    double acceptance = 0;
    for (Index k = 0; k < kMovesABlock; ++k) {
      is_over = !mover.move(start.states, target);
      if (is_over) break;
      kept.add(start.states, mover.acceptance());
      acceptance += mover.acceptance().mean() / kMovesABlock;
    }
    if (is_over) break;
    check(kept, settings, checks);
    if (checks.is_drifting()) kept.drop_first_half();
    if (0.5 * (acceptance + last_acceptance) < kLowAcceptance && checks.tunings < kMostTunings) {
      const KeptMoves low = std::exchange(kept, KeptMoves(settings.chains, a_chain));
      if (low.made() > before.made()) before = low;
      if (mover.gradients() >= settings.max_gradients || !tune_again(low.latest_half(), mover, start.states)) break;
      ++checks.tunings;
      confirmed_at = 0;
      last_acceptance = 1;
      continue;
    }
    last_acceptance = acceptance;
    const bool is_good = checks.is_precise && checks.r_hat <= kWantedRHat && checks.chain_r_hat <= kWantedChainRHat &&
                         checks.apart <= kWantedApart && checks.group_z <= checks.critical_z && !checks.is_drifting();
    if (is_good && confirmed_at == 0) confirmed_at = kept.made() + std::min(kept.made(), kMostConfirming);
    is_done = is_good && kept.made() >= confirmed_at && kept.count() >= a_chain;
  }
  checks.gradients = mover.gradients();
  checks.step_size = mover.step_size();
  checks.alternates = mover.alternates();
  if (kept.count() < std::min(a_chain, before.count())) {
    kept = std::move(before);
    checks.is_warm = false;
  }
  if (kept.count() == 0) return out;
  check(kept, settings, checks);
  take(kept, settings.draws, out);
  return out;
}

}  // namespace g2t
