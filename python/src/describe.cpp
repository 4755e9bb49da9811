// The words are the program's.
#include "describe.hpp"

#include "keywords.hpp"

#include <g2t/core/json.hpp>
#include <g2t/core/nearest.hpp>
#include <g2t/core/printable.hpp>
#include <g2t/program/files/summary_values.hpp>
#include <g2t/program/options/option_list.hpp>
#include <g2t/program/text/values_table.hpp>
#include <g2t/report/page.hpp>

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

namespace nb = nanobind;

namespace g2t::python {
namespace {

nb::list options() {
  const Options defaults;
  nb::list out;
  for (const OptionSpec& row : option_list()) {
    nb::dict entry;
    entry["name"] = row.name;
    entry["keyword"] = keyword_of(row.name);
    entry["value"] = row.value_name;
    entry["group"] = row.group;
    entry["help"] = in_keywords(row.help);
    entry["models"] = row.models;
    entry["default"] = row.value(defaults).dump();
    out.append(entry);
  }
  return out;
}

std::string describe_fit(const std::string& summary_json, const std::vector<std::string>& warnings,
                         const std::string& elsewhere) {
  const Json summary = Json::parse(summary_json);
  std::string text = summary.at("verdict").get<std::string>() + "\n" + values_table(summary_values(summary), elsewhere);
  for (const std::string& warning : warnings) text += "Warning: " + warning + "\n";
  return printable(text);
}

}  // namespace

void bind_descriptions(nb::module_& module) {
  module.def("options", &options);
  module.def("in_keywords", &in_keywords, nb::arg("message"));
  module.def("did_you_mean", [](const std::string& word, const std::vector<std::string>& words) { return did_you_mean(word, words); });
  module.def("describe_fit", &describe_fit, nb::arg("summary"), nb::arg("warnings"), nb::arg("elsewhere"));
  module.def("report_section", &report_section, nb::arg("prefix"));
}

}  // namespace g2t::python
