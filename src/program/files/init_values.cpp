// --init as a number, a saved q, or the values of parameters by name.
#include <program/files/init_values.h>

#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <program/models/stan_shapes.h>
#include <program/options/option_text.h>
#include <io/json_document.hpp>
#include <io/text_file.hpp>

namespace g2t::program {
namespace {

// Values of a model whose parameters have no other scale: every one by its name.
Vector values_by_name(const io::JsonNode& values, const Model& model) {
  const std::vector<std::string> names = model.parameter_names();
  values.check_keys(names);
  Vector point(model.dimension());
  for (std::size_t i = 0; i < names.size(); ++i) point[static_cast<Index>(i)] = values.at(names[i]).number();
  return point;
}

}  // namespace

std::optional<double> init_radius(const std::string& text) {
  const std::optional<double> radius = parse_number(text);
  if (radius && *radius < 0) refuse_option("init", text, "a radius is not negative");
  return radius;
}

std::optional<Vector> init_values(const std::string& file, const Model& model) {
  const std::string text = io::read_text_file(file);
  const Json document = io::parse_json(text, file);
  const io::JsonNode values(document, file);
  values.check_object();
  if (values.has("family")) return std::nullopt;
  if (model.quantities() == nullptr) return values_by_name(values, model);
  const Quantities& quantities = *model.quantities();
  std::vector<std::string> value_names = quantities.names();
  value_names.resize(static_cast<std::size_t>(quantities.parameter_count()));
  const std::string fault = shape_fault(document, shapes_of(value_names), "parameter initialization");
  if (!fault.empty()) throw InputError({file, 0, 0}, "is no start: " + fault);
  try {
    return quantities.unconstrain(text);
  } catch (const InvalidArgument& error) {
    throw InputError({file, 0, 0}, std::string("is no start: ") + error.what() + " (all parameters are needed)");
  }
}

}  // namespace g2t::program
