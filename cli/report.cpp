// g2t report: a page from fits and studies.
#include "errors.hpp"
#include "input_files.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/core/printable.hpp>

#include <g2t/report/page.hpp>

#include <fmt/format.h>

#include <filesystem>
#include <iostream>

namespace g2t::cli {
namespace {

// Beside what it shows: in the folder of a study, or PREFIX.report.html.
std::string default_output(const std::string& path) {
  std::error_code error;
  if (std::filesystem::is_directory(path, error)) return (std::filesystem::path(path) / "report.html").string();
  const std::string suffix = ".summary.json";
  return (path.ends_with(suffix) ? path.substr(0, path.size() - suffix.size()) : path) + ".report.html";
}

int run_report(const Arguments& arguments) {
  const std::string output = arguments.text("output", default_output(arguments.positional()));
  std::vector<std::string> inputs = report_inputs(arguments.positionals());
  for (const std::string& file : input_files(arguments)) inputs.push_back(file);
  check_file(output, arguments.is_set("force"), inputs);
  const std::string page = report_page(arguments.positionals());
  write_file(output, arguments.is_set("force"), inputs, page);
  std::cout << fmt::format("{} ({:.0f} kB): open it in a browser\n", printable_line(output),
                           static_cast<double>(page.size()) / 1000);
  return kSuccess;
}

}  // namespace

Subcommand report_subcommand() {
  Subcommand command;
  command.name = "report";
  command.summary = "make one self-contained HTML page of fits and studies";
  command.positional = "PATH";
  command.positional_help = "prefix of a fit, or folder of a study; several of either";
  command.takes_many = true;
  command.arguments = {{"output", "FILE", "Output", "the page (default: PREFIX.report.html, FOLDER/report.html)"}};
  command.add_listed({}, {"force"});
  command.examples =
      "  g2t report run\n"
      "  g2t report first second --output both.html\n"
      "  g2t report out";
  command.run = run_report;
  return command;
}

}  // namespace g2t::cli
