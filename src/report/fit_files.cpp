// Summary and trace must be there; selections and draws may be missing.
#include <report/fit_files.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/files/run_files.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>

#include <filesystem>

namespace g2t::report {
namespace {

constexpr const char* kSummary = ".summary.json";
constexpr const char* kSelections = ".selection.json";
constexpr const char* kTrace = ".trace.csv";
constexpr const char* kDraws = ".csv";

bool exists(const std::string& file) {
  std::error_code error;
  return std::filesystem::is_regular_file(file, error);
}

std::string text_if_there(const std::string& file) { return exists(file) ? io::read_text_file(file) : ""; }

}  // namespace

bool is_fit(const std::string& prefix) { return exists(prefix + kSummary); }

std::string prefix_of(const std::string& path) {
  const std::string suffix = kSummary;
  return path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) : path;
}

FitFiles read_fit(const std::string& prefix) {
  FitFiles out = parse_fit(prefix, {io::read_text_file(prefix + kSummary), text_if_there(prefix + kSelections),
                                    io::read_text_file(prefix + kTrace), text_if_there(prefix + kDraws)});
  for (const char* suffix : {kDraws, kTrace, kSelections}) check_file_of_run(out.summary, prefix, suffix);
  return out;
}

FitFiles parse_fit(const std::string& prefix, const FitTexts& texts) {
  FitFiles out;
  out.name = std::filesystem::path(prefix).filename().string();
  const std::string file = prefix + kSummary;
  out.summary = io::parse_json(texts.summary, file);
  for (const char* key :
       {"status", "verdict", "answer", "elbo", "parameters", "diagnostics", "settings", "seconds", "recipe", "warnings"})
    if (!out.summary.contains(key))
      throw InputError({file}, std::string("the key ") + key + " is missing: is it a fit's?");
  if (!texts.selections.empty()) {
    const Json selections = io::parse_json(texts.selections, prefix + kSelections);
    if (selections.contains("selections")) out.selections = selections.at("selections");
  }
  CsvOptions format;
  format.delimiter = ',';
  format.header = CsvHeader::Yes;
  out.trace = parse_csv(texts.trace, prefix + kTrace, format);
  if (!texts.draws.empty()) out.draws = parse_draws(texts.draws, prefix + kDraws);
  return out;
}

}  // namespace g2t::report
