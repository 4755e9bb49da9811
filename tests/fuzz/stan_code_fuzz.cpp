// What stanc generates, and the places that a library keeps.
#include <fuzz/fuzz_target.hpp>
#include <stan/generated_code.h>

namespace g2t::fuzz {
namespace {

void check_stan_code(std::string_view input) {
  const std::string text(input);
  const stan::GeneratedCode code = stan::split_generated(text);
  require(code.code.size() <= text.size(), "code is a part of the text");
  const std::vector<std::string> places = stan::places_of(text);
  require(stan::places_of(stan::places_text(places)) == places, "places read back");
  for (const auto& [from, to] : stan::changed_places(places, code.places)) require(from != to, "a changed place differs");
}

const Registration kStanCode("stan_code", check_stan_code);

}  // namespace
}  // namespace g2t::fuzz
