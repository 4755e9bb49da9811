// Evaluates all abilities of a model, a point at a time.
#include "point_report.hpp"

#include "text.hpp"

#include <g2t/core/json.hpp>

#include <fmt/format.h>

namespace g2t::cli {
namespace {

Json to_json(const GradientCheck& check) {
  Json out;
  out["passed"] = check.passed;
  if (check.passed) return out;
  out["parameter"] = check.parameter;
  out["given"] = check.given;
  out["expected"] = check.expected;
  out["message"] = check.message();
  return out;
}

Json to_json(const PointReport& report) {
  Json out;
  out["log_density"] = report.log_density;
  if (report.log_prior) {
    out["log_prior"] = *report.log_prior;
    out["log_likelihood"] = report.log_density - *report.log_prior;
  }
  out["gradient"] = Json::numbers(report.gradient);
  if (report.hessian_diagonal.size() > 0) out["hessian_diagonal"] = Json::numbers(report.hessian_diagonal);
  if (report.check) out["gradient_check"] = to_json(*report.check);
  return out;
}

Evaluation evaluate(const Model& model, const Matrix& points) {
  Evaluation out;
  out.resize(points.rows(), points.cols());
  model.evaluate(points, out);
  return out;
}

}  // namespace

std::vector<PointReport> report_points(const Model& model, const Matrix& points, bool checks_gradient) {
  const Evaluation all = evaluate(model, points);
  const Model* prior = model.prior();
  const Evaluation of_prior = prior == nullptr ? Evaluation{} : evaluate(*prior, points);
  std::vector<PointReport> reports;
  for (Index k = 0; k < points.rows(); ++k) {
    PointReport report;
    report.point = points.row(k);
    report.log_density = all.log_density[k];
    report.gradient = all.score.row(k);
    if (prior != nullptr) report.log_prior = of_prior.log_density[k];
    if (model.curvature() != nullptr) model.curvature()->hessian_diagonal(report.point, report.hessian_diagonal);
    if (checks_gradient) report.check = check_gradient(model, report.point);
    reports.push_back(std::move(report));
  }
  return reports;
}

std::string points_json(const Model& model, const std::vector<PointReport>& reports) {
  Json out;
  out["dimension"] = model.dimension();
  out["names"] = model.parameter_names();
  out["points"] = Json::array();
  for (const PointReport& report : reports) out["points"].push_back(to_json(report));
  return out.dump(2) + "\n";
}

std::string points_text(const Model& model, const std::vector<PointReport>& reports) {
  const std::vector<std::string> names = model.parameter_names();
  std::string text;
  for (std::size_t k = 0; k < reports.size(); ++k) {
    const PointReport& report = reports[k];
    text += fmt::format("Point {}: log density {:.10g}", k + 1, report.log_density);
    if (report.log_prior)
      text += fmt::format(" = log likelihood {:.10g} + log prior {:.10g}", report.log_density - *report.log_prior,
                          *report.log_prior);
    text += "\n";
    if (report.check)
      text += report.check->passed ? "gradient ok: it agrees with finite differences\n"
                                   : "GRADIENT WRONG: " + report.check->message() + "\n";
    const bool has_curvature = report.hessian_diagonal.size() > 0;
    TextTable table({"", "point", "gradient", has_curvature ? "second derivative" : ""});
    for (Index i = 0; i < model.dimension(); ++i)
      table.add({names[static_cast<std::size_t>(i)], fmt::format("{:.6g}", report.point[i]),
                 fmt::format("{:.6g}", report.gradient[i]),
                 has_curvature ? fmt::format("{:.6g}", report.hessian_diagonal[i]) : ""});
    text += table.text("  ");
  }
  return text;
}

}  // namespace g2t::cli
