// Numbers that are not finite are null in a line.
#include <study/named_options.h>

#include <g2t/core/errors.hpp>
#include <g2t/io/json_files.hpp>
#include <g2t/study/run.hpp>

#include <limits>

namespace g2t {
namespace {

using io::JsonNode;

double number_or_nan(const JsonNode& node) {
  return node.is_null() ? std::numeric_limits<double>::quiet_NaN() : node.number();
}

Json choice_json(const RunChoice& choice) {
  return {{"elapsed_seconds", choice.elapsed_seconds},
          {"iteration", choice.iteration},
          {"name", choice.name},
          {"control_variates", choice.control_variates},
          {"weights", choice.weights},
          {"draws", choice.draws},
          {"g2", choice.squared_norm},
          {"seconds", choice.seconds},
          {"base", {{"g2", choice.base_squared_norm}, {"seconds", choice.base_seconds}}}};
}

RunChoice read_choice(const JsonNode& node) {
  RunChoice out;
  out.elapsed_seconds = node.at("elapsed_seconds").number_not_negative();
  out.iteration = node.at("iteration").count(0);
  out.name = node.at("name").text();
  out.control_variates = node.at("control_variates").texts();
  const Vector weights = node.at("weights").numbers(static_cast<Index>(out.control_variates.size()));
  out.weights.assign(weights.begin(), weights.end());
  out.draws = node.at("draws").count(0);
  out.squared_norm = number_or_nan(node.at("g2"));
  out.seconds = node.at("seconds").number_not_negative();
  out.base_squared_norm = number_or_nan(node.at("base").at("g2"));
  out.base_seconds = node.at("base").at("seconds").number_not_negative();
  return out;
}

RunTrace read_trace(const JsonNode& node, bool is_exact) {
  RunTrace out;
  out.seconds = node.at("seconds").numbers();
  out.iteration = node.at("iteration").numbers(out.seconds.size());
  out.elbo = node.at("elbo").numbers_or_nan(out.seconds.size());
  if (!is_exact) out.elbo_se = node.at("elbo_se").numbers_or_nan(out.seconds.size());
  return out;
}

RunRecord read_record(const Json& document, const std::string& file) {
  const JsonNode node(document, file);
  RunRecord out;
  out.key.model = node.at("model").text();
  out.key.estimator = node.at("estimator").text();
  if (!node.at("step_size").is_null()) out.key.step_size = node.at("step_size").number();
  out.key.repetition = node.at("repetition").count(1);
  out.role = study::read_role(node.at("role"));
  out.seed = static_cast<std::uint64_t>(node.at("seed").count(0));
  node.at("settings").check_object();
  out.settings = document.at("settings");
  out.clock = node.at("clock").text();
  out.budget_seconds = node.at("budget_seconds").number_above_0();
  if (!node.at("costs").is_null()) out.costs = costs_of(document.at("costs"), file);
  for (const JsonNode& choice : node.at("selections").elements()) out.choices.push_back(read_choice(choice));
  out.is_exact = node.at("elbo_method").text() == "exact";
  out.trace = read_trace(node.at("trace"), out.is_exact);
  out.status = node.at("status").text();
  if (node.has("message")) out.message = node.at("message").text();
  out.final_step_size = number_or_nan(node.at("final_step_size"));
  out.iterations = node.at("iterations").count(0);
  out.gradient_draws = node.at("gradient_draws").count(0);
  out.seconds = node.at("seconds").at("total").number_not_negative();
  out.selection_seconds = node.at("seconds").at("selection").number_not_negative();
  out.step_seconds = node.at("seconds").at("step").number_not_negative();
  out.wall_seconds = node.at("wall_seconds").number_not_negative();
  out.cpu_seconds = node.at("cpu_seconds").number_not_negative();
  out.environment = {node.at("version").text(), node.at("compiler").text(), node.at("processor").text()};
  return out;
}

}  // namespace

std::string to_line(const RunRecord& record) {
  Json out;
  out["model"] = record.key.model;
  out["estimator"] = record.key.estimator;
  out["role"] = role_name(record.role);
  out["step_size"] = record.key.step_size ? Json(*record.key.step_size) : Json(nullptr);
  out["repetition"] = record.key.repetition;
  out["seed"] = record.seed;
  out["status"] = record.status;
  if (!record.message.empty()) out["message"] = record.message;
  out["clock"] = record.clock;
  out["budget_seconds"] = record.budget_seconds;
  out["seconds"] = {{"total", record.seconds}, {"selection", record.selection_seconds}, {"step", record.step_seconds}};
  out["iterations"] = record.iterations;
  out["gradient_draws"] = record.gradient_draws;
  out["final_step_size"] = record.final_step_size;
  out["selections"] = Json::array();
  for (const RunChoice& choice : record.choices) out["selections"].push_back(choice_json(choice));
  out["elbo_method"] = record.is_exact ? "exact" : "monte-carlo";
  out["trace"] = {{"seconds", Json::numbers(record.trace.seconds)},
                  {"iteration", Json::numbers(record.trace.iteration)},
                  {"elbo", Json::numbers(record.trace.elbo)}};
  if (!record.is_exact) out["trace"]["elbo_se"] = Json::numbers(record.trace.elbo_se);
  out["costs"] = record.costs ? costs_json(*record.costs) : Json(nullptr);
  out["settings"] = record.settings;
  out["wall_seconds"] = record.wall_seconds;
  out["cpu_seconds"] = record.cpu_seconds;
  out["version"] = record.environment.version;
  out["compiler"] = record.environment.compiler;
  out["processor"] = record.environment.processor;
  return out.dump();
}

RunRecord parse_run(const std::string& line, const std::string& file, long line_number) {
  const std::string where = file + ", line " + std::to_string(line_number);
  return read_record(io::parse_json(line, where), where);
}

}  // namespace g2t
