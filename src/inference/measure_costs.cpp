// Whole steps and gradients with and without each term, timed in turn; what terms share is what timing both saves.
#include <algorithm>
#include <chrono>
#include <functional>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/estimators/units.hpp>
#include <g2t/inference/measure_costs.hpp>
#include <map>

namespace g2t {
namespace {

using Steady = std::chrono::steady_clock;

constexpr int kLeastRounds = 5, kMostRounds = 31;
constexpr Index kSizes[] = {1, 4};  // multiples of a step's draws at which everything is timed

double seconds_since(Steady::time_point begin) { return std::chrono::duration<double>(Steady::now() - begin).count(); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Something to be timed at two sizes of batch.
struct Probe {
  std::function<void(int size)> work;
  std::vector<double> times[2];

  WorkCost cost(Index draws) const {
    const double once = median(times[0]), more = median(times[1]), extra = static_cast<double>(kSizes[1] - 1);
    const double per_draw =
        std::clamp((more - once) / (extra * static_cast<double>(draws)), 0.0, once / static_cast<double>(draws));
    return {once - per_draw * static_cast<double>(draws), per_draw};
  }
};

// One warm-up round, then all probes in turn, round by round, so that a drift of the machine hits all alike.
void run_interleaved(std::vector<Probe>& probes, double most_seconds) {
  for (Probe& probe : probes)
    for (int size : {0, 1}) probe.work(size);
  const Steady::time_point begin = Steady::now();
  for (int round = 0; round < kMostRounds; ++round) {
    if (round >= kLeastRounds && seconds_since(begin) > most_seconds) break;
    for (Probe& probe : probes)
      for (int size : {0, 1}) {
        const Steady::time_point start = Steady::now();
        probe.work(size);
        probe.times[size].push_back(seconds_since(start));
      }
  }
}

WorkCost difference(const WorkCost& a, const WorkCost& b) {
  return {std::max(0.0, a.per_step - b.per_step), std::max(0.0, a.per_draw - b.per_draw)};
}

// Sets of terms that do some work in common: the same shared work, or one dense expected derivative.
std::vector<std::vector<Index>> sharing_groups(const TermSet& terms) {
  std::map<Work*, std::vector<Index>> by_work;
  std::vector<std::vector<Index>> groups(1);
  for (Index i = 1; i < terms.size(); ++i) {
    if (terms[i].shared_work() != nullptr) by_work[terms[i].shared_work()].push_back(i);
    if (terms[i].expected().dense.size() > 0) groups[0].push_back(i);
  }
  for (const auto& [work, members] : by_work) groups.push_back(members);
  std::erase_if(groups, [](const std::vector<Index>& members) { return members.size() < 2; });
  return groups;
}

using GradientProbe = std::function<void(GradientEstimator& estimator, const Batch& batch)>;

// The cost table from a probe of whole steps (or its known cost) and one of gradients from given batches: the base, the
// base with each term, with each group that shares work.
Costs costs_of(const Family& q, const TermSet& terms, Index draws, const Batch* batches, const GradientProbe& gradient,
               const std::function<void(int)>& whole_step, const WorkCost& known_step, double most_seconds) {
  std::vector<Probe> probes;
  std::vector<std::vector<Index>> sets = {{}};
  for (Index i = 1; i < terms.size(); ++i) {
    sets.push_back({i});
    for (Work* work : works_of({&terms[i]})) work->prepare(q);
  }
  const std::vector<std::vector<Index>> groups = sharing_groups(terms);
  sets.insert(sets.end(), groups.begin(), groups.end());
  std::vector<GradientEstimator> estimators;
  for (const std::vector<Index>& members : sets) {
    Recipe recipe{terms[0].name(), {}, {}, 1, false};
    for (const Index i : members) {
      recipe.control_variates.push_back(terms[i].name());
      recipe.weights.push_back(1);
    }
    estimators.emplace_back(recipe, terms);
  }
  for (GradientEstimator& estimator : estimators)
    probes.push_back({[&](int size) { gradient(estimator, batches[size]); }, {}});
  if (whole_step) probes.push_back({whole_step, {}});
  run_interleaved(probes, most_seconds);

  Costs out;
  const WorkCost plain = probes[0].cost(draws);
  std::vector<WorkCost> own;  // of term i at [i - 1]
  for (Index i = 1; i < terms.size(); ++i)
    own.push_back(difference(probes[static_cast<std::size_t>(i)].cost(draws), plain));
  for (std::size_t g = 0; g < groups.size(); ++g) {
    const WorkCost together = difference(probes[static_cast<std::size_t>(terms.size()) + g].cost(draws), plain);
    WorkCost apart, least{1e300, 1e300};
    SharedCost shared;
    for (const Index i : groups[g]) {
      const WorkCost& cost = own[static_cast<std::size_t>(i - 1)];
      apart = {apart.per_step + cost.per_step, apart.per_draw + cost.per_draw};
      least = {std::min(least.per_step, cost.per_step), std::min(least.per_draw, cost.per_draw)};
      shared.members.push_back(terms[i].name());
    }
    const double others = static_cast<double>(groups[g].size() - 1);
    const WorkCost saved = difference(apart, together);
    shared.cost = {std::min(saved.per_step / others, least.per_step),
                   std::min(saved.per_draw / others, least.per_draw)};
    for (const Index i : groups[g])
      own[static_cast<std::size_t>(i - 1)] = difference(own[static_cast<std::size_t>(i - 1)], shared.cost);
    out.shared.push_back(shared);
  }
  out.terms.push_back({terms[0].name(), whole_step ? probes.back().cost(draws) : known_step});
  for (Index i = 1; i < terms.size(); ++i) out.terms.push_back({terms[i].name(), own[static_cast<std::size_t>(i - 1)]});
  return out;
}

// Two batches to time gradients on; false if one has no usable draw.
bool draw_batches(const Model& model, const Family& q, Index draws, bool antithetic, std::uint64_t seed, Batch* batches,
                  Index& density_evaluations) {
  bool are_usable = true;
  for (int size : {0, 1}) {
    draw_batch(model, q, {seed, Purpose::Costs, static_cast<std::uint64_t>(size)}, draws * kSizes[size], antithetic,
               batches[size]);
    density_evaluations += draws * kSizes[size];
    are_usable = are_usable && batches[size].draw_count() > 0;
  }
  return are_usable;
}

}  // namespace

CostMeasurement measure_costs(const Model& model, const Family& q, const TermSet& terms,
                              const OptimizerOptions& optimizer_options, Index draws, bool antithetic,
                              std::uint64_t seed, double most_seconds) {
  CostMeasurement out;
  Batch batches[2];
  if (!draw_batches(model, q, draws, antithetic, seed, batches, out.density_evaluations)) return out;

  // A whole step with the base alone, on a copy of q that a vanishing step size leaves where it is.
  const std::unique_ptr<Family> moving = q.clone();
  Optimizer optimizer(optimizer_options);
  GradientEstimator base(Recipe{terms[0].name(), {}, {}, 1, false}, terms);
  Batch batch;
  Vector gradient;
  std::uint64_t round = 2;
  const auto whole_step = [&](int size) {
    const Index count = draws * kSizes[size];
    draw_batch(model, *moving, {seed, Purpose::Costs, round++}, count, antithetic, batch);
    out.density_evaluations += count;
    if (batch.draw_count() == 0) return;
    base.evaluate(*moving, batch, gradient);
    optimizer.step(*moving, gradient, 1e-300);
  };
  const auto gradient_probe = [&](GradientEstimator& estimator, const Batch& given) {
    estimator.evaluate(q, given, gradient);
  };
  out.costs = costs_of(q, terms, draws, batches, gradient_probe, whole_step, {}, most_seconds);
  return out;
}

CostMeasurement measure_natural_costs(const Model& model, const NaturalFamily& q, const TermSet& terms, Index draws,
                                      bool antithetic, double step_seconds, std::uint64_t seed, double most_seconds) {
  CostMeasurement out;
  Batch batches[2];
  if (!draw_batches(model, q, draws, antithetic, seed, batches, out.density_evaluations)) return out;
  const std::unique_ptr<NaturalFamily> moving = q.clone_natural();
  FrameBuffers pair;
  NaturalGradient gradient;
  const auto gradient_probe = [&](GradientEstimator& estimator, const Batch& batch) {
    estimator.combine(*moving, batch);
    const FrameVectors units = antithetic ? pair_vectors(estimator.vectors(), pair) : estimator.vectors();
    const Matrix normals = batch.normals.topRows(units.location->rows());
    moving->gradient(units, normals, estimator.expected(), gradient);
    moving->step(gradient, NaturalStep{});  // of length 0
  };
  if (step_seconds > 0) {
    const WorkCost step{0, step_seconds / static_cast<double>(draws)};
    out.costs = costs_of(q, terms, draws, batches, gradient_probe, nullptr, step, most_seconds);
    return out;
  }
  GradientEstimator base(Recipe{terms[0].name(), {}, {}, 1, false}, terms);
  Batch batch;
  std::uint64_t round = 2;
  const auto whole_step = [&](int size) {
    const Index count = draws * kSizes[size];
    draw_batch(model, *moving, {seed, Purpose::Costs, round++}, count, antithetic, batch);
    out.density_evaluations += count;
    if (batch.draw_count() > 0) gradient_probe(base, batch);
  };
  out.costs = costs_of(q, terms, draws, batches, gradient_probe, whole_step, {}, most_seconds);
  return out;
}

}  // namespace g2t
