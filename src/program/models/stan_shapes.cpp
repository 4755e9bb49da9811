// Declared sizes are expressions: a program of the same data computes them as generated quantities.
#include <program/models/stan_shapes.h>
#include <stan/data_shapes.h>
#include <stan/program_blocks.h>
#include <stan/rewritten_program.h>

#include <algorithm>
#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <g2t/models/stan_model.hpp>
#include <g2t/stan/program.hpp>
#include <memory>

namespace g2t::program {
namespace {

using Sizes = std::vector<Index>;

// Of lists in lists; nothing if entries of one list have different shapes.
std::optional<Sizes> sizes_of(const Json& value) {
  if (!value.is_array()) return Sizes{};
  Sizes sizes = {static_cast<Index>(value.size())};
  if (value.empty()) return sizes;
  const std::optional<Sizes> first = sizes_of(value[0]);
  for (const Json& entry : value)
    if (!first || sizes_of(entry) != first) return std::nullopt;
  sizes.insert(sizes.end(), first->begin(), first->end());
  return sizes;
}

bool are_empty(const Sizes& sizes) { return contains(sizes, 0); }

std::string sizes_text(const Sizes& sizes) {
  std::string text;
  for (const Index size : sizes) text += (text.empty() ? "" : ",") + std::to_string(size);
  return "(" + text + ")";
}

}  // namespace

std::vector<KnownShape> shapes_of(const std::vector<std::string>& value_names) {
  std::vector<KnownShape> out;
  for (const std::string& name : value_names) {
    if (name.find(':') != std::string::npos || name.ends_with(".real") || name.ends_with(".imag")) continue;
    const std::string variable = name.substr(0, name.find('.'));
    Sizes sizes;
    bool are_numbers = true;
    for (std::size_t dot = name.find('.'); dot != std::string::npos; dot = name.find('.', dot + 1)) {
      const std::optional<Index> size = parse_count(std::string_view(name).substr(dot + 1, name.find('.', dot + 1) - dot - 1));
      are_numbers = are_numbers && size && *size > 0;
      sizes.push_back(size.value_or(0));
    }
    if (!are_numbers) continue;
    if (out.empty() || out.back().name != variable) out.push_back({variable, {}});
    out.back().sizes = sizes;  // the last one has the largest indices
  }
  return out;
}

std::optional<std::vector<KnownShape>> declared_shapes_of(const ModelOptions& options, const std::string& data,
                                                          const std::string& data_name, std::string& why) {
  const StanProgram program{options.model, options.include_paths};
  const std::string text = stan::present_text_with_includes(program);
  const std::vector<stan::DeclaredShape> declared = stan::declared_shapes(stan::block_content(text, "data"));
  std::vector<KnownShape> out;
  for (const stan::DeclaredShape& shape : declared) out.push_back({shape.name, Sizes(shape.sizes.size())});
  const auto has_sizes = [](const KnownShape& shape) { return !shape.sizes.empty(); };
  if (std::none_of(out.begin(), out.end(), has_sizes)) return out;
  try {
    const InterpretedProgram made =
        interpret_stan_program(program, data, data_name, stan::shape_program(text, declared));
    StanModelOptions how;
    how.library = made.library;
    how.data = made.data;
    how.keeps_constants = false;
    const std::unique_ptr<StanModel> model = make_stan_model(how);
    Matrix sizes;
    model->quantities()->compute(Matrix::Zero(1, 1), 1, sizes);
    Index next = model->quantities()->parameter_count();
    for (KnownShape& shape : out) {
      for (Index& size : shape.sizes) {
        if (next >= sizes.cols() || !std::isfinite(sizes(0, next)))
          throw InputError({data_name}, "sizes cannot be computed");
        size = static_cast<Index>(sizes(0, next++));
      }
    }
    return out;
  } catch (const InputError& error) {
    why = error.what();
    return std::nullopt;
  }
}

std::string shape_fault(const Json& values, const std::vector<KnownShape>& declared, const std::string& stage) {
  for (const KnownShape& shape : declared) {
    if (!values.contains(shape.name) || values.at(shape.name).is_object()) continue;
    const std::optional<Sizes> found = sizes_of(values.at(shape.name));
    if (!found) return "Variable: " + shape.name + ", error: non-rectangular array.";
    const bool are_both_empty = are_empty(*found) && are_empty(shape.sizes);
    if (*found == shape.sizes || are_both_empty) continue;
    const bool has_as_many = found->size() == shape.sizes.size();
    const auto position =
        std::mismatch(found->begin(), found->end(), shape.sizes.begin(), shape.sizes.end()).first - found->begin();
    return (has_as_many ? "mismatch in dimension declared and found in context"
                        : "mismatch in number dimensions declared and found in context") +
           ("; processing stage=" + stage) + "; variable name=" + shape.name +
           (has_as_many ? "; position=" + std::to_string(position) : "") +
           "; dims declared=" + sizes_text(shape.sizes) + "; dims found=" + sizes_text(*found);
  }
  return "";
}

}  // namespace g2t::program
