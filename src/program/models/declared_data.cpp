// Keys of one object in stanc's description.
#include <g2t/program/models/load_model.hpp>
#include <io/json_document.hpp>
#include <program/models/declared_data.h>

namespace g2t {

std::vector<std::string> program::declared_inputs(const std::string& info, const std::string& file) {
  const Json document = io::parse_json(info, file);
  std::vector<std::string> names;
  for (const auto& [name, declaration] : io::JsonNode(document, file).at("inputs").members()) names.push_back(name);
  return names;
}

std::vector<std::string> declared_data(const ModelOptions& options) {
  return program::declared_inputs(
      stan_program_info({options.model, options.include_paths}, find_toolchain(options.stan_dir)), "stanc --info");
}

}  // namespace g2t
