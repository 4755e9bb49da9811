// A Stan program's blocks and the shapes of its data.
#include <fuzz/fuzz_target.hpp>
#include <stan/data_shapes.h>
#include <stan/program_blocks.h>

namespace g2t::fuzz {
namespace {

void check_stan_program(std::string_view input) {
  const std::string text(input);
  for (const char* block : {"data", "parameters", "transformed parameters", "generated quantities"}) {
    const std::optional<std::string> before = stan::text_before_block(text, block),
                                     through = stan::text_through_block(text, block);
    require(before.has_value() == through.has_value(), "a block that begins has an end");
    require(!before || text.starts_with(*before), "what comes before a block is the program's text");
    require(before || stan::block_content(text, block).empty(), "no block, no content");
  }
  const std::vector<stan::DeclaredShape> shapes = stan::declared_shapes(stan::block_content(text, "data"));
  require(shapes.size() <= input.size(), "declarations are in the text");
  const std::string made = stan::shape_program(text, shapes);
  require(made.size() <= 3 * input.size() * (shapes.size() + 1) + 200, "the program of shapes is not much longer");
}

const Registration kStanProgram("stan_program", check_stan_program);

}  // namespace
}  // namespace g2t::fuzz
