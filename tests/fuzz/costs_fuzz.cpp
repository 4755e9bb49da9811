// Cost files.
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t::fuzz {
namespace {

void check_costs(std::string_view input) {
  Costs costs;
  if (!takes([&] { costs = parse_costs(std::string(input), kFile); })) return;
  const std::string written = costs_json(costs).dump();
  require(costs_json(parse_costs(written, kFile)).dump() == written, "a cost table reads back");
}

const Registration kCosts("costs", check_costs);

}  // namespace
}  // namespace g2t::fuzz
