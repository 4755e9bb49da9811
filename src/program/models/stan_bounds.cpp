// Far down on the unconstrained scale a parameter is at its lower bound, far up at its upper one. Models that refuse to
// compute that name the place of the declaration.
#include <program/models/stan_bounds.h>

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <g2t/core/contains.hpp>
#include <g2t/core/model_use.hpp>
#include <stan/code.h>
#include <stan/program_blocks.h>
#include <stan/rewritten_program.h>
#include <stan/whole_text.h>

namespace g2t::program {
namespace {

using stan::Code;

constexpr double kFar = 40;  // 1 / (1 + exp(-40)) is 1

// A declaration: its words between < and >, and its names.
struct Declaration {
  std::vector<std::string> bounds, names;
};

// Of the one that begins at a token, whose end is moved on.
Declaration declaration_at(const Code& code, std::size_t& at) {
  Declaration out;
  for (; at < code.size() && !code.is(at, ";") && !code.is(at, "="); ++at) {
    const std::size_t end = code.is_one_of(at, "<[") ? code.closing(at) : at;
    if (code.is(at, "<"))
      for (std::size_t k = at; k < std::min(end, code.size()); ++k) out.bounds.push_back(code.word(k));
    const bool is_name = code.is_word(at) && !code.is_type(at) && !code.is(at, "array");
    if (is_name) out.names.push_back(code.word(at));
    at = std::min(end, code.size());
    if (at == code.size()) break;
  }
  while (at < code.size() && !code.is(at, ";")) ++at;
  ++at;
  return out;
}

// The name that is declared where a message of the model says: "(in 'FILE', line 3, column 2 to column 20)".
std::string declared_at_place(const std::string& message, const std::string& program) {
  const std::size_t place = message.find("(in '"), name_end = message.find("', line ", place);
  if (place == std::string::npos || name_end == std::string::npos) return "";
  long line = 0, column = 0;
  if (std::sscanf(message.c_str() + name_end, "', line %ld, column %ld", &line, &column) != 2) return "";
  const std::string file = message.substr(place + 5, name_end - place - 5);
  const std::filesystem::path folder = std::filesystem::path(program).parent_path();
  const std::string text = whole_text((folder / file).string());  // an absolute path takes the place of the folder
  std::size_t begin = 0;
  for (long k = 1; k < line; ++k) {
    const std::size_t end = text.find('\n', begin);
    if (end == std::string::npos) return "";
    begin = end + 1;
  }
  begin += static_cast<std::size_t>(column);
  const std::string rest = begin < text.size() ? text.substr(begin) : "";
  const Code code(rest);
  std::size_t at = 0;
  const Declaration found = declaration_at(code, at);
  return found.names.empty() ? "" : found.names.front();
}

std::string no_room(const std::string& name, const std::string& lower, const std::string& upper) {
  return fmt::format("the bounds of `{}` leave it no room: the lower one is {}, the upper one {}", name, lower, upper);
}

// "lub_constrain: lb is 1, but must be less than 1.000000 (in ...)" with the name of what is declared there.
std::string fault_in_words(const std::string& message, const StanProgram& program, const std::vector<std::string>& names) {
  const std::size_t is = message.find(" is "), than = message.find("must be less than ");
  if (message.find("lub_constrain") == std::string::npos || is == std::string::npos || than == std::string::npos) return "";
  const std::string name = declared_at_place(message, program.file);
  if (!contains(names, name)) return "";
  const auto number = [&](std::size_t at) { return fmt::format("{}", std::atof(message.c_str() + at)); };
  return no_room(name, number(is + 4), number(than + 18));
}

std::string fault_of_values(const StanModel& model, const std::vector<std::string>& names) {
  const Quantities* const quantities = model.quantities();
  if (quantities == nullptr) return "";
  Matrix ends(2, model.dimension()), values;
  ends.row(0).setConstant(-kFar);
  ends.row(1).setConstant(kFar);
  quantities->compute(ends, 1, values);
  const std::vector<std::string> value_names = quantities->names();
  for (Index k = 0; k < quantities->parameter_count(); ++k) {
    const std::string& name = value_names[static_cast<std::size_t>(k)];
    if (contains(names, name.substr(0, name.find('.'))) && values(0, k) >= values(1, k))
      return no_room(name, fmt::format("{}", values(0, k)), fmt::format("{}", values(1, k)));
  }
  return "";
}

}  // namespace

std::vector<std::string> parameters_between_bounds(const std::string& text) {
  const std::string block = stan::block_content(text, "parameters");
  const Code code(block);
  std::vector<Declaration> declared;
  for (std::size_t at = 0; at < code.size();) declared.push_back(declaration_at(code, at));
  std::vector<std::string> parameters, out;
  for (const Declaration& one : declared) parameters.insert(parameters.end(), one.names.begin(), one.names.end());
  for (const Declaration& one : declared) {
    const auto is_parameter = [&](const std::string& word) { return !word.empty() && contains(parameters, word); };
    const bool is_between = contains(one.bounds, "lower") && contains(one.bounds, "upper");
    if (is_between && std::none_of(one.bounds.begin(), one.bounds.end(), is_parameter))
      out.insert(out.end(), one.names.begin(), one.names.end());
  }
  return out;
}

std::string bounds_fault(const StanProgram& program, const StanModel& model) {
  const std::vector<std::string> names = parameters_between_bounds(stan::present_text_with_includes(program));
  if (names.empty()) return "";
  ModelUse use;
  const ModelUseScope scope(&use);
  Vector density;
  model.log_densities(Matrix::Zero(1, model.dimension()), density);
  if (std::isfinite(density[0])) return "";
  for (const FailureKind& failure : use.failures())
    if (const std::string fault = fault_in_words(failure.what, program, names); !fault.empty()) return fault;
  return fault_of_values(model, names);
}

}  // namespace g2t::program
