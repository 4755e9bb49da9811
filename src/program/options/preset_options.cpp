// A table of the five problems' settings over those that they share.
#include <program/options/preset_options.h>

#include <g2t/program/options/default_options.hpp>

namespace g2t::program {
namespace {

struct PresetSettings {
  std::string name;
  void (*set)(Options& options);
};

void set_logistic(Options& options, Index features, const std::string& positive) {
  options.model.features = features;
  options.model.positive = positive;
  options.fit.family = FamilyChoice::FullRank;
  options.fit.select_draws = 200;
}

void set_network(Options& options, const std::string& prior, double prior_scale) {
  options.model.response = "quality";
  options.model.standardize = true;
  options.model.prior = prior;
  options.model.prior_scale = prior_scale;
}

void set_frisk(Options& options) {
  options.model.response = "stops";
  options.model.groups = {"eth", "precinct"};
  options.model.exposure = "past.arrests";
}

const std::vector<PresetSettings>& preset_settings() {
  static const std::vector<PresetSettings> all{
      {"paper:a1a", [](Options& o) { set_logistic(o, 123, "+1"); }},
      {"paper:mushrooms", [](Options& o) { set_logistic(o, 112, "2"); }},
      {"paper:frisk", set_frisk},
      {"paper:bnn-a", [](Options& o) { set_network(o, "hierarchical", 10); }},
      {"paper:bnn-b", [](Options& o) { set_network(o, "fixed", 5); }}};
  return all;
}

const PresetSettings* find_settings(const std::string& model) {
  for (const PresetSettings& preset : preset_settings())
    if (preset.name == model) return &preset;
  return nullptr;
}

}  // namespace

bool is_preset(const std::string& model) { return find_settings(model) != nullptr; }

Options preset_options(const std::string& model) {
  Options options;
  options.model.model = model;
  options.fit = plain_fit_options();
  options.fit.family = FamilyChoice::MeanField;
  options.fit.scale_coordinate = ScaleCoordinate::LogScale;
  options.fit.control_variates = {"entropy", "taylor", "prior"};
  options.fit.draws = 5;
  options.fit.averaging = Averaging::None;
  options.fit.select_draws = 400;
  options.fit.decide_by = DecideBy::PlugIn;
  options.fit.largest_weight.reset();
  options.fit.reselect = Reselect::Planned;
  options.fit.select_at = {0, 0.1, 0.5};
  options.fit.optimizer = {OptimizerKind::HeavyBall, 0.9};
  options.fit.warmup_steps = 300;
  options.fit.warmup_step_size = 1e-5;
  find_settings(model)->set(options);
  return options;
}

}  // namespace g2t::program

namespace g2t {

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const program::PresetSettings& preset : program::preset_settings()) all.push_back(preset.name);
    return all;
  }();
  return names;
}

}  // namespace g2t
