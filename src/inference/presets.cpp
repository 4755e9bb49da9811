// A table of the five problems: file, settings, loader.
#include <inference/load_models.h>
#include <inference/preset_rows.h>
#include <inference/presets.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/libsvm.hpp>

namespace g2t::inference {
namespace {

struct Preset {
  std::string name;
  std::string file;
  std::string fetch;  // what tools/fetch-data calls it; empty: it has none
  void (*set)(Options& options);
  LoadedModel (*load)(const std::string& path, const ModelOptions& options);
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

LoadedModel load_sparse(const std::string& path, const ModelOptions& options) {
  return logistic_of(read_libsvm(path, {options.zero_based, options.features}), options);
}

// Weapons offences in the chosen precincts.
LoadedModel load_frisk(const std::string& path, const ModelOptions& options) {
  constexpr double kWeapons = 2;
  CsvOptions format;
  format.skip_lines = 6;
  format.blank_separated = true;
  format.header = CsvHeader::Yes;
  const Table table = read_csv(path, format);
  const Vector crime = table.numeric_column("crime"), precinct = table.numeric_column("precinct");
  std::vector<Index> rows;
  for (Index row = 0; row < table.row_count(); ++row) {
    const bool is_chosen = std::any_of(kFriskPrecincts.begin(), kFriskPrecincts.end(),
                                       [&](int number) { return precinct[row] == number; });
    if (crime[row] == kWeapons && is_chosen) rows.push_back(row);
  }
  const std::size_t expected = 3 * kFriskPrecincts.size();
  if (rows.size() != expected) {
    throw InputError({path, 0, 0}, std::to_string(expected) +
                                       " rows with crime = 2 in the 32 precincts are needed; found " +
                                       std::to_string(rows.size()));
  }
  LoadedModel loaded = poisson_of(select_rows(table, rows), options);
  loaded.description.push_back("the rows with crime = 2 (weapons) in 32 precincts, of " +
                               std::to_string(table.row_count()) + " rows");
  return loaded;
}

LoadedModel load_wine(const std::string& path, const ModelOptions& options, std::size_t row_count) {
  CsvOptions format;
  format.delimiter = ';';
  format.header = CsvHeader::Yes;
  const Table table = read_csv(path, format);
  const std::vector<Index> rows(kWineRows.begin(), kWineRows.begin() + static_cast<std::ptrdiff_t>(row_count));
  const Index last = *std::max_element(rows.begin(), rows.end());
  if (last >= table.row_count()) {
    throw InputError({path, 0, 0}, "data row " + std::to_string(last + 1) + " is needed; the file has " +
                                       std::to_string(table.row_count()));
  }
  LoadedModel loaded = network_of(select_rows(table, rows), options);
  loaded.description.push_back("the paper's " + std::to_string(rows.size()) + " rows, of " +
                               std::to_string(table.row_count()));
  return loaded;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all{
      {"paper:a1a", "a1a", "a1a", [](Options& o) { set_logistic(o, 123, "+1"); }, load_sparse},
      {"paper:mushrooms", "mushrooms", "mushrooms", [](Options& o) { set_logistic(o, 112, "2"); }, load_sparse},
      {"paper:frisk", "frisk_with_noise.dat", "", set_frisk, load_frisk},
      {"paper:bnn-a", "winequality-red.csv", "wine", [](Options& o) { set_network(o, "hierarchical", 10); },
       [](const std::string& path, const ModelOptions& options) { return load_wine(path, options, 100); }},
      {"paper:bnn-b", "winequality-red.csv", "wine", [](Options& o) { set_network(o, "fixed", 5); },
       [](const std::string& path, const ModelOptions& options) {
         return load_wine(path, options, kWineRows.size());
       }}};
  return all;
}

const Preset* find(const std::string& model) {
  for (const Preset& preset : presets()) {
    if (preset.name == model) return &preset;
  }
  return nullptr;
}

std::string how_to_get(const Preset& preset) {
  if (!preset.fetch.empty()) return "tools/fetch-data " + preset.fetch + " --directory FOLDER gets it";
  return "it is in no package registry: take it from the page of Gelman and Hill's book \"Data Analysis Using "
         "Regression "
         "and Multilevel/Hierarchical Models\" (http://www.stat.columbia.edu/~gelman/arm/, examples, police)";
}

std::string path_of(const Preset& preset, const std::string& data_dir) {
  const char* const environment = std::getenv("G2T_DATA_DIR");
  const std::string folder = !data_dir.empty() ? data_dir : environment == nullptr ? "" : environment;
  if (folder.empty()) {
    throw InputError({preset.file, 0, 0}, preset.name +
                                              " needs this file: give its folder by --data-dir or in the "
                                              "environment variable G2T_DATA_DIR; " +
                                              how_to_get(preset));
  }
  const std::string path = (std::filesystem::path(folder) / preset.file).string();
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError({path, 0, 0}, "there is no such file (the folder is that of " +
                                       std::string(data_dir.empty() ? "G2T_DATA_DIR" : "--data-dir") + "), and " +
                                       preset.name + " needs it; " + how_to_get(preset));
  }
  return path;
}

}  // namespace

bool is_preset(const std::string& model) { return find(model) != nullptr; }

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
  find(model)->set(options);
  return options;
}

LoadedModel load_preset(const ModelOptions& options) {
  const Preset& preset = *find(options.model);
  const std::string path = path_of(preset, options.data_dir);
  LoadedModel loaded = preset.load(path, options);
  loaded.input_files = {path};
  return loaded;
}

}  // namespace g2t::inference

namespace g2t {

const std::vector<std::string>& preset_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> all;
    for (const inference::Preset& preset : inference::presets()) all.push_back(preset.name);
    return all;
  }();
  return names;
}

}  // namespace g2t
