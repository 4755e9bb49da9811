// Coordinates are moved together, by the bits of their positions: few computations tell all of them apart.
#include <algorithm>
#include <charconv>
#include <map>
#include <models/stan_names.hpp>
#include <set>
#include <utility>

namespace g2t::models {
namespace {

using Indices = std::vector<long>;
using Names = std::vector<std::string>;

// "x" of "x.2.1", "t:2" of "t:2.1", "t" of "t.1:2.1", whose tuples are elements of an array.
std::string parameter_of(const std::string& name) { return name.substr(0, name.find('.')); }

// Names with one index at most are in order, whatever they are of.
bool may_be_out_of_order(const std::string& name) {
  return std::count_if(name.begin(), name.end(), [](char c) { return c == '.' || c == ':'; }) > 1;
}

// 2, 1 of "x.2.1"; empty if there are none, or some are no numbers.
Indices indices_of(const std::string& name) {
  Indices out;
  for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
    const std::string text = name.substr(dot + 1, name.find('.', dot + 1) - dot - 1);
    long index = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), index);
    if (error != std::errc{} || end != text.data() + text.size() || index < 0) return {};
    out.push_back(index);
  }
  return out;
}

Indices first_of(const Indices& indices, std::size_t count) {
  return {indices.begin(), indices.begin() + static_cast<std::ptrdiff_t>(std::min(count, indices.size()))};
}

// What moves together: the coordinates of one parameter, and those of its values that differ then.
struct Trial {
  std::vector<std::size_t> coordinates, values;  // positions within the parameter
};

struct Parameter {
  Names listed, values;
  std::vector<Trial> trials;
};

// Where every coordinate moves one value, each its own, the names are those of the values.
Names names_of_own_values(const Parameter& of) {
  const std::size_t count = of.listed.size();
  if (of.values.size() != count) return {};
  std::vector<std::vector<std::size_t>> trials_of_coordinate(count), trials_of_value(count);
  for (std::size_t t = 0; t < of.trials.size(); ++t) {
    for (const std::size_t i : of.trials[t].coordinates) trials_of_coordinate[i].push_back(t);
    for (const std::size_t i : of.trials[t].values) trials_of_value[i].push_back(t);
  }
  std::map<std::vector<std::size_t>, std::string> value_of_trials;
  for (std::size_t v = 0; v < count; ++v) value_of_trials.emplace(trials_of_value[v], of.values[v]);
  Names names;
  for (const std::vector<std::size_t>& trials : trials_of_coordinate) {
    const auto found = value_of_trials.find(trials);
    if (found == value_of_trials.end()) return {};
    names.push_back(found->second);
  }
  if (std::set<std::string>(names.begin(), names.end()).size() != count) return {};
  const std::set<std::string> listed(of.listed.begin(), of.listed.end());
  return std::all_of(names.begin(), names.end(), [&](const auto& name) { return listed.count(name) > 0; }) ? names
                                                                                                           : Names();
}

// The order if the first `array_count` indices are those of arrays, and the others those of a vector or matrix.
Names in_order(Names names, std::size_t array_count) {
  std::stable_sort(names.begin(), names.end(), [array_count](const std::string& a, const std::string& b) {
    Indices left = indices_of(a), right = indices_of(b);
    std::reverse(left.begin() + static_cast<std::ptrdiff_t>(array_count), left.end());
    std::reverse(right.begin() + static_cast<std::ptrdiff_t>(array_count), right.end());
    return left < right;
  });
  return names;
}

// True if coordinates of an element of the array move values of that element alone.
bool agrees(const Names& names, std::size_t array_count, const Parameter& of) {
  return std::all_of(of.trials.begin(), of.trials.end(), [&](const Trial& trial) {
    std::set<Indices> elements_of_names, elements_of_values;
    for (const std::size_t i : trial.coordinates) elements_of_names.insert(first_of(indices_of(names[i]), array_count));
    for (const std::size_t i : trial.values) elements_of_values.insert(first_of(indices_of(of.values[i]), array_count));
    return elements_of_names == elements_of_values;
  });
}

Names ordered(const Parameter& of) {
  if (Names names = names_of_own_values(of); !names.empty()) return names;
  std::size_t index_count = indices_of(of.listed.front()).size();
  for (const std::string& name : of.listed) index_count = std::min(index_count, indices_of(name).size());
  for (std::size_t array_count = index_count; array_count > 0; --array_count)
    if (Names names = in_order(of.listed, array_count); agrees(names, array_count, of)) return names;
  return of.listed;
}

// Half of the coordinates from `begin` on at a time; false if some values cannot be computed.
bool add_trials(Vector point, const Vector& at_point, Index begin, const std::vector<Index>& own_values,
                const ParameterValues& values, Parameter& of) {
  constexpr double kMove = 0.25;
  const std::size_t count = of.listed.size();
  const Vector start = point;
  for (std::size_t bit = 1; bit < count; bit *= 2) {
    for (const bool is_set : {true, false}) {
      Trial trial;
      point = start;
      for (std::size_t i = 0; i < count; ++i) {
        if (((i & bit) != 0) != is_set) continue;
        trial.coordinates.push_back(i);
        point[begin + static_cast<Index>(i)] += kMove;
      }
      const std::optional<Vector> moved = values(point);
      if (!moved) return false;
      for (std::size_t v = 0; v < own_values.size(); ++v)
        if ((*moved)[own_values[v]] != at_point[own_values[v]]) trial.values.push_back(v);
      of.trials.push_back(std::move(trial));
    }
  }
  return true;
}

std::optional<Names> names_at(const Vector& point, const Names& listed, const Names& value_names,
                              const ParameterValues& values) {
  const std::optional<Vector> at_point = values(point);
  if (!at_point) return std::nullopt;
  Names names;
  for (std::size_t begin = 0, end = 0; begin < listed.size(); begin = end) {
    const std::string parameter = parameter_of(listed[begin]);
    while (end < listed.size() && parameter_of(listed[end]) == parameter) ++end;
    Parameter of;
    of.listed.assign(listed.begin() + static_cast<std::ptrdiff_t>(begin),
                     listed.begin() + static_cast<std::ptrdiff_t>(end));
    const bool is_in_order = std::none_of(of.listed.begin(), of.listed.end(), may_be_out_of_order);
    if (!is_in_order) {
      std::vector<Index> own_values;
      for (std::size_t v = 0; v < value_names.size(); ++v) {
        if (parameter_of(value_names[v]) != parameter) continue;
        own_values.push_back(static_cast<Index>(v));
        of.values.push_back(value_names[v]);
      }
      if (!add_trials(point, *at_point, static_cast<Index>(begin), own_values, values, of)) return std::nullopt;
    }
    const Names of_parameter = is_in_order ? of.listed : ordered(of);
    names.insert(names.end(), of_parameter.begin(), of_parameter.end());
  }
  return names;
}

}  // namespace

std::optional<Names> names_in_order(const Names& listed, const Names& value_names, const ParameterValues& values) {
  if (std::none_of(listed.begin(), listed.end(), may_be_out_of_order)) return listed;
  const Index dimension = static_cast<Index>(listed.size());
  const Vector positions = Vector::LinSpaced(dimension, 1, static_cast<double>(dimension));
  for (const double scale : {0.1, 0.0, 1.0})
    if (auto names = names_at(scale * positions.array().sin().matrix(), listed, value_names, values)) return names;
  return std::nullopt;
}

}  // namespace g2t::models
