// A declaration is read by its brackets: TYPE<BOUNDS>[SIZES] NAME, ...; its sizes are left for Stan to compute.
#include <stan/data_shapes.h>
#include <stan/program_blocks.h>

#include <algorithm>
#include <g2t/core/contains.hpp>

namespace g2t::stan {
namespace {

std::string trimmed(const std::string& text) {
  const std::size_t begin = text.find_first_not_of(" \t\r\n");
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(" \t\r\n") + 1 - begin);
}

// Steps over brackets. Those of bounds are compared with others of their kind only outside of parentheses: a < b is a
// comparison in those.
class Brackets {
 public:
  void see(char c) {
    const bool is_angle = c == '<' || c == '>';
    if (is_angle && !open_.empty() && open_.back() != '<') return;
    if (c == '<' || c == '(' || c == '[' || c == '{') open_ += c;
    if ((c == '>' || c == ')' || c == ']' || c == '}') && !open_.empty()) open_.pop_back();
  }
  [[nodiscard]] bool are_closed() const { return open_.empty(); }

 private:
  std::string open_;
};

// Parts between a mark that stands in no brackets.
std::vector<std::string> split(const std::string& text, char mark) {
  std::vector<std::string> parts(1);
  Brackets brackets;
  for (const char c : text) {
    if (c == mark && brackets.are_closed()) {
      parts.emplace_back();
      continue;
    }
    brackets.see(c);
    parts.back() += c;
  }
  return parts;
}

// The word, bounds and sizes that a text begins with; `rest` is what follows.
struct TypePart {
  std::string word;
  std::vector<std::string> sizes;
};

TypePart take_type(std::string& rest) {
  TypePart out;
  rest = trimmed(rest);
  const std::size_t at = std::min(rest.find_first_of(" \t\r\n<[("), rest.size());
  out.word = rest.substr(0, at);
  rest = trimmed(rest.substr(at));
  while (!rest.empty() && (rest[0] == '<' || rest[0] == '[' || rest[0] == '(')) {
    Brackets brackets;
    std::size_t end = 0;
    do brackets.see(rest[end++]);
    while (end < rest.size() && !brackets.are_closed());
    if (rest[0] == '[')
      for (const std::string& size : split(rest.substr(1, end - 2), ',')) out.sizes.push_back(trimmed(size));
    rest = trimmed(rest.substr(end));
  }
  return out;
}

void add_declaration(const std::string& text, std::vector<DeclaredShape>& out) {
  std::string rest = text;
  TypePart type = take_type(rest);
  std::vector<std::string> sizes;
  if (type.word == "array") {
    sizes = type.sizes;
    type = take_type(rest);
  }
  if (type.word.empty() || type.word == "tuple") return;
  const std::vector<std::string> square = {"cov_matrix", "corr_matrix", "cholesky_factor_cov", "cholesky_factor_corr"};
  if (contains(square, type.word) && type.sizes.size() == 1) type.sizes.push_back(type.sizes.front());
  if (type.word.starts_with("complex")) type.sizes.emplace_back("2");
  sizes.insert(sizes.end(), type.sizes.begin(), type.sizes.end());
  for (const std::string& name : split(rest, ',')) out.push_back({trimmed(name), sizes});
}

}  // namespace

std::vector<DeclaredShape> declared_shapes(const std::string& block) {
  std::vector<DeclaredShape> out;
  for (const std::string& declaration : split(block, ';')) add_declaration(declaration, out);
  return out;
}

std::string shape_program(const std::string& text, const std::vector<DeclaredShape>& shapes) {
  std::string out = text_through_block(text, "data").value_or("") +
                    "parameters {\n  real g2t_nothing;\n}\nmodel {\n}\ngenerated quantities {\n";
  int number = 0;
  for (const DeclaredShape& shape : shapes) {
    if (shape.sizes.empty()) continue;
    std::string all;
    for (const std::string& size : shape.sizes) all += (all.empty() ? "" : ", ") + size;
    out += "  array[" + std::to_string(shape.sizes.size()) + "] int g2t_sizes_" + std::to_string(++number) + " = {" +
           all + "};\n";
  }
  return out + "}\n";
}

}  // namespace g2t::stan
