// Recipe files.
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t::fuzz {
namespace {

void check_recipe(std::string_view input) {
  Recipe recipe;
  if (!takes([&] { recipe = parse_recipe(std::string(input), kFile); })) return;
  const std::string written = recipe_json(recipe).dump();
  require(recipe_json(parse_recipe(written, kFile)).dump() == written, "a recipe reads back");
}

const Registration kRecipe("recipe", check_recipe);

}  // namespace
}  // namespace g2t::fuzz
