// Moments from batches of a few blocks of draws, then one of the three rules.
#include <g2t/inference/choice/selector.hpp>

#include <g2t/core/streams.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/moment_accumulator.hpp>

#include <algorithm>

namespace g2t {
namespace {

constexpr Index kBatchDraws = 40;  // draws a batch: five blocks of eight

// Of pairs, the draws that are not the mirror image of another.
Batch first_half(const Batch& batch) {
  const Index count = batch.draw_count() / 2;
  Batch out;
  out.normals = batch.normals.topRows(count);
  out.draws = batch.draws.topRows(count);
  out.evaluation.log_density = batch.evaluation.log_density.head(count);
  out.evaluation.score = batch.evaluation.score.topRows(count);
  out.evaluation.failed.assign(batch.evaluation.failed.begin(), batch.evaluation.failed.begin() + count);
  return out;
}

}  // namespace

Selection select_by_rule(const std::vector<Moments>& by_unit, const Costs& costs, const SelectorOptions& options) {
  const Moments& moments = by_unit.front();
  switch (options.rule) {
    case SelectorOptions::Rule::Weights: return select_weights(moments, costs, options.draws, options.rules);
    case SelectorOptions::Rule::Pool: return select_from_pool(moments, costs, options.pool, options.draws, options.rules.decide_by);
    case SelectorOptions::Rule::Subset: break;
  }
  if (!options.draw_candidates.empty())
    return select_with_draws(by_unit, costs, options.draw_candidates, options.rules);
  return select_subset(moments, costs, options.draws, options.rules);
}

SelectorReport choose_recipe(const Model& model, const Family& q, const TermSet& terms, const Costs& costs,
                             const SelectorOptions& options, Index round, Clock& clock,
                             const std::function<bool()>& should_stop) {
  SelectorReport report;
  const bool has_both = !options.draw_candidates.empty(), are_pairs = options.antithetic || has_both;
  std::vector<MomentAccumulator> accumulators;
  if (are_pairs) accumulators.emplace_back(terms, q, MomentUnit::Pair);
  if (!are_pairs || has_both) accumulators.emplace_back(terms, q, MomentUnit::Draw);
  Batch batch;
  Index chunk = 0;
  for (Index first = 0; first < options.select_draws; first += kBatchDraws, ++chunk) {
    if (should_stop && should_stop()) return report;
    const Index count = std::min(kBatchDraws, options.select_draws - first);
    const StreamKey key = streams::selection(options.seed, round, chunk);
    report.failed_draws += draw_batch(model, q, key, count, are_pairs, batch);
    report.density_evaluations += count;
    accumulators.front().add(batch);
    if (has_both) accumulators.back().add(first_half(batch));
  }
  clock.charge(costs.seconds(terms.names(), options.select_draws));
  if (has_both) {  // terms saw the first halves twice
    const std::vector<std::string> names = terms.names();
    clock.charge(costs.seconds({names.begin() + 1, names.end()}, options.select_draws / 2));
  }

  const Index units = (options.select_draws - report.failed_draws) / (are_pairs ? 2 : 1);
  if (units < 2) return report;
  std::vector<Moments> by_unit;
  for (const MomentAccumulator& accumulator : accumulators) {
    by_unit.push_back(accumulator.moments());
    if (!by_unit.back().products.allFinite()) return report;
  }
  report.selection = select_by_rule(by_unit, costs, options);
  report.has_choice = true;
  return report;
}

}  // namespace g2t
