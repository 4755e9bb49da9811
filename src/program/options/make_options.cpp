// Applies what a user gave over a model's defaults, and checks that it holds together.
#include <g2t/program/options/option_list.hpp>

#include <g2t/inference/settings.hpp>
#include <g2t/program/options/default_options.hpp>
#include <program/options/named_estimator.h>
#include <program/options/option_text.h>

#include <algorithm>
#include <utility>

namespace g2t {
namespace {

// By the names that fields have.
GivenSettings settings_of(const std::vector<std::pair<std::string, std::string>>& given) {
  GivenSettings out;
  for (const auto& [name, text] : given) {
    out.emplace_back(name, text);
    std::replace(out.back().first.begin(), out.back().first.end(), '-', '_');
  }
  return out;
}

// If they are given.
std::optional<Coordinates> coordinates_of(const std::vector<std::pair<std::string, std::string>>& given) {
  std::optional<Coordinates> coordinates;
  for (const auto& [name, text] : given) {
    if (name != "coordinates") continue;
    Options requested;
    option_named(name).set(requested, text);
    coordinates = requested.fit.coordinates;
  }
  return coordinates;
}

Options with_given(Options options, const std::vector<std::pair<std::string, std::string>>& given) {
  const std::string& model = options.model.model;
  for (const auto& [name, text] : given) {
    const OptionSpec& row = option_named(name);
    if (!row.fits(model)) {
      program::refuse_option(name, text, "does not fit " + model + "; it is for " + program::join(row.models));
    }
    row.set(options, text);
  }
  program::read_estimator(options);
  check_settings(options.fit, settings_of(given));
  if (!options.fit.time_budget && !options.fit.iterations) options.fit.time_budget = kDefaultTimeBudget;
  return options;
}

}  // namespace

Options make_options(const std::string& model, const std::vector<std::pair<std::string, std::string>>& given) {
  return with_given(default_options(model, coordinates_of(given)), given);
}

Options make_options_of_own(const std::string& title, const std::vector<std::pair<std::string, std::string>>& given) {
  Options options;
  options.model.model = title;
  if (coordinates_of(given) == Coordinates::Plain) options.fit = plain_fit_options();
  return with_given(std::move(options), given);
}

}  // namespace g2t
