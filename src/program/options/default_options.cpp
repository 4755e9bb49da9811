// A preset's settings, or those of the kind of model.
#include <g2t/program/options/default_options.hpp>

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <program/options/option_text.h>
#include <program/options/preset_options.h>

#include <array>

namespace g2t {
namespace {

constexpr std::array kGeneralModels = {"logistic", "poisson", "bnn", ".stan", ".so"};  // names, or endings of files

bool is_general(const std::string& model) { return contains(kGeneralModels, model_kind(model)); }

[[noreturn]] void refuse_model(const std::string& model) {
  std::vector<std::string> names;
  for (const char* const name : kGeneralModels) names.push_back((name[0] == '.' ? "NAME" : "") + std::string(name));
  names.insert(names.end(), preset_names().begin(), preset_names().end());
  std::string reason = "there is no such model; there are " + program::join(names);
  reason += did_you_mean(model, names);
  throw InvalidArgument("g2t", "MODEL", "'" + model + "'", reason);
}

}  // namespace

Options default_options(const std::string& model, std::optional<Coordinates> coordinates) {
  Options options;
  if (program::is_preset(model)) {
    options = program::preset_options(model);
    if (coordinates != Coordinates::Natural) return options;
    const FamilyChoice family = options.fit.family;
    options.fit = FitOptions{};
    options.fit.family = family;
    return options;
  }
  if (!is_general(model)) refuse_model(model);
  options.model.model = model;
  if (coordinates == Coordinates::Plain) options.fit = plain_fit_options();
  return options;
}

}  // namespace g2t
