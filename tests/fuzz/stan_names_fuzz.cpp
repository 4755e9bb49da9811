// Names of a Stan model's coordinates, whatever a library lists, of a model whose values are its coordinates.
#include <algorithm>
#include <fuzz/fuzz_target.hpp>
#include <models/stan_names.hpp>
#include <program/models/stan_shapes.h>
#include <sstream>

namespace g2t::fuzz {
namespace {

constexpr std::size_t kMostNames = 64;

void check_stan_names(std::string_view input) {
  const unsigned shift = take_byte(input);
  std::istringstream in{std::string(input)};
  std::vector<std::string> listed;
  for (std::string name; listed.size() < kMostNames && in >> name;) listed.push_back(name);
  if (listed.empty()) return;
  std::vector<std::string> value_names = listed;
  std::rotate(value_names.begin(), value_names.begin() + static_cast<std::ptrdiff_t>(shift % listed.size()), value_names.end());
  const auto values = [](const Vector& point) { return std::optional<Vector>(point); };
  std::optional<std::vector<std::string>> names;
  if (!takes([&] { names = models::names_in_order(listed, value_names, values); })) return;
  require(names && names->size() == listed.size(), "every coordinate has a name");
  require(std::is_permutation(names->begin(), names->end(), listed.begin()), "names are those that are listed");
  takes([&] { static_cast<void>(program::shapes_of(value_names)); });
}

const Registration kStanNames("stan_names", check_stan_names);

}  // namespace
}  // namespace g2t::fuzz
