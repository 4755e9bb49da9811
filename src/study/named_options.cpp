// Every option is in the option list, or is an error at its position.
#include <study/named_options.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/io/number.hpp>

namespace g2t::study {
namespace {

void refuse_unknown(const std::string& name, const JsonNode& node) {
  try {
    static_cast<void>(option_named(name));
  } catch (const InvalidArgument& error) {
    node.fail(error.what());
  }
}

}  // namespace

EstimatorRole read_role(const JsonNode& node) {
  for (const EstimatorRole role : {EstimatorRole::Fixed, EstimatorRole::Chosen, EstimatorRole::Ours})
    if (node.text() == role_name(role)) return role;
  node.fail("a role is needed: fixed, chosen or ours");
}

GivenOptions read_given(const JsonNode& node) {
  GivenOptions given;
  for (const auto& [name, value] : node.members()) {
    refuse_unknown(name, value);
    if (value.is_number()) {
      given.emplace_back(name, format_number(value.number()));
    } else if (value.is_flag()) {
      given.emplace_back(name, value.flag() ? "true" : "false");
    } else {
      given.emplace_back(name, value.text());
    }
  }
  return given;
}

Json given_json(const GivenOptions& given) {
  Json out = Json::object();
  for (const auto& [name, text] : given) out[name] = text;
  return out;
}

Json model_json(const StudyModel& model) {
  return {{"name", model.name},
          {"model", model.model},
          {"options", given_json(model.given)},
          {"plain", given_json(model.plain)},
          {"natural", given_json(model.natural)}};
}

StudyModel read_model(const JsonNode& node) {
  StudyModel out;
  out.name = node.at("name").text();
  out.model = node.at("model").text();
  if (node.has("options")) out.given = read_given(node.at("options"));
  if (node.has("plain")) out.plain = read_given(node.at("plain"));
  if (node.has("natural")) out.natural = read_given(node.at("natural"));
  return out;
}

StudyModel read_model_file(const JsonNode& node) {
  node.check_keys({"name", "model", "options", "plain", "natural"});
  for (const char* key : {"options", "plain", "natural"})
    if (node.has(key) && node.at(key).has("coordinates"))
      node.at(key).fail("the estimators of a study say which coordinates: leave them out, or use plain and natural");
  return read_model(node);
}

Json estimator_json(const StudyEstimator& estimator) {
  return {{"name", estimator.name}, {"role", role_name(estimator.role)}, {"options", given_json(estimator.given)}};
}

StudyEstimator read_estimator(const JsonNode& node) {
  node.check_keys({"name", "role", "options"});
  StudyEstimator out;
  out.name = node.at("name").text();
  if (node.has("role")) out.role = read_role(node.at("role"));
  out.given = read_given(node.at("options"));
  return out;
}

}  // namespace g2t::study
