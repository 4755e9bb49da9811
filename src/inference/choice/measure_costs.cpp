// Steps and gradients of one family at one q, to be timed.
#include <algorithm>
#include <g2t/core/errors.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/estimators/units.hpp>
#include <g2t/inference/choice/measure_costs.hpp>
#include <inference/choice/cost_table.h>

namespace g2t {
namespace {

void check(const CostProbe& probe) {
  if (probe.draws.empty()) throw InvalidArgument("measure_costs", "draws", "none", "needs a number of draws");
}

// A batch for each number of draws; false if one has no usable draw.
bool draw_batches(const Model& model, const Family& q, const CostProbe& probe, CostSubject& subject,
                  Index& density_evaluations) {
  bool are_usable = true;
  subject.batches.resize(probe.draws.size());
  for (std::size_t size = 0; size < probe.draws.size(); ++size) {
    const StreamKey key = streams::costs(probe.seed, probe.round, static_cast<Index>(size));
    draw_batch(model, q, key, probe.draws[size], probe.antithetic, subject.batches[size]);
    density_evaluations += probe.draws[size];
    are_usable = are_usable && subject.batches[size].draw_count() > 0;
  }
  return are_usable;
}

}  // namespace

double anchoring_seconds(const Costs& costs, const TermSet& terms, Index evaluations, Index dimension) {
  if (evaluations == 0) return 0;
  return costs.seconds({terms[0].name()}, evaluations > 1 ? evaluations : 1 + dimension);
}

void spread_anchor(Costs& costs, const TermSet& terms, double seconds, double steps) {
  SharedCost shared;
  for (Index i = 1; i < terms.size(); ++i) {
    const std::vector<Computation*> needs = needs_of(terms[i]);
    if (terms[i].has_anchor() ||
        std::any_of(needs.begin(), needs.end(), [](Computation* computation) { return computation->has_anchor(); }))
      shared.members.push_back(terms[i].name());
  }
  if (shared.members.empty() || !(steps > 0) || !(seconds > 0)) return;
  shared.cost.per_step = seconds / steps;
  costs.shared.push_back(shared);
}

CostMeasurement measure_costs(const Model& model, const Family& q, const TermSet& terms,
                              const OptimizerOptions& optimizer_options, const CostProbe& probe) {
  check(probe);
  CostMeasurement out;
  Vector gradient;
  CostSubject subject{terms, {}, {}, {}, {}, {}, [](const ExpectedScore& e) { return e.dense.size() > 0; }};
  if (!draw_batches(model, q, probe, subject, out.density_evaluations)) return out;

  // A whole step with the base alone, on a copy of q that a vanishing step size leaves where it is.
  const std::unique_ptr<Family> moving = q.clone();
  Optimizer optimizer(optimizer_options);
  GradientEstimator base(Recipe{terms[0].name(), {}, {}, 1, false}, terms);
  Batch batch;
  Index call = static_cast<Index>(probe.draws.size());
  subject.whole_step = [&](std::size_t size) {
    const Index count = probe.draws[size];
    draw_batch(model, *moving, streams::costs(probe.seed, probe.round, call++), count, probe.antithetic, batch);
    out.density_evaluations += count;
    if (batch.draw_count() == 0) return;
    base.evaluate(*moving, batch, gradient);
    optimizer.step(*moving, gradient, 1e-300);
  };
  subject.gradient = [&](GradientEstimator& estimator, const Batch& given) { estimator.evaluate(q, given, gradient); };
  subject.family = [&]() -> const Family& { return q; };
  out.costs = cost_table(subject, probe);
  return out;
}

CostMeasurement measure_natural_costs(const Model& model, const NaturalFamily& q, const TermSet& terms,
                                      const CostProbe& probe, double step_seconds) {
  check(probe);
  CostMeasurement out;
  CostSubject subject{terms, {}, {}, {}, {}, {}, [&](const ExpectedScore& e) {
                    return e.dense.size() > 0 || (q.structure() == Structure::Dense && e.diagonal.size() > 0);
                  }};
  if (!draw_batches(model, q, probe, subject, out.density_evaluations)) return out;
  const std::unique_ptr<NaturalFamily> moving = q.clone_natural();
  FrameBuffers pair;
  NaturalGradient gradient;
  subject.gradient = [&](GradientEstimator& estimator, const Batch& batch) {
    estimator.combine(*moving, batch);
    const FrameVectors units = probe.antithetic ? pair_vectors(estimator.vectors(), pair) : estimator.vectors();
    const Matrix normals = batch.normals.topRows(units.location->rows());
    moving->gradient(units, normals, estimator.expected(), gradient);
    moving->step(gradient, NaturalStep{});  // of length 0
  };
  subject.family = [&]() -> const Family& {
    moving->rescale(1);  // what it keeps of its present self is stale then
    return *moving;
  };
  GradientEstimator base(Recipe{terms[0].name(), {}, {}, 1, false}, terms);
  Batch batch;
  Index call = static_cast<Index>(probe.draws.size());
  if (step_seconds > 0) {
    subject.known_step.resize(static_cast<Index>(probe.draws.size()));
    for (std::size_t size = 0; size < probe.draws.size(); ++size)
      subject.known_step[static_cast<Index>(size)] =
          step_seconds * static_cast<double>(probe.draws[size]) / static_cast<double>(probe.draws.front());
  } else {
    subject.whole_step = [&](std::size_t size) {
      const Index count = probe.draws[size];
      draw_batch(model, *moving, streams::costs(probe.seed, probe.round, call++), count, probe.antithetic, batch);
      out.density_evaluations += count;
      if (batch.draw_count() > 0) subject.gradient(base, batch);
    };
  }
  out.costs = cost_table(subject, probe);
  return out;
}

}  // namespace g2t
