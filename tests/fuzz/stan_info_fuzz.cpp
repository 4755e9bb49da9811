// What stanc --info prints.
#include <fuzz/fuzz_target.hpp>
#include <program/models/declared_data.h>
#include <g2t/core/contains.hpp>
#include <io/json_document.hpp>

namespace g2t::fuzz {
namespace {

void check_stan_info(std::string_view input) {
  const std::string text(input);
  std::vector<std::string> names;
  if (!takes([&] { names = program::declared_inputs(text, kFile); })) return;
  const Json document = io::parse_json(text, kFile);
  require(names.size() == document.at("inputs").size(), "every input has its name");
}

const Registration kStanInfo("stan_info", check_stan_info);

}  // namespace
}  // namespace g2t::fuzz
