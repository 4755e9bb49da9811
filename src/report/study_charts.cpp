// Panels as the paper has them, and what is ours beside them.
#include <g2t/core/contains.hpp>
#include <report/bar_chart.h>
#include <report/html.h>
#include <report/line_chart.h>
#include <report/study_charts.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace g2t::report {
namespace {

constexpr double kMinGap = 0.01;  // nats: smaller distances to the best are drawn there

// By the distance to it curves are drawn.
double best_elbo(const StudySummary& summary, const std::string& model) {
  return summary.best_elbos[index_of(summary.models, model)];
}

Vector gaps(const Vector& elbo, double best) {
  const double nothing = std::numeric_limits<double>::quiet_NaN();
  return elbo.unaryExpr([=](double value) {
    return std::isfinite(value) && std::isfinite(best) ? std::max(best - value, kMinGap) : nothing;
  });
}

// Means, or medians with the range from 10 % to 90 %.
enum class Shown { Mean, Median, MedianAndRange };

Series series_of(const Curve& curve, const std::string& name, double best, Shown shown) {
  Series out{name,
             curve.seconds,
             gaps(shown == Shown::Mean ? curve.mean : curve.median, best),
             {},
             {},
             false,
             curve.estimator == "auto"};
  if (shown == Shown::MedianAndRange && curve.runs > 1) {
    out.low = gaps(curve.high, best);
    out.high = gaps(curve.low, best);
  }
  return out;
}

struct Panel {
  const char* caption;
  std::vector<std::string> estimators;  // in the order of their colours
};

const std::vector<Panel>& panels() {
  static const std::vector<Panel> all = {
      {"auto (Algorithm 2), the recipes, and the pool of them (Algorithm 1): the paper's Figs. 1 and 2",
       {"auto", "rep", "stl", "miller", "pool"}},
      {"auto and the eight subsets with fitted weights: the paper's Fig. 3",
       {"auto", "fixed:none", "fixed:entropy", "fixed:taylor", "fixed:prior", "fixed:entropy+taylor",
        "fixed:entropy+prior", "fixed:taylor+prior", "fixed:entropy+taylor+prior"}},
      {"Paper and ours",
       {"auto", "natural", "auto-bounded", "auto-drift", "auto-scaled", "auto-raced", "auto-anchored", "auto-blocks",
        "auto-draws", "auto-once"}}};
  return all;
}

LineChart empty_chart(const std::string& model, const std::string& caption) {
  return {model + ": " + caption, caption, "seconds", "nats below the best", true, true, 0, 0, {}};
}

// Up to where the slowest of those that get anywhere is after a tenth of the time.
void set_range(LineChart& chart) {
  double low = std::numeric_limits<double>::infinity(), high = kMinGap * 10;
  for (const Series& series : chart.series) {
    const Index at = series.y.size() * 2 / 3;
    if (at < series.y.size() && std::isfinite(series.y[at])) high = std::max(high, series.y[at]);
    for (const double gap : series.y)
      if (std::isfinite(gap)) low = std::min(low, gap);
  }
  chart.y_high = std::min(high * 2, 1e5);
  chart.y_low = std::isfinite(low) ? std::min(low / 1.3, chart.y_high / 10) : kMinGap;
}

std::string panel_chart(const StudySummary& summary, const std::string& model, const Panel& panel, Shown shown) {
  LineChart chart = empty_chart(
      model, panel.caption + std::string(shown == Shown::Mean ? ". Means." : ". Medians, and 10 % to 90 %."));
  const double best = best_elbo(summary, model);
  for (const std::string& estimator : panel.estimators)
    for (const Curve& curve : summary.curves)
      if (curve.model == model && curve.is_best && curve.estimator == estimator)
        chart.series.push_back(series_of(curve, named_step(curve), best, shown));
  if (chart.series.empty()) return "";
  set_range(chart);
  return line_chart(chart);
}

// Estimators that no panel has.
std::vector<std::string> others(const StudySummary& summary) {
  std::vector<std::string> out;
  for (const std::string& name : summary.estimators)
    if (std::none_of(panels().begin(), panels().end(),
                     [&](const Panel& panel) { return contains(panel.estimators, name); }))
      out.push_back(name);
  return out;
}

// The paper's Fig. 4: the subsets, and choosing among them.
std::string scaled_picture(const StudySummary& summary, const std::string& model) {
  std::vector<Interval> points;
  for (const std::string& estimator : panels()[1].estimators)
    for (const FinalElbo& entry : summary.finals)
      if (entry.model == model && entry.estimator == estimator && std::isfinite(entry.scaled))
        points.push_back({estimator, entry.scaled, 0, 0});
  if (points.size() < 2) return "";
  return "<div class=\"pictures\">" +
         interval_chart(
             model + ": scaled final ELBO",
             "Final ELBO from 0, the lowest of all published ways, to 1, the highest: the paper's Fig. 4. Those that "
             "diverged are not drawn.",
             points) +
         "</div>\n";
}

}  // namespace

std::string named_step(const Curve& curve) {
  return curve.step_size ? fmt::format("{} ({:.2g})", curve.estimator, *curve.step_size) : curve.estimator;
}

std::string model_pictures(const StudySummary& summary, const std::string& model) {
  std::string out;
  for (const Shown shown : {Shown::Mean, Shown::MedianAndRange}) {
    out += "<div class=\"pictures\">";
    for (const Panel& panel : panels()) out += panel_chart(summary, model, panel, shown);
    out += panel_chart(summary, model, {"Others", others(summary)}, shown) + "</div>\n";
  }
  return out + scaled_picture(summary, model);
}

std::string step_size_pictures(const StudySummary& summary, const std::string& model) {
  std::string out;
  const double best = best_elbo(summary, model);
  for (const std::string& estimator : summary.estimators) {
    LineChart chart = empty_chart(model, estimator + ", by step size.");
    for (const Curve& curve : summary.curves)
      if (curve.model == model && curve.estimator == estimator)
        chart.series.push_back(series_of(curve, curve.step_size ? fmt::format("{:.2g}", *curve.step_size) : "its own",
                                         best, Shown::Median));
    if (chart.series.size() < 2) continue;
    set_range(chart);
    out += line_chart(chart);
  }
  return out.empty() ? "" : folded("All step sizes of " + model, "<div class=\"pictures\">" + out + "</div>\n");
}

}  // namespace g2t::report
