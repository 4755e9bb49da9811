// Moments from batches of a few blocks of draws, then one of the three rules.
#include <g2t/inference/selector.hpp>

#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr Index kBatchDraws = 40;  // draws a batch: five blocks of eight
constexpr std::uint64_t kMostChunks = std::uint64_t{1} << 32;

}  // namespace

Selection select_by_rule(const Moments& moments, const Costs& costs, const SelectorOptions& options) {
  switch (options.rule) {
    case SelectorOptions::Rule::Weights: return select_weights(moments, costs, options.draws, options.decide_by);
    case SelectorOptions::Rule::Pool: return select_from_pool(moments, costs, options.pool, options.draws);
    case SelectorOptions::Rule::Subset: break;
  }
  return select_subset(moments, costs, options.draws, options.decide_by);
}

SelectorReport choose_recipe(const Model& model, const Family& q, const TermSet& terms, const Costs& costs,
                             const SelectorOptions& options, std::uint64_t round, Clock& clock,
                             const std::function<bool()>& should_stop) {
  SelectorReport report;
  MomentAccumulator accumulator(terms, q, options.antithetic ? MomentUnit::Pair : MomentUnit::Draw);
  Batch batch;
  std::uint64_t chunk = 0;
  for (Index first = 0; first < options.select_draws; first += kBatchDraws, ++chunk) {
    if (should_stop && should_stop()) return report;
    const Index count = std::min(kBatchDraws, options.select_draws - first);
    const StreamKey key{options.seed, Purpose::Selection, round * kMostChunks + chunk};
    report.failed_draws += draw_batch(model, q, key, count, options.antithetic, batch);
    report.density_evaluations += count;
    accumulator.add(batch);
  }
  clock.charge(costs.seconds(terms.names(), options.select_draws));

  const Index units = (options.select_draws - report.failed_draws) / (options.antithetic ? 2 : 1);
  if (units < 2) return report;
  const Moments moments = accumulator.moments();
  if (!moments.products.allFinite()) return report;
  report.selection = select_by_rule(moments, costs, options);
  report.has_choice = true;
  return report;
}

}  // namespace g2t
