// Fits in the order given, then the study of all folders.
#include <g2t/core/errors.hpp>
#include <g2t/report/page.hpp>
#include <g2t/study/folder.hpp>
#include <report/fit_section.h>
#include <report/html.h>
#include <report/study_section.h>

#include <filesystem>
#include <set>

namespace g2t {
namespace {

// Each run once, whichever folder has it.
void add_runs(const std::string& folder, std::set<RunKey>& seen, std::vector<RunRecord>& out) {
  const std::vector<RunRecord> runs = read_runs(folder);
  if (runs.empty()) throw InputError({folder}, "the study has no finished run");
  for (const RunRecord& run : runs)
    if (seen.insert(run.key).second) out.push_back(run);
}

std::string link_to(const std::string& name) {
  return "<li><a href=\"#" + report::escape(name) + "\">" + report::escape(name) + "</a></li>";
}

}  // namespace

std::string report_page(const std::vector<std::string>& paths) {
  std::string content, links;
  std::vector<RunRecord> runs;
  std::set<RunKey> seen;
  for (const std::string& path : paths) {
    const std::string prefix = report::prefix_of(path);
    std::error_code error;
    if (report::is_fit(prefix)) {
      const report::FitFiles fit = report::read_fit(prefix);
      content += report::fit_section(fit);
      links += link_to(fit.name);
    } else if (is_study(path) || (std::filesystem::is_directory(path, error) && !read_runs(path).empty())) {
      add_runs(path, seen, runs);
    } else {
      throw InputError({path}, "neither the prefix of a fit (there is no " + prefix + ".summary.json) nor the folder of a study");
    }
  }
  if (!runs.empty()) {
    content += report::study_section(runs);
    links += link_to("study");
    std::set<std::string> models;
    for (const RunRecord& run : runs)
      if (models.insert(run.key.model).second) links += link_to(run.key.model);
  }
  const std::string title = "g2t: " + std::string(paths.size() == 1 ? std::filesystem::path(report::prefix_of(paths.front()))
                                                                          .lexically_normal().filename().string()
                                                                    : std::to_string(paths.size()) + " results");
  const bool has_links = links.find("<li>", 1) != std::string::npos;
  return report::document(title, report::element("h1", title) + (has_links ? "<nav><ul>" + links + "</ul></nav>\n" : "") +
                                     content);
}

}  // namespace g2t
