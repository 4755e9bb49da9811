// Groups by key, and reads times and ELBOs off their traces.
#include <g2t/program/options/default_options.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/core/contains.hpp>
#include <study/run_groups.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <tuple>

namespace g2t {
namespace study {

constexpr double kNever = std::numeric_limits<double>::infinity();

Index RunGroup::diverged() const {
  return std::count_if(runs.begin(), runs.end(), [](const RunRecord* run) { return has_diverged(*run); });
}

std::vector<double> RunGroup::final_elbos() const {
  std::vector<double> out;
  for (const RunRecord* run : runs)
    out.push_back(has_diverged(*run) ? -kNever : run->trace.elbo[run->trace.elbo.size() - 1]);
  return out;
}

std::vector<double> RunGroup::times_to(double elbo) const {
  std::vector<double> out;
  for (const RunRecord* run : runs) out.push_back(std::max(time_to_elbo(run->trace, elbo), run->step_seconds));
  return out;
}

// What ends first when runs go on side by side is chance.
std::vector<std::string> ordered(const std::vector<std::string>& names, const std::vector<std::string>& known) {
  std::vector<std::string> out;
  for (const std::string& name : known)
    if (contains(names, name)) out.push_back(name);
  for (const std::string& name : names)
    if (!contains(out, name)) out.push_back(name);
  return out;
}

std::vector<RunGroup> grouped(const std::vector<RunRecord>& records) {
  std::vector<RunGroup> out;
  std::map<RunKey, std::size_t> places;  // of the key without its repetition
  for (const RunRecord& record : records) {
    RunKey key = record.key;
    key.repetition = 0;
    const auto [place, is_new] = places.emplace(key, out.size());
    if (is_new) out.push_back({key.model, key.estimator, record.role, key.step_size, {}});
    out[place->second].runs.push_back(&record);
  }
  const std::vector<std::string> models =
      ordered(names_of(out, [](const RunGroup& group) { return group.model; }), preset_names());
  const std::vector<std::string> estimators =
      ordered(names_of(out, [](const RunGroup& group) { return group.estimator; }), study_estimator_names());
  const auto rank = [&](const RunGroup& group) {
    return std::tuple(index_of(models, group.model), index_of(estimators, group.estimator), group.step_size);
  };
  std::stable_sort(out.begin(), out.end(), [&](const RunGroup& a, const RunGroup& b) { return rank(a) < rank(b); });
  return out;
}

std::vector<const RunGroup*> best_groups(const std::vector<RunGroup>& groups) {
  std::vector<const RunGroup*> out;
  const auto score = [](const RunGroup& group) {
    const std::vector<double> finals = group.final_elbos();
    return std::pair(mean(finals), quantile(finals, 0.5));
  };
  for (const RunGroup& group : groups) {
    const bool is_next = out.empty() || out.back()->model != group.model || out.back()->estimator != group.estimator;
    if (is_next)
      out.push_back(&group);
    else if (score(group) > score(*out.back()))
      out.back() = &group;
  }
  return out;
}

double mean(const std::vector<double>& values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

double quantile(std::vector<double> values, double p) {
  std::sort(values.begin(), values.end());
  const double rank = p * static_cast<double>(values.size() - 1);
  const auto below = static_cast<std::size_t>(rank);
  const double fraction = rank - static_cast<double>(below);
  if (fraction == 0 || values[below] == values[below + 1]) return values[below];
  return (1 - fraction) * values[below] + fraction * values[below + 1];
}

}  // namespace study

bool has_diverged(const RunRecord& record) {
  const Vector& elbo = record.trace.elbo;
  if (elbo.size() == 0) return true;
  const double last = elbo[elbo.size() - 1];
  return !std::isfinite(last) || last < elbo[0];
}

double elbo_at(const RunTrace& trace, double seconds) {
  const Index count = trace.seconds.size();
  const auto value = [&](Index i) { return std::isfinite(trace.elbo[i]) ? trace.elbo[i] : -study::kNever; };
  if (count == 0) return -study::kNever;
  const Index after = std::upper_bound(trace.seconds.begin(), trace.seconds.end(), seconds) - trace.seconds.begin();
  if (after == 0) return -study::kNever;
  if (after == count) return value(count - 1);
  const double left = trace.seconds[after - 1], right = trace.seconds[after];
  const double fraction = (seconds - left) / (right - left);
  if (fraction == 0 || !std::isfinite(value(after - 1))) return value(after - 1);
  return (1 - fraction) * value(after - 1) + fraction * value(after);
}

double time_to_elbo(const RunTrace& trace, double elbo) {
  for (Index i = 0; i < trace.seconds.size(); ++i) {
    if (!(trace.elbo[i] >= elbo)) continue;
    const bool has_line = i > 0 && std::isfinite(trace.elbo[i - 1]) && trace.seconds[i - 1] > 0;
    if (!has_line) return trace.seconds[i];
    const double fraction = (elbo - trace.elbo[i - 1]) / (trace.elbo[i] - trace.elbo[i - 1]);
    return trace.seconds[i - 1] * std::pow(trace.seconds[i] / trace.seconds[i - 1], fraction);
  }
  return study::kNever;
}

}  // namespace g2t
