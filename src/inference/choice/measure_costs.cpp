// Whole steps, shared works, and gradients with and without each term, timed in turn.
#include <algorithm>
#include <chrono>
#include <functional>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/streams.hpp>
#include <g2t/estimators/draw_batch.hpp>
#include <g2t/estimators/gradient_estimator.hpp>
#include <g2t/estimators/units.hpp>
#include <g2t/inference/choice/measure_costs.hpp>
#include <map>

namespace g2t {
namespace {

using Steady = std::chrono::steady_clock;

constexpr int kMostRounds = 31;

double seconds_since(Steady::time_point begin) { return std::chrono::duration<double>(Steady::now() - begin).count(); }

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

// Something to be timed on each of the batches, and what has to be there first.
struct Probe {
  std::function<void(std::size_t size)> work;
  std::function<void(std::size_t size)> setup{};
  std::vector<std::vector<double>> times{};

  // Medians, one a batch.
  [[nodiscard]] Eigen::ArrayXd seconds() const {
    Eigen::ArrayXd out(static_cast<Index>(times.size()));
    for (std::size_t size = 0; size < times.size(); ++size) out[static_cast<Index>(size)] = median(times[size]);
    return out;
  }
};

// One warm-up round, then all probes in turn, round by round, so that a drift of the machine hits all alike.
void run_interleaved(std::vector<Probe>& probes, const CostProbe& options) {
  const auto run = [](Probe& probe, std::size_t size) {
    if (probe.setup) probe.setup(size);
    const Steady::time_point start = Steady::now();
    probe.work(size);
    return seconds_since(start);
  };
  for (Probe& probe : probes) {
    probe.times.resize(options.draws.size());
    for (std::size_t size = 0; size < options.draws.size(); ++size) run(probe, size);
  }
  const Steady::time_point begin = Steady::now();
  for (int round = 0; round < kMostRounds; ++round) {
    if (round >= options.least_rounds && seconds_since(begin) > options.most_seconds) break;
    for (Probe& probe : probes)
      for (std::size_t size = 0; size < options.draws.size(); ++size) probe.times[size].push_back(run(probe, size));
  }
}

// A row of the cost table from seconds at each number of draws.
WorkCost work_cost(const Eigen::ArrayXd& seconds, const std::vector<Index>& draws) {
  const Index last = seconds.size() - 1;
  if (last == 0) return {0, seconds[0] / static_cast<double>(draws[0]), {}};
  const double first_draws = static_cast<double>(draws.front());
  const double extra = static_cast<double>(draws.back() - draws[static_cast<std::size_t>(last) - 1]);
  WorkCost out;
  out.per_draw = std::clamp((seconds[last] - seconds[last - 1]) / extra, 0.0, seconds[last] / static_cast<double>(draws.back()));
  out.per_step = std::max(0.0, seconds[0] - out.per_draw * first_draws);
  if (last == 1) {
    out.per_draw = std::min(out.per_draw, seconds[0] / first_draws);
    out.per_step = seconds[0] - out.per_draw * first_draws;
    return out;
  }
  for (Index i = 0; i <= last; ++i) out.by_draws.push_back({draws[static_cast<std::size_t>(i)], seconds[i]});
  return out;
}

// Pieces of one part of a kind ("prior.scale.BLOCK") are timed together.
std::vector<std::vector<Index>> timed_together(const TermSet& terms) {
  std::map<std::string, std::vector<Index>> by_name;
  std::vector<std::vector<Index>> out;
  for (Index i = 1; i < terms.size(); ++i) {
    const std::string& name = terms[i].name();
    const std::size_t dot = name.find('.');
    const std::size_t end = dot == std::string::npos ? dot : name.find('.', dot + 1);
    by_name[name.substr(0, end)].push_back(i);
  }
  for (const auto& [name, members] : by_name) out.push_back(members);
  return out;
}

// What a measurement of one family needs to know of it.
struct Subject {
  const TermSet& terms;
  std::vector<Batch> batches;  // one for each number of draws
  std::function<void(GradientEstimator&, const Batch&)> gradient;
  std::function<const Family&()> family;         // without anything that a move would have made stale
  std::function<void(std::size_t)> whole_step;   // with the base alone; or
  Eigen::ArrayXd known_step;                     // its seconds
  std::function<bool(const ExpectedScore&)> is_dense;  // true if a step with it takes O(d^3)
};

class CostTable {
 public:
  CostTable(const Subject& subject, const CostProbe& options)
      : terms_(subject.terms), options_(options), groups_(timed_together(subject.terms)) {
    time_all(subject);
    share_out();
  }

  [[nodiscard]] Costs costs() const {
    Costs out;
    for (Index i = 0; i < terms_.size(); ++i)
      out.terms.push_back({terms_[i].name(), work_cost(own_[static_cast<std::size_t>(i)], options_.draws)});
    for (const auto& [members, seconds] : shared_) {
      SharedCost shared;
      for (const Index i : members) shared.members.push_back(terms_[i].name());
      shared.cost = work_cost(seconds, options_.draws);
      out.shared.push_back(shared);
    }
    return out;
  }

