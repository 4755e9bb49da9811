// Fits in the order given, then the study of all folders.
#include <g2t/core/errors.hpp>
#include <g2t/program/files/write_fit.hpp>
#include <g2t/report/page.hpp>
#include <g2t/study/folder.hpp>
#include <report/fit_section.h>
#include <report/html.h>
#include <report/study_section.h>

#include <filesystem>
#include <map>
#include <set>

namespace g2t {
namespace {

bool holds_runs(const std::string& path) { return is_study(path) || !run_logs(path).empty(); }

// Each run once, whichever folder has it.
void add_runs(const std::string& folder, std::set<RunKey>& seen, std::vector<RunRecord>& out) {
  const std::vector<RunRecord> runs = read_runs(folder);
  if (runs.empty()) throw InputError({folder}, "the study has no finished run");
  for (const RunRecord& run : runs)
    if (seen.insert(run.key).second) out.push_back(run);
}

// By their names, or where two have the same one by their prefixes.
void name_apart(std::vector<report::FitFiles>& fits, const std::vector<std::string>& prefixes) {
  std::map<std::string, int> counts;
  for (const report::FitFiles& fit : fits) ++counts[fit.name];
  for (std::size_t i = 0; i < fits.size(); ++i)
    if (counts[fits[i].name] > 1) fits[i].name = prefixes[i];
}

std::string link_to(const std::string& id, const std::string& name) {
  return "<li><a href=\"#" + id + "\">" + report::escape(name) + "</a></li>";
}

// The last part of a path: "out" of "some/out/".
std::string last_name(const std::string& path) {
  const std::filesystem::path whole = std::filesystem::path(path).lexically_normal();
  return (whole.has_filename() ? whole : whole.parent_path()).filename().string();
}

}  // namespace

std::vector<std::string> report_inputs(const std::vector<std::string>& paths) {
  std::vector<std::string> out;
  for (const std::string& path : paths) {
    for (const std::string& file : fit_output_files(report::prefix_of(path))) out.push_back(file);
    out.push_back(study_file_path(path));
    for (const std::string& log : run_logs(path)) out.push_back(log);
  }
  return out;
}

std::string report_page(const std::vector<std::string>& paths) {
  std::vector<report::FitFiles> fits;
  std::vector<std::string> prefixes;
  std::vector<RunRecord> runs;
  std::set<RunKey> seen;
  for (const std::string& path : paths) {
    const std::string prefix = report::prefix_of(path);
    if (report::is_fit(prefix)) {
      fits.push_back(report::read_fit(prefix));
      prefixes.push_back(prefix);
    } else if (holds_runs(path)) {
      add_runs(path, seen, runs);
    } else {
      throw InputError(
          {path}, "neither the prefix of a fit (there is no " + prefix + ".summary.json) nor the folder of a study");
    }
  }
  name_apart(fits, prefixes);
  std::string content, links;
  for (std::size_t i = 0; i < fits.size(); ++i) {
    const std::string id = "fit-" + std::to_string(i + 1);
    content += report::fit_section(fits[i], id);
    links += link_to(id, fits[i].name);
  }
  if (!runs.empty()) {
    const StudySummary summary = summarize(runs);
    content += report::study_section(runs, summary);
    links += link_to("study", "Study");
    for (std::size_t i = 0; i < summary.models.size(); ++i)
      links += link_to("model-" + std::to_string(i + 1), summary.models[i]);
  }
  const std::string title = "g2t: " + (paths.size() == 1 ? last_name(report::prefix_of(paths.front()))
                                                         : std::to_string(paths.size()) + " results");
  const bool has_links = links.find("<li>", 1) != std::string::npos;
  return report::document(
      title, report::element("h1", title) + (has_links ? "<nav><ul>" + links + "</ul></nav>\n" : "") + content);
}

std::string report_section(const std::string& prefix) {
  return report::framed(report::fit_section(report::read_fit(prefix), "fit"));
}

}  // namespace g2t
