// Each part of the summary from the groups of runs.
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/sample.hpp>
#include <g2t/study/summary.hpp>
#include <study/curves.h>
#include <study/run_groups.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>

namespace g2t {
namespace {

using study::RunGroup;

FinalElbo final_of(const RunGroup& group) {
  const std::vector<double> elbos = group.final_elbos();
  FinalElbo out{group.model,
                group.estimator,
                group.role,
                group.step_size,
                static_cast<Index>(group.runs.size()),
                group.diverged(),
                study::mean(elbos),
                0,
                study::quantile(elbos, 0.5),
                study::quantile(elbos, 0.1),
                study::quantile(elbos, 0.9),
                0,
                0};
  out.sd = std::sqrt(sample_variance(Eigen::Map<const Eigen::ArrayXd>(elbos.data(), static_cast<Index>(elbos.size()))));
  return out;
}

double best_final(const std::vector<RunGroup>& groups, const std::string& model) {
  double best = -std::numeric_limits<double>::infinity();
  for (const RunGroup& group : groups)
    if (group.model == model)
      for (const double elbo : group.final_elbos()) best = std::max(best, elbo);
  return best;
}

// best_elbos: of each of the models.
std::vector<FinalElbo> final_elbos(const std::vector<const RunGroup*>& best, const std::vector<std::string>& models,
                                   const std::vector<double>& best_elbos) {
  std::vector<FinalElbo> out;
  for (const RunGroup* group : best) out.push_back(final_of(*group));
  for (FinalElbo& entry : out) {
    double lowest = std::numeric_limits<double>::infinity(), highest = -lowest;
    for (const FinalElbo& other : out) {
      if (other.model != entry.model || other.role == EstimatorRole::Ours || !std::isfinite(other.mean)) continue;
      lowest = std::min(lowest, other.mean);
      highest = std::max(highest, other.mean);
    }
    entry.scaled = std::isfinite(entry.mean) && highest > lowest ? (entry.mean - lowest) / (highest - lowest)
                                                                 : std::numeric_limits<double>::quiet_NaN();
    entry.below_best = best_elbos[index_of(models, entry.model)] - entry.mean;
  }
  return out;
}

// The highest median final ELBO of a fixed estimator, or of any if there is none.
double reference_elbo(const std::vector<RunGroup>& groups, const std::string& model) {
  const bool has_fixed = std::any_of(groups.begin(), groups.end(), [&](const RunGroup& group) {
    return group.model == model && group.role == EstimatorRole::Fixed;
  });
  double best = -std::numeric_limits<double>::infinity();
  for (const RunGroup& group : groups)
    if (group.model == model && (!has_fixed || group.role == EstimatorRole::Fixed))
      best = std::max(best, study::quantile(group.final_elbos(), 0.5));
  return best;
}

// Runs that had more time than others are no repetitions of them.
void check_comparable(const std::vector<RunRecord>& records) {
  std::map<std::string, const RunRecord*> first;
  for (const RunRecord& record : records) {
    const RunRecord& other = *first.emplace(record.key.model, &record).first->second;
    if (record.clock == other.clock && record.budget_seconds == other.budget_seconds) continue;
    throw InvalidArgument("summarize", "runs of " + record.key.model,
                          fmt::format("{:g} s by {} clock, and {:g} s by {} clock", other.budget_seconds, other.clock,
                                      record.budget_seconds, record.clock),
                          "they cannot be compared: they are of different studies");
  }
}

TimeToGap time_of(const RunGroup& group, double gap, double target) {
  const std::vector<double> times = group.times_to(target);
  const Index reached = std::count_if(times.begin(), times.end(), [](double time) { return std::isfinite(time); });
  return {group.model,
          group.estimator,
          group.role,
          gap,
          target,
          group.step_size,
          static_cast<Index>(times.size()),
          reached,
          study::quantile(times, 0.5),
          study::quantile(times, 0.1),
          study::quantile(times, 0.9),
          0};
}

void set_ratios(std::vector<TimeToGap>& entries) {
  for (TimeToGap& entry : entries) {
    double least = std::numeric_limits<double>::infinity();
    for (const TimeToGap& other : entries)
      if (other.model == entry.model && other.gap == entry.gap && other.role == EstimatorRole::Fixed)
        least = std::min(least, other.seconds);
    entry.ratio = std::isfinite(least) ? entry.seconds / least : std::numeric_limits<double>::quiet_NaN();
  }
}

std::vector<TimeToGap> times_to_gaps(const std::vector<RunGroup>& groups) {
  std::vector<TimeToGap> out;
  std::map<std::string, double> references;
  for (const RunGroup& group : groups)
    if (references.count(group.model) == 0) references[group.model] = reference_elbo(groups, group.model);
  for (const double gap : kStudyGaps)
    for (std::size_t i = 0; i < groups.size(); ++i) {
      const RunGroup& group = groups[i];
      const TimeToGap here = time_of(group, gap, references[group.model] - gap);
      const bool is_next = i == 0 || groups[i - 1].model != group.model || groups[i - 1].estimator != group.estimator;
      if (is_next)
        out.push_back(here);
      else if (here.seconds < out.back().seconds)
        out.back() = here;
    }
  set_ratios(out);
  return out;
}

std::string text_of(const RunChoice& choice) {
  if (!choice.name.empty()) return choice.name;
  std::string list;
  for (const std::string& name : choice.control_variates) list += (list.empty() ? "" : ",") + name;
  return "{" + list + "}";
}

std::vector<PopularChoice> choices_of(const RunGroup& group) {
  std::size_t most = 0;
  for (const RunRecord* run : group.runs) most = std::max(most, run->choices.size());
  std::vector<PopularChoice> out;
  for (std::size_t i = 0; i < most; ++i) {
    std::map<std::string, Index> counts;
    std::vector<double> fractions;
    for (const RunRecord* run : group.runs) {
      if (i >= run->choices.size()) continue;
      ++counts[text_of(run->choices[i])];
      fractions.push_back(run->choices[i].elapsed_seconds / run->budget_seconds);
    }
    const auto popular = std::max_element(counts.begin(), counts.end(),
                                          [](const auto& a, const auto& b) { return a.second < b.second; });
    out.push_back({group.model, group.estimator, static_cast<Index>(i) + 1, study::quantile(fractions, 0.5),
                   popular->first, popular->second, static_cast<Index>(fractions.size())});
  }
  return out;
}

std::vector<StepTime> step_times(const std::vector<RunGroup>& groups, const std::vector<const RunGroup*>& best) {
  std::vector<StepTime> out;
  for (const RunGroup* one : best) {
    std::vector<double> seconds;
    for (const RunGroup& group : groups)
      if (group.model == one->model && group.estimator == one->estimator)
        for (const RunRecord* run : group.runs)
          if (run->step_seconds > 0) seconds.push_back(run->step_seconds);  // others ended with their warm-up
    const double nothing = std::numeric_limits<double>::quiet_NaN();
    out.push_back({one->model, one->estimator, one->role, seconds.empty() ? nothing : study::quantile(seconds, 0.5), 0});
  }
  for (StepTime& entry : out) {
    entry.ratio = std::numeric_limits<double>::quiet_NaN();
    for (const StepTime& other : out)
      if (other.model == entry.model && other.estimator == "rep") entry.ratio = entry.seconds / other.seconds;
  }
  return out;
}

}  // namespace

StudySummary summarize(const std::vector<RunRecord>& records) {
  if (records.empty()) throw InvalidArgument("summarize", "records", "none", "there is no finished run");
  check_comparable(records);
  const std::vector<RunGroup> groups = study::grouped(records);
  const std::vector<const RunGroup*> best = study::best_groups(groups);
  StudySummary out;
  out.models = study::names_of(groups, [](const RunGroup& group) { return group.model; });
  out.estimators = study::ordered(study::names_of(groups, [](const RunGroup& group) { return group.estimator; }),
                                  study_estimator_names());
  for (const std::string& model : out.models) out.best_elbos.push_back(best_final(groups, model));
  for (const RunGroup& group : groups)
    out.curves.push_back(study::curve_of(group, contains(best, &group)));
  out.finals = final_elbos(best, out.models, out.best_elbos);
  out.gaps = times_to_gaps(groups);
  for (const RunGroup* group : best)
    if (group->role != EstimatorRole::Fixed)
      for (PopularChoice& choice : choices_of(*group)) out.choices.push_back(std::move(choice));
  out.times = step_times(groups, best);
  return out;
}

}  // namespace g2t
