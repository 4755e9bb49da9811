// The rows of the option list in their order, and searches in it.
#include <g2t/program/options/option_list.hpp>

#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/core/nearest.hpp>
#include <program/options/option_rows.h>

namespace g2t {

bool OptionSpec::fits(const std::string& model) const {
  return models.empty() || contains(models, model_kind(model));
}

const std::vector<OptionSpec>& option_list() {
  static const std::vector<OptionSpec> list = [] {
    std::vector<OptionSpec> rows;
    program::add_data_options(rows);
    program::add_estimator_options(rows);
    program::add_run_options(rows);
    program::add_answer_options(rows);
    program::add_output_options(rows);
    return rows;
  }();
  return list;
}

const OptionSpec& option_named(const std::string& name) {
  std::vector<std::string> names;
  for (const OptionSpec& row : option_list()) {
    if (row.name == name) return row;
    names.push_back(row.name);
  }
  const std::string meant = nearest(name, names);
  throw InvalidArgument("options", "name", "--" + name,
                        "there is no such option" + (meant.empty() ? "" : "; did you mean --" + meant + "?"));
}

Json settings_json(const Options& options) {
  Json json = {{"model", options.model.model}};
  for (const OptionSpec& row : option_list()) {
    std::string key = row.name;
    std::replace(key.begin(), key.end(), '-', '_');
    json[key] = row.value(options);
  }
  return json;
}

}  // namespace g2t
