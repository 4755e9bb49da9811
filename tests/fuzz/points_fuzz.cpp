// Files of points.
#include <cmath>
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t::fuzz {
namespace {

void check_points(std::string_view input) {
  Matrix points;
  if (!takes([&] { points = parse_points(std::string(input), kFile); })) return;
  require(points.allFinite(), "points are finite");
  const Json document = {{"points", Json::numbers(points)}};
  require(parse_points(document.dump(), kFile, points.cols()) == points, "points read back");
}

const Registration kPoints("points", check_points);

}  // namespace
}  // namespace g2t::fuzz