 private:
  void time_all(const Subject& subject) {
    for (Index i = 1; i < terms_.size(); ++i)
      for (Work* work : needs_of(terms_[i]))
        if (!contains(works_, work)) works_.push_back(work);
    std::vector<GradientEstimator> estimators;
    const auto add_estimator = [&](const std::vector<Index>& members) {
      Recipe recipe{terms_[0].name(), {}, {}, 1, false};
      for (const Index i : members) {
        recipe.control_variates.push_back(terms_[i].name());
        recipe.weights.push_back(1);
      }
      estimators.emplace_back(recipe, terms_);
    };
    add_estimator({});
    for (const std::vector<Index>& group : groups_) add_estimator(group);

    std::vector<Probe> probes;
    for (GradientEstimator& estimator : estimators)
      probes.push_back({[&](std::size_t size) { subject.gradient(estimator, subject.batches[size]); }});
    for (Work* work : works_) {
      const auto run = [&subject](Work* part, std::size_t size) {
        const Family& q = subject.family();
        part->prepare(q);
        part->evaluate(q, subject.batches[size]);
      };
      probes.push_back({[work, run](std::size_t size) { run(work, size); }, [work, run](std::size_t size) {
                          for (Work* before : needs_of(*work)) run(before, size);
                        }});
    }
    if (subject.whole_step) probes.push_back({subject.whole_step});
    run_interleaved(probes, options_);

    for (const std::vector<Index>& group : groups_)
      is_dense_.push_back(subject.is_dense(terms_[group.front()].expected()));
    base_ = probes[0].seconds();
    step_ = subject.whole_step ? probes.back().seconds() : subject.known_step;
    for (std::size_t g = 0; g < groups_.size(); ++g) with_group_.push_back(probes[1 + g].seconds());
    for (std::size_t w = 0; w < works_.size(); ++w)
      of_works_.push_back(probes[1 + groups_.size() + w].seconds());
  }

  void share_out() {
    own_.assign(static_cast<std::size_t>(terms_.size()), Eigen::ArrayXd::Zero(base_.size()));
    own_[0] = step_;
    // What a group takes beyond the base and the works that it needs.
    std::vector<Eigen::ArrayXd> rest;
    std::vector<Index> dense;
    Eigen::ArrayXd dense_cost = Eigen::ArrayXd::Constant(base_.size(), 1e300);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Eigen::ArrayXd seconds = with_group_[g] - base_;
      for (Work* work : needs_of(terms_[groups_[g].front()])) seconds -= of_works_[index_of(work)];
      rest.push_back(seconds.max(0));
      if (!is_dense_[g]) continue;
      dense.insert(dense.end(), groups_[g].begin(), groups_[g].end());
      dense_cost = dense_cost.min(rest.back());
    }
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      if (is_dense_[g]) rest[g] -= dense_cost;
      for (const Index i : groups_[g])
        own_[static_cast<std::size_t>(i)] = rest[g] / static_cast<double>(groups_[g].size());
    }
    if (!dense.empty()) share(dense, dense_cost);
    for (Work* work : works_) {
      std::vector<Index> members;
      for (Index i = 1; i < terms_.size(); ++i) {
        const std::vector<Work*> needs = needs_of(terms_[i]);
        if (contains(needs, work)) members.push_back(i);
      }
      share(members, of_works_[index_of(work)]);
    }
  }

  // Of works with the same members the sum; of a single member its own.
  void share(const std::vector<Index>& members, const Eigen::ArrayXd& seconds) {
    if (members.size() == 1) {
      own_[static_cast<std::size_t>(members.front())] += seconds;
      return;
    }
    for (auto& [others, sum] : shared_)
      if (others == members) {
        sum += seconds;
        return;
      }
    shared_.emplace_back(members, seconds);
  }

  [[nodiscard]] std::size_t index_of(const Work* work) const {
    return static_cast<std::size_t>(std::find(works_.begin(), works_.end(), work) - works_.begin());
  }

  const TermSet& terms_;
  const CostProbe& options_;
  std::vector<std::vector<Index>> groups_;  // timed together
  std::vector<bool> is_dense_;              // a group
  std::vector<Work*> works_;
  Eigen::ArrayXd base_, step_;
  std::vector<Eigen::ArrayXd> with_group_, of_works_;
  std::vector<Eigen::ArrayXd> own_;
  std::vector<std::pair<std::vector<Index>, Eigen::ArrayXd>> shared_;
};

void check(const CostProbe& probe) {
  if (probe.draws.empty()) throw InvalidArgument("measure_costs", "draws", "none", "needs a number of draws");
}

// A batch for each number of draws; false if one has no usable draw.
bool draw_batches(const Model& model, const Family& q, const CostProbe& probe, Subject& subject,
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
    const std::vector<Work*> needs = needs_of(terms[i]);
    if (terms[i].has_anchor() || std::any_of(needs.begin(), needs.end(), [](Work* work) { return work->has_anchor(); }))
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
  Subject subject{terms, {}, {}, {}, {}, {}, [](const ExpectedScore& e) { return e.dense.size() > 0; }};
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
  out.costs = CostTable(subject, probe).costs();
  return out;
}

CostMeasurement measure_natural_costs(const Model& model, const NaturalFamily& q, const TermSet& terms,
                                      const CostProbe& probe, double step_seconds) {
  check(probe);
  CostMeasurement out;
  Subject subject{terms, {}, {}, {}, {}, {}, [&](const ExpectedScore& e) {
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
  out.costs = CostTable(subject, probe).costs();
  return out;
}

}  // namespace g2t
