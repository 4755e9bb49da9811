// Brackets are counted, not compared: programs with others are refused later.
#include <stan/code.h>

#include <algorithm>
#include <array>
#include <g2t/core/contains.hpp>

namespace g2t::stan {
namespace {

constexpr std::array<std::string_view, 19> kTypes = {
    "int", "real", "complex", "vector", "row_vector", "matrix", "complex_vector", "complex_row_vector", "complex_matrix",
    "simplex", "unit_vector", "sum_to_zero_vector", "ordered", "positive_ordered", "cov_matrix", "corr_matrix",
    "cholesky_factor_cov", "cholesky_factor_corr", "void"};

}  // namespace

Code::Code(const std::string& text) : text_(text), tokens_(tokens_of(text)) {
  std::erase_if(tokens_, [](const Token& token) { return token.kind == Token::Kind::OldComment; });
}

bool Code::is_one_of(std::size_t k, std::string_view marks) const {
  return k < size() && tokens_[k].end == tokens_[k].begin + 1 && marks.find(text_[tokens_[k].begin]) != std::string_view::npos;
}

std::string Code::word(std::size_t k) const {
  return is_word(k) ? text_.substr(tokens_[k].begin, tokens_[k].end - tokens_[k].begin) : "";
}

bool Code::is_type(std::size_t k) const { return contains(kTypes, word(k)); }

std::size_t Code::closing(std::size_t k) const {
  const bool is_bounds = is(k, "<");
  int depth = 0;
  for (std::size_t at = k; at < size() && !is(at, ";"); ++at) {
    if (is_one_of(at, "([{") || (is_bounds && at == k)) ++depth;
    if (is_one_of(at, ")]}") || (is_bounds && depth == 1 && is(at, ">"))) --depth;
    if (depth == 0) return at;
  }
  return size();
}

std::vector<std::size_t> Code::separators(std::size_t open) const {
  std::vector<std::size_t> found;
  int depth = 0;
  for (std::size_t k = open, last = closing(open); k < last; ++k) {
    if (is_one_of(k, "([{")) ++depth;
    if (is_one_of(k, ")]}")) --depth;
    if (depth == 1 && is_one_of(k, ",|")) found.push_back(k);
  }
  return found;
}

}  // namespace g2t::stan
