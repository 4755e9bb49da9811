// A term adds the time of a gradient with it less that of the base and of its shared computations.
#include <inference/choice/cost_table.h>
#include <inference/choice/timed_probes.h>

#include <g2t/core/contains.hpp>

#include <algorithm>
#include <map>
#include <string>

namespace g2t {
namespace {

// A row of the cost table from seconds at each number of draws.
ComputationCost computation_cost(const Eigen::ArrayXd& seconds, const std::vector<Index>& draws) {
  const Index last = seconds.size() - 1;
  if (last == 0) return {0, seconds[0] / static_cast<double>(draws[0]), {}};
  const double first_draws = static_cast<double>(draws.front());
  const double extra = static_cast<double>(draws.back() - draws[static_cast<std::size_t>(last) - 1]);
  ComputationCost out;
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

class CostTable {
 public:
  CostTable(const CostSubject& subject, const CostProbe& options)
      : terms_(subject.terms), options_(options), groups_(timed_together(subject.terms)) {
    time_all(subject);
    share_out();
  }

  [[nodiscard]] Costs costs() const {
    Costs out;
    for (Index i = 0; i < terms_.size(); ++i)
      out.terms.push_back({terms_[i].name(), computation_cost(own_[static_cast<std::size_t>(i)], options_.draws)});
    for (const auto& [members, seconds] : shared_) {
      SharedCost shared;
      for (const Index i : members) shared.members.push_back(terms_[i].name());
      shared.cost = computation_cost(seconds, options_.draws);
      out.shared.push_back(shared);
    }
    return out;
  }

 private:
  void time_all(const CostSubject& subject) {
    for (Index i = 1; i < terms_.size(); ++i)
      for (Computation* computation : needs_of(terms_[i]))
        if (!contains(computations_, computation)) computations_.push_back(computation);
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

    std::vector<TimedProbe> probes;
    for (GradientEstimator& estimator : estimators)
      probes.push_back({[&](std::size_t size) { subject.gradient(estimator, subject.batches[size]); }});
    for (Computation* computation : computations_) {
      const auto run = [&subject](Computation* part, std::size_t size) {
        const Family& q = subject.family();
        part->prepare(q);
        part->evaluate(q, subject.batches[size]);
      };
      probes.push_back({[computation, run](std::size_t size) { run(computation, size); },
                        [computation, run](std::size_t size) {
                          for (Computation* before : needs_of(*computation)) run(before, size);
                        }});
    }
    if (subject.whole_step) probes.push_back({subject.whole_step});
    run_interleaved(probes, options_);

    for (const std::vector<Index>& group : groups_)
      is_dense_.push_back(subject.is_dense(terms_[group.front()].expected()));
    base_ = probes[0].seconds();
    step_ = subject.whole_step ? probes.back().seconds() : subject.known_step;
    for (std::size_t g = 0; g < groups_.size(); ++g) with_group_.push_back(probes[1 + g].seconds());
    for (std::size_t c = 0; c < computations_.size(); ++c)
      of_computations_.push_back(probes[1 + groups_.size() + c].seconds());
  }

  void share_out() {
    own_.assign(static_cast<std::size_t>(terms_.size()), Eigen::ArrayXd::Zero(base_.size()));
    own_[0] = step_;
    // The time of a group beyond the base and the computations that it needs.
    std::vector<Eigen::ArrayXd> rest;
    std::vector<Index> dense;
    Eigen::ArrayXd dense_cost = Eigen::ArrayXd::Constant(base_.size(), 1e300);
    for (std::size_t g = 0; g < groups_.size(); ++g) {
      Eigen::ArrayXd seconds = with_group_[g] - base_;
      for (Computation* computation : needs_of(terms_[groups_[g].front()]))
        seconds -= of_computations_[index_of(computations_, computation)];
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
    for (Computation* computation : computations_) {
      std::vector<Index> members;
      for (Index i = 1; i < terms_.size(); ++i) {
        const std::vector<Computation*> needs = needs_of(terms_[i]);
        if (contains(needs, computation)) members.push_back(i);
      }
      share(members, of_computations_[index_of(computations_, computation)]);
    }
  }

  // Of computations with the same members the sum; of a single member its own.
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

  const TermSet& terms_;
  const CostProbe& options_;
  std::vector<std::vector<Index>> groups_;  // timed together
  std::vector<bool> is_dense_;              // a group
  std::vector<Computation*> computations_;
  Eigen::ArrayXd base_, step_;
  std::vector<Eigen::ArrayXd> with_group_, of_computations_;
  std::vector<Eigen::ArrayXd> own_;
  std::vector<std::pair<std::vector<Index>, Eigen::ArrayXd>> shared_;
};

}  // namespace

Costs cost_table(const CostSubject& subject, const CostProbe& options) { return CostTable(subject, options).costs(); }

}  // namespace g2t
