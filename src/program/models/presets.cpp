// A table of the five problems: file and loader.
#include <program/models/load_models.h>
#include <program/models/preset_rows.h>
#include <program/models/presets.h>
#include <program/models/row_tables.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/libsvm.hpp>

namespace g2t::program {
namespace {

struct Preset {
  std::string name;
  std::string file;
  std::string fetch;  // what tools/fetch-data calls it; empty: it has none
  LoadedModel (*load)(const std::string& path, const ModelOptions& options, Index threads, RowGroup* group);
};

LoadedModel load_sparse(const std::string& path, const ModelOptions& options, Index threads, RowGroup* group) {
  return logistic_of(own_rows(read_libsvm(path, {options.zero_based, options.features, threads}), group), options, group);
}

// Weapons offences in the chosen precincts.
LoadedModel load_frisk(const std::string& path, const ModelOptions& options, Index, RowGroup* group) {
  constexpr double kWeapons = 2;
  CsvOptions format;
  format.skip_lines = 6;
  format.blank_separated = true;
  format.header = CsvHeader::Yes;
  const Table table = read_csv(path, format);
  const Vector crime = table.numeric_column("crime"), precinct = table.numeric_column("precinct");
  std::vector<Index> rows;
  for (Index row = 0; row < table.row_count(); ++row) {
    if (crime[row] == kWeapons && contains(kFriskPrecincts, precinct[row])) rows.push_back(row);
  }
  const std::size_t expected = 3 * kFriskPrecincts.size();
  if (rows.size() != expected) {
    throw InputError({path, 0, 0}, std::to_string(expected) +
                                       " rows with crime = 2 in the 32 precincts are needed; found " +
                                       std::to_string(rows.size()));
  }
  LoadedModel loaded = poisson_of(own_rows(select_rows(table, rows), group), options, group);
  loaded.description.push_back("the rows with crime = 2 (weapons) in 32 precincts, of " +
                               std::to_string(table.row_count()) + " rows");
  return loaded;
}

LoadedModel load_wine(const std::string& path, const ModelOptions& options, RowGroup* group, std::size_t row_count) {
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
  LoadedModel loaded = network_of(own_rows(select_rows(table, rows), group), options, group);
  loaded.description.push_back("the paper's " + std::to_string(rows.size()) + " rows, of " +
                               std::to_string(table.row_count()));
  return loaded;
}

const std::vector<Preset>& presets() {
  static const std::vector<Preset> all{
      {"paper:a1a", "a1a", "a1a", load_sparse},
      {"paper:mushrooms", "mushrooms", "mushrooms", load_sparse},
      {"paper:frisk", "frisk_with_noise.dat", "", load_frisk},
      {"paper:bnn-a", "winequality-red.csv", "wine",
       [](const std::string& path, const ModelOptions& options, Index, RowGroup* group) {
         return load_wine(path, options, group, 100);
       }},
      {"paper:bnn-b", "winequality-red.csv", "wine",
       [](const std::string& path, const ModelOptions& options, Index, RowGroup* group) {
         return load_wine(path, options, group, kWineRows.size());
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

std::string path_of(const Preset& preset, const ModelOptions& options) {
  const std::string path = preset_file(options);
  if (path.empty()) {
    throw InputError({preset.file, 0, 0}, preset.name +
                                              " needs this file: give its folder by --data-dir or in the "
                                              "environment variable G2T_DATA_DIR; " +
                                              how_to_get(preset));
  }
  std::error_code error;
  if (!std::filesystem::exists(path, error)) {
    throw InputError({path, 0, 0}, "there is no such file (the folder is that of " +
                                       std::string(options.data_dir.empty() ? "G2T_DATA_DIR" : "--data-dir") + "), and " +
                                       preset.name + " needs it; " + how_to_get(preset));
  }
  return path;
}

}  // namespace

LoadedModel load_preset(const ModelOptions& options, Index threads, RowGroup* group) {
  const Preset& preset = *find(options.model);
  return preset.load(path_of(preset, options), options, threads, group);
}

std::string preset_file(const ModelOptions& options) {
  const char* const environment = std::getenv("G2T_DATA_DIR");
  const std::string folder = !options.data_dir.empty() ? options.data_dir : environment == nullptr ? "" : environment;
  return folder.empty() ? "" : (std::filesystem::path(folder) / find(options.model)->file).string();
}

}  // namespace g2t::program
