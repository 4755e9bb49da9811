// Statements first, then arrays: the dimensions that move may have had old functions in them.
#include <stan/code.h>
#include <stan/old_names.h>
#include <stan/old_syntax.h>

#include <g2t/core/contains.hpp>
#include <utility>

namespace g2t::stan {
namespace {

// Whether a brace that opens here begins an array, {1, 2}, and no block.
bool opens_an_array(const Code& code, std::size_t brace) {
  if (brace == 0) return false;
  if (code.is(brace - 1, "{")) return opens_an_array(code, brace - 1);
  return code.is(brace - 1, "return") || code.is_one_of(brace - 1, "=(,[~+-*/%?:|&!<>^");
}

// x <- 1, x[2][i] <- 1: a name that begins a statement, and its indices. `a<-b` elsewhere is a comparison.
bool is_assignment(const Code& code, std::size_t arrow) {
  std::size_t at = arrow;
  while (at > 0 && code.is(at - 1, "]")) {
    int depth = 0;
    do {
      --at;
      depth += code.is(at, "]") ? 1 : code.is(at, "[") ? -1 : 0;
    } while (at > 0 && depth > 0);
  }
  if (at == 0 || !code.is_word(at - 1)) return false;
  if (at == 1) return true;
  const std::size_t before = at - 2;
  if (code.is(before, "{")) return !opens_an_array(code, before);
  return code.is_one_of(before, ";})") || code.is(before, "else");
}

// The edits of one text, with what they are for.
class Statements {
 public:
  Statements(const std::string& text, const ProgramNames& names, std::vector<std::string>& found)
      : text_(text), code_(text), names_(names), found_(found) {}

  std::vector<Edit> edits() {
    for (const Token& token : tokens_of(text_))
      if (token.kind == Token::Kind::OldComment) add(token.begin, token.begin + 1, "//", "# comments");
    for (std::size_t k = 0; k < code_.size(); ++k) {
      if (code_.is(k, "<-") && is_assignment(code_, k)) add(code_[k].begin, code_[k].end, "=", "<-");
      if (code_.is_function(k)) see_function(k, code_.word(k));
    }
    return std::move(edits_);
  }

 private:
  void add(std::size_t begin, std::size_t end, const std::string& by, const std::string& what) {
    edits_.push_back(replacement(begin, end, by));
    if (!contains(found_, what)) found_.push_back(what);
  }
  void replace(std::size_t k, const std::string& by, const std::string& what) { add(code_[k].begin, code_[k].end, by, what); }

  void see_function(std::size_t k, const std::string& name) {
    const std::string what = name;
    const auto own = names_.densities.find(name);
    if (own != names_.densities.end() && names_.sampled.count(name.substr(0, name.size() - 4)) > 0) {
      replace(k, own->second, what);
      if (!code_.is_definition(k)) put_bar(k, what);
      return;
    }
    if (code_.is_definition(k) || (k > 0 && code_.is(k - 1, "~"))) return;
    if (name.ends_with("_cdf")) return put_bar(k, "commas of " + name);
    if (names_.defined.count(name) > 0) return;
    if (name == "increment_log_prob") return replace(k, "target += ", what);
    if (name == "if_else") return make_choice(k, what);
    if (const std::string now = renamed_function(name); !now.empty()) return replace(k, now, what);
    if (const std::string now = renamed_density(name); !now.empty()) {
      replace(k, now, what);
      put_bar(k, what);
    }
  }

  // After the first argument.
  void put_bar(std::size_t function, const std::string& what) {
    const std::vector<std::size_t> separators = code_.separators(function + 1);
    if (!separators.empty() && code_.is(separators.front(), ",")) replace(separators.front(), " |", what);
  }

  // if_else(c, a, b) is ((c) ? (a) : (b)).
  void make_choice(std::size_t k, const std::string& what) {
    const std::vector<std::size_t> separators = code_.separators(k + 1);
    const std::size_t end = code_.closing(k + 1);
    if (separators.size() != 2 || end == code_.size()) return;
    add(code_[k].begin, code_[k + 1].end, "((", what);
    replace(separators[0], ") ? (", what);
    replace(separators[1], ") : (", what);
    replace(end, "))", what);
  }

  const std::string& text_;
  const Code code_;
  const ProgramNames& names_;
  std::vector<std::string>& found_;
  std::vector<Edit> edits_;
};

}  // namespace

void add_names(const std::string& text, ProgramNames& names) {
  const Code code(text);
  for (std::size_t k = 0; k < code.size(); ++k) {
    if (!code.is_function(k)) continue;
    const std::string name = code.word(k);
    if (k > 0 && code.is(k - 1, "~")) names.sampled.insert(name);
    if (!code.is_definition(k)) continue;
    names.defined.insert(name);
    std::size_t argument = k + 2;
    if (code.is(argument, "data")) ++argument;
    if (code.is(argument, "array")) argument = code.closing(argument + 1) + 1;
    if (name.ends_with("_log")) names.densities[name] = name.substr(0, name.size() - 3) + (code.is(argument, "int") ? "lpmf" : "lpdf");
  }
}

std::vector<Edit> statement_edits(const std::string& text, const ProgramNames& names, std::vector<std::string>& found) {
  return Statements(text, names, found).edits();
}

void rewrite_old_syntax(EditedText& text, const ProgramNames& names, std::vector<std::string>& found) {
  text.apply(statement_edits(text.text(), names, found));
  const std::vector<Edit> arrays = array_edits(text.text());
  if (!arrays.empty() && !contains(found, "arrays")) found.insert(found.begin(), "arrays");
  text.apply(arrays);
}

}  // namespace g2t::stan
