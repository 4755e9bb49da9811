// Estimators down, models across.
#include <g2t/study/tables.hpp>

#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

namespace g2t {
namespace {

constexpr double kHeadlineGap = kStudyGaps[0];
constexpr double kAsGood = 1.05;  // of the best fixed estimator's time

template <class Result>
const Result* find_result(const std::vector<Result>& results, const std::string& model, const std::string& estimator) {
  for (const Result& result : results)
    if (result.model == model && result.estimator == estimator) return &result;
  return nullptr;
}

const TimeToGap* find_gap(const StudySummary& summary, const std::string& model, const std::string& estimator,
                          double gap) {
  for (const TimeToGap& result : summary.gaps)
    if (result.model == model && result.estimator == estimator && result.gap == gap) return &result;
  return nullptr;
}

std::string short_model(const std::string& model) { return model.starts_with("paper:") ? model.substr(6) : model; }

using CellText = std::function<std::string(const std::string& model, const std::string& estimator)>;

DisplayTable by_estimator(const StudySummary& summary, const std::string& name, const std::string& title,
                          const std::string& note, const CellText& text) {
  DisplayTable out{name, title, note, {"estimator"}, {}};
  for (const std::string& model : summary.models) out.header.push_back(short_model(model));
  for (const std::string& estimator : summary.estimators) {
    std::vector<std::string> row = {estimator};
    for (const std::string& model : summary.models) row.push_back(text(model, estimator));
    out.rows.push_back(row);
  }
  return out;
}

DisplayTable times_display(const StudySummary& summary) {
  return by_estimator(
      summary, "step-times", "Milliseconds a step",
      "Median over all runs of an estimator (the paper's Table 1); of those that choose, over what they "
      "chose.",
      [&](const std::string& model, const std::string& estimator) -> std::string {
        const StepTime* time = find_result(summary.times, model, estimator);
        if (time == nullptr) return "";
        return std::isfinite(time->seconds) ? significant(1e3 * time->seconds) : "-";
      });
}

DisplayTable finals_display(const StudySummary& summary) {
  return by_estimator(summary, "finals", "Final ELBO", "Mean over repetitions, each estimator at its best step size.",
                      [&](const std::string& model, const std::string& estimator) -> std::string {
                        const FinalElbo* entry = find_result(summary.finals, model, estimator);
                        if (entry == nullptr) return "";
                        return std::isfinite(entry->mean) ? decimals(entry->mean, 2) : "diverged";
                      });
}

DisplayTable scaled_display(const StudySummary& summary) {
  return by_estimator(
      summary, "scaled", "Final ELBO, scaled",
      "The same from 0, the model's lowest, to 1, its highest (the paper's Fig. 4). What is ours may be "
      "above 1.",
      [&](const std::string& model, const std::string& estimator) -> std::string {
        const FinalElbo* entry = find_result(summary.finals, model, estimator);
        if (entry == nullptr) return "";
        if (!std::isfinite(entry->mean)) return "diverged";
        return decimals(entry->scaled, 3);
      });
}

// Long lists of pieces as their number.
std::string brief(const std::string& choice) {
  constexpr Index kMaxNames = 4;
  const Index names = std::count(choice.begin(), choice.end(), ',') + 1;
  return names > kMaxNames ? fmt::format("{{{} pieces}}", names) : choice;
}

// "1 nat", "0.1 nats".
std::string nats(double gap) { return fmt::format("{:g} {}", gap, gap == 1 ? "nat" : "nats"); }

DisplayTable regret_display(const StudySummary& summary, double gap) {
  return by_estimator(
      summary, fmt::format("regret-{:g}", gap), "Time to " + nats(gap) + ", over the best fixed estimator's",
      fmt::format("Until a run is within {} of the best fixed estimator's median final ELBO: medians, each at the step "
                  "size that is best for it; times themselves where no fixed one got there.",
                  nats(gap)),
      [&](const std::string& model, const std::string& estimator) -> std::string {
        const TimeToGap* entry = find_gap(summary, model, estimator, gap);
        if (entry == nullptr) return "";
        if (std::isfinite(entry->ratio)) return decimals(entry->ratio, 2);
        return std::isfinite(entry->seconds) ? duration(entry->seconds) : "never";
      });
}

DisplayTable choices_display(const StudySummary& summary) {
  DisplayTable out{
      "choices",
      "The most popular choice",
      "At each selection, at the estimator's best step size, and in how many of the runs (the paper's Table 3).",
      {"model, estimator"},
      {}};
  std::size_t most = 0;
  for (const PopularChoice& choice : summary.choices) {
    const std::string name = short_model(choice.model) + ", " + choice.estimator;
    if (out.rows.empty() || out.rows.back().front() != name) out.rows.push_back({name});
    out.rows.back().push_back(fmt::format("{} {}/{}", brief(choice.choice), choice.count, choice.runs));
    most = std::max(most, out.rows.back().size() - 1);
  }
  for (std::size_t i = 1; i <= most; ++i) out.header.push_back("selection " + std::to_string(i));
  for (std::vector<std::string>& row : out.rows) row.resize(most + 1);
  return out;
}

// Names with the model in which an estimator does worst.
struct Worst {
  double ratio = -1;
  std::string model;
  Index as_good = 0, models = 0;
};

// Of a model with fixed estimators, at least one of any kind.
bool is_reached(const StudySummary& summary, const std::string& model) {
  bool has_fixed = false, is_there = false;
  for (const TimeToGap& entry : summary.gaps) {
    if (entry.model != model || entry.gap != kHeadlineGap) continue;
    has_fixed = has_fixed || entry.role == EstimatorRole::Fixed;
    is_there = is_there || std::isfinite(entry.seconds);
  }
  return has_fixed && is_there;
}

// Where no fixed estimator gets there, one that does is as good.
Worst worst_of(const StudySummary& summary, const std::string& estimator) {
  Worst out;
  for (const std::string& model : summary.models) {
    const TimeToGap* entry = find_gap(summary, model, estimator, kHeadlineGap);
    if (entry == nullptr || !is_reached(summary, model)) continue;
    ++out.models;
    const double ratio = !std::isfinite(entry->seconds) ? std::numeric_limits<double>::infinity()
                         : std::isnan(entry->ratio)     ? 0
                                                        : entry->ratio;
    if (ratio <= kAsGood) ++out.as_good;
    if (ratio > out.ratio) out.ratio = ratio, out.model = short_model(model);
  }
  return out;
}

std::string worst_text(const Worst& worst) {
  return fmt::format("{} on {}", std::isfinite(worst.ratio) ? decimals(worst.ratio, 2) + " times" : "never there",
                     worst.model);
}

DisplayTable comparison_display(const StudySummary& summary) {
  DisplayTable out{
      "comparison",
      "Against the best fixed estimator of each model",
      fmt::format("By the time to {} (below): on how many models an estimator is within 5 % of the best fixed one, or "
                  "there and no fixed one is, and where it is worst. Models on which none gets there do not count.",
                  nats(kHeadlineGap)),
      {"estimator", "within 5 %", "worst"},
      {}};
  for (const std::string& estimator : summary.estimators) {
    const Worst worst = worst_of(summary, estimator);
    if (worst.models > 0)
      out.rows.push_back({estimator, fmt::format("{} of {}", worst.as_good, worst.models), worst_text(worst)});
  }
  return out;
}

}  // namespace

std::vector<DisplayTable> display_tables(const StudySummary& summary) {
  std::vector<DisplayTable> out = {comparison_display(summary), times_display(summary), finals_display(summary),
                                   scaled_display(summary)};
  if (!summary.choices.empty()) out.push_back(choices_display(summary));
  for (const double gap : kStudyGaps) out.push_back(regret_display(summary, gap));
  return out;
}

}  // namespace g2t
