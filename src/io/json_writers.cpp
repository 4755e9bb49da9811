// The values of the JSON files, and their text.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t {
namespace {

double finite(double value, const char* function, const char* argument) {
  if (!std::isfinite(value)) throw InvalidArgument(function, argument, std::to_string(value), "is not finite");
  return value;
}

Json list(const Vector& values, const char* argument) {
  Json array = Json::array();
  for (double value : values) array.push_back(finite(value, "gaussian_json", argument));
  return array;
}

void put_cost(Json& object, const ComputationCost& cost) {
  object["per_step"] = finite(cost.per_step, "costs_json", "per_step");
  object["per_draw"] = finite(cost.per_draw, "costs_json", "per_draw");
  for (const DrawsSeconds& row : cost.by_draws)
    object["by_draws"].push_back({row.draws, finite(row.seconds, "costs_json", "by_draws")});
}

}  // namespace

Json gaussian_json(const Gaussian& q, const std::vector<std::string>& names) {
  if (static_cast<Index>(names.size()) != q.dimension()) {
    throw InvalidArgument("gaussian_json", "names", std::to_string(names.size()),
                          "must be " + std::to_string(q.dimension()));
  }
  Json document;
  document["family"] = family_name(q.structure);
  document["names"] = names;
  document["mean"] = list(q.mean, "mean");
  if (q.structure != Structure::Dense) document["scale"] = list(q.scale, "scale");
  if (q.structure == Structure::Diagonal) return document;
  if (q.structure == Structure::LowRank) {
    document["variances"] = list(q.variances, "variances");
    document["basis"] = Json::array();  // a direction a row
    for (Index k = 0; k < q.rank(); ++k) document["basis"].push_back(list(q.basis.col(k), "basis"));
    return document;
  }
  Json rows = Json::array();
  for (Index i = 0; i < q.dimension(); ++i) {
    const Vector row = q.cholesky.row(i).head(i + 1).transpose();
    rows.push_back(list(row, "cholesky"));
  }
  document["cholesky"] = rows;
  return document;
}

Json recipe_json(const Recipe& recipe) {
  Json document;
  document["base"] = recipe.base;
  document["control_variates"] = recipe.control_variates;
  document["weights"] = Json::array();
  for (double weight : recipe.weights) document["weights"].push_back(finite(weight, "recipe_json", "weights"));
  document["draws"] = recipe.draws;
  document["antithetic"] = recipe.antithetic;
  return document;
}

Json costs_json(const Costs& costs) {
  Json document;
  document["terms"] = Json::object();
  for (const TermCost& term : costs.terms) put_cost(document["terms"][term.name], term.cost);
  document["shared"] = Json::array();
  for (const SharedCost& shared : costs.shared) {
    Json object;
    object["members"] = shared.members;
    put_cost(object, shared.cost);
    document["shared"].push_back(object);
  }
  return document;
}

Json failures_json(const std::vector<FailureKind>& failures) {
  Json array = Json::array();
  for (const FailureKind& kind : failures) array.push_back({{"what", kind.what}, {"count", kind.count}});
  return array;
}

}  // namespace g2t
