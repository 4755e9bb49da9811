// Finds options in the given texts, and passes those of the option list to make_options().
#include "arguments.hpp"

#include "errors.hpp"

#include <g2t/core/contains.hpp>
#include <g2t/io/number.hpp>

#include <fmt/format.h>

#include <algorithm>
#include <optional>

namespace g2t::cli {
namespace {

template <class Number>
Number whole_number(const std::string& name, const std::string& text, std::optional<Number> value, Number least) {
  if (!value || *value < least)
    throw UsageError(fmt::format("--{} = '{}': a whole number from {} on is needed", name, text, least));
  return *value;
}

}  // namespace

std::vector<ArgumentSpec> listed_arguments(const std::vector<std::string>& groups,
                                           const std::vector<std::string>& names) {
  std::vector<ArgumentSpec> specs;
  for (const OptionSpec& option : option_list())
    if (contains(groups, option.group) || contains(names, option.name))
      specs.push_back({option.name, option.value_name, option.group, option.help, "", true});
  return specs;
}

Arguments::Arguments(std::vector<std::string> positionals, std::vector<ArgumentSpec> specs,
                     std::map<std::string, std::string> texts)
    : positionals_(std::move(positionals)), specs_(std::move(specs)), texts_(std::move(texts)) {}

std::vector<std::string> Arguments::input_texts() const {
  std::vector<std::string> out = positionals_;
  for (const auto& [name, text] : texts_) {
    const auto is_output = [&name = name](const ArgumentSpec& spec) { return spec.name == name && spec.group == kOutputGroup; };
    if (std::none_of(specs_.begin(), specs_.end(), is_output)) out.push_back(text);
  }
  return out;
}

std::string Arguments::text(const std::string& name, const std::string& otherwise) const {
  const auto found = texts_.find(name);
  return found == texts_.end() ? otherwise : found->second;
}

Index Arguments::count(const std::string& name, Index otherwise, Index least) const {
  return has(name) ? whole_number(name, text(name), parse_count(text(name)), least) : otherwise;
}

double Arguments::positive(const std::string& name, double otherwise) const {
  if (!has(name)) return otherwise;
  const std::optional<double> value = parse_number(text(name));
  if (!value || !(*value > 0))
    throw UsageError(fmt::format("--{} = '{}': a number above 0 is needed", name, text(name)));
  return *value;
}

std::uint64_t Arguments::seed() const {
  return has("seed") ? whole_number("seed", text("seed"), parse_seed(text("seed")), std::uint64_t{0}) : 1;
}

std::vector<std::string> Arguments::list(const std::string& name) const {
  std::vector<std::string> out;
  const std::string all = text(name);
  for (std::size_t begin = 0; begin <= all.size();) {
    const std::size_t end = std::min(all.find(',', begin), all.size());
    out.push_back(all.substr(begin, end - begin));
    if (out.back().empty()) throw UsageError(fmt::format("--{} = '{}': one of the entries is empty", name, all));
    begin = end + 1;
  }
  return out;
}

double Arguments::seconds(const std::string& name) const {
  Options scratch;
  try {
    option_named("time-budget").set(scratch, text(name));
  } catch (const InvalidArgument&) {
    throw UsageError(fmt::format("--{} = '{}': a time above 0 is needed: 30s, 5m, 1h", name, text(name)));
  }
  return *scratch.fit.time_budget;
}

Options Arguments::options() const {
  std::vector<std::pair<std::string, std::string>> given;
  for (const ArgumentSpec& spec : specs_)
    if (spec.is_from_list && has(spec.name)) given.emplace_back(spec.name, text(spec.name));
  return as_usage([&] { return make_options(positional(), given); });
}

}  // namespace g2t::cli
