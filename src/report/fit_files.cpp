// Summary and trace must be there; selections and draws may be missing.
#include <report/fit_files.h>

#include <g2t/core/errors.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>

#include <filesystem>

namespace g2t::report {
namespace {

Json read_json(const std::string& file) { return io::parse_json(io::read_text_file(file), file); }

bool exists(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error);
}

}  // namespace

bool is_fit(const std::string& prefix) { return exists(prefix + ".summary.json"); }

std::string prefix_of(const std::string& path) {
  const std::string suffix = ".summary.json";
  return path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) : path;
}

FitFiles read_fit(const std::string& prefix) {
  FitFiles out;
  out.name = std::filesystem::path(prefix).filename().string();
  const std::string file = prefix + ".summary.json";
  out.summary = read_json(file);
  for (const char* key :
       {"status", "verdict", "answer", "elbo", "parameters", "diagnostics", "settings", "seconds", "recipe", "warnings"})
    if (!out.summary.contains(key))
      throw InputError({file}, std::string("the key ") + key + " is missing: is it a fit's?");
  if (exists(prefix + ".selection.json")) {
    const Json selections = read_json(prefix + ".selection.json");
    if (selections.contains("selections")) out.selections = selections.at("selections");
  }
  CsvOptions format;
  format.delimiter = ',';
  format.header = CsvHeader::Yes;
  out.trace = read_csv(prefix + ".trace.csv", format);
  out.draws = read_draws_file(prefix + ".csv");
  return out;
}

}  // namespace g2t::report
