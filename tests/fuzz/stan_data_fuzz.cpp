// JSON data against the shapes of names, which are on the first line; values of those very shapes fit.
#include <fuzz/fuzz_target.hpp>
#include <g2t/core/printable.hpp>
#include <io/json_document.hpp>
#include <models/stan_hints.hpp>
#include <program/models/stan_shapes.h>
#include <sstream>

namespace g2t::fuzz {
namespace {

constexpr Index kMostEntries = 1000;

Json zeros(const std::vector<Index>& sizes, std::size_t level, Index& left) {
  if (level == sizes.size()) return --left, 0;
  Json::List list;
  for (Index i = 0; i < sizes[level] && left > 0; ++i) list.push_back(zeros(sizes, level + 1, left));
  return list;
}

void check_stan_data(std::string_view input) {
  std::istringstream first(std::string(input.substr(0, input.find('\n'))));
  std::vector<std::string> names;
  for (std::string name; first >> name;) names.push_back(name);
  input.remove_prefix(std::min(input.find('\n'), input.size()));
  const std::vector<program::KnownShape> shapes = program::shapes_of(names);
  for (const program::KnownShape& shape : shapes) {
    Index left = kMostEntries;
    Json::Object object = {{shape.name, zeros(shape.sizes, 0, left)}};
    if (left > 0) require(program::shape_fault(Json(object), {shape}, "test").empty(), "values of the shape fit");
  }
  Json data;
  if (!takes([&] { data = io::parse_json(std::string(input), kFile); })) return;
  const std::string fault = program::shape_fault(data, shapes, "data initialization");
  if (!fault.empty()) static_cast<void>(models::data_hint(fault));
}

const Registration kStanData("stan_data", check_stan_data);

}  // namespace
}  // namespace g2t::fuzz
