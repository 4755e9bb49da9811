// Says in which line and column, or at which path, a document is wrong.
#include <algorithm>
#include <cmath>
#include <g2t/core/contains.hpp>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>
#include <limits>

namespace g2t::io {
namespace {

// Line and column of a byte, both from 1.
InputLocation locate(const std::string& text, const std::string& file, std::size_t position) {
  LineReader lines(text);
  std::size_t begin = 0;
  while (lines.next()) {
    begin = static_cast<std::size_t>(lines.line().data() - text.data());
    if (position <= begin + lines.line().size()) break;
  }
  return {file, std::max(lines.number(), 1L), static_cast<long>(position - std::min(begin, position)) + 1};
}

bool is_word_character(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '-' || c == '+' ||
         c == '.' || c == '_';
}

[[noreturn]] void fail_syntax(const std::string& text, const std::string& file, const JsonSyntaxError& error) {
  if (text.find_first_not_of(" \t\r\n") == std::string::npos) throw InputError({file, 0, 0}, "the file is empty");
  // The parser stops at the last byte that it read, somewhere in a word.
  std::size_t begin = std::min(error.byte > 0 ? error.byte - 1 : 0, text.size());
  if (begin == text.size()) throw InputError(locate(text, file, begin), "the JSON ends too soon");
  while (begin > 0 && is_word_character(text[begin - 1])) --begin;
  std::size_t end = begin;
  while (end < text.size() && is_word_character(text[end])) ++end;
  if (end == begin) ++end;
  const std::string word = text.substr(begin, end - begin);
  const InputLocation location = locate(text, file, begin);

  const bool is_number_like = is_missing_value(word) || parse_number(word);
  const bool has_path = is_number_like && !error.path.empty();
  const std::string reason = has_path ? error.path + " is not a finite number in JSON" : "this is not JSON";
  throw InputError(location, reason, excerpt(word));
}

}  // namespace

Json parse_json(const std::string& text, const std::string& file) {
  try {
    return Json::parse(text);
  } catch (const JsonSyntaxError& error) {
    if (error.fault == JsonSyntaxError::Fault::RepeatedKey)
      throw InputError({file, 0, 0}, "the key " + error.path + " occurs twice");
    if (error.fault == JsonSyntaxError::Fault::TooDeep) throw InputError({file, 0, 0}, error.what());
    if (error.fault == JsonSyntaxError::Fault::NumberTooLarge)
      throw InputError({file, 0, 0}, error.path + ": the number is too large for double precision");
    fail_syntax(text, file, error);
  }
}

void check_depth(const std::string& text, const std::string& file) {
  std::size_t depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (c == '"') {
      for (++i; i < text.size() && text[i] != '"'; ++i)
        if (text[i] == '\\') ++i;
    } else if (c == '[' || c == '{') {
      if (++depth > Json::kDeepest) throw InputError({file, 0, 0}, JsonSyntaxError(JsonSyntaxError::Fault::TooDeep, 0, "").what());
    } else if ((c == ']' || c == '}') && depth > 0) {
      --depth;
    }
  }
}

double JsonNode::number() const {
  expect(value_->is_number(), "a number");
  const double number = value_->get<double>();
  expect(std::isfinite(number), "a finite number");
  return number;
}

double JsonNode::number_not_negative() const {
  const double value = number();
  expect(value >= 0, "a number that is not negative");
  return value;
}

double JsonNode::number_above_0() const {
  const double value = number();
  expect(value > 0, "a number above 0");
  return value;
}

Index JsonNode::count(Index least) const {
  const Index value = whole_number();
  expect(value >= least, "a whole number, " + std::to_string(least) + " or more,");
  return value;
}

Index JsonNode::whole_number() const {
  const double value = number();
  expect(value == std::floor(value) && std::abs(value) <= 9007199254740992.0, "a whole number");
  return static_cast<Index>(value);
}

bool JsonNode::flag() const {
  expect(value_->is_boolean(), "true or false");
  return value_->get<bool>();
}

std::string JsonNode::text() const {
  expect(value_->is_string(), "a text");
  return value_->get<std::string>();
}

std::vector<JsonNode> JsonNode::elements() const {
  expect(value_->is_array(), "a list");
  std::vector<JsonNode> nodes;
  for (const Json& element : *value_) {
    nodes.emplace_back(element, *file_, path_ + "[" + std::to_string(nodes.size() + 1) + "]");
  }
  return nodes;
}

Vector JsonNode::numbers(Index size) const { return numbers(size, false); }
Vector JsonNode::numbers_or_nan(Index size) const { return numbers(size, true); }

Vector JsonNode::numbers(Index size, bool takes_null) const {
  expect(value_->is_array(), "a list");
  const Index count = static_cast<Index>(value_->size());
  if (size >= 0 && count != size) {
    fail("has " + std::to_string(count) + " entries where " + std::to_string(size) + " are needed");
  }
  Vector numbers(count);
  for (Index i = 0; i < count; ++i) {
    const Json& element = (*value_)[static_cast<std::size_t>(i)];
    const bool is_finite = element.is_number() && std::isfinite(element.get<double>());
    if (takes_null && element.is_null()) {
      numbers[i] = std::numeric_limits<double>::quiet_NaN();
    } else {  // only a fault needs its path, which is text
      numbers[i] = is_finite ? element.get<double>() : elements()[static_cast<std::size_t>(i)].number();
    }
  }
  return numbers;
}

std::vector<std::string> JsonNode::texts() const {
  std::vector<std::string> texts;
  for (const JsonNode& node : elements()) texts.push_back(node.text());
  return texts;
}

JsonNode JsonNode::at(const std::string& key) const {
  if (!has(key)) throw InputError({*file_, 0, 0}, "the key " + path_of(key) + " is missing");
  return {value_->at(key), *file_, path_of(key)};
}

bool JsonNode::has(const std::string& key) const {
  expect(value_->is_object(), "an object");
  return value_->contains(key);
}

std::vector<std::pair<std::string, JsonNode>> JsonNode::members() const {
  expect(value_->is_object(), "an object");
  std::vector<std::pair<std::string, JsonNode>> members;
  for (const auto& [key, value] : value_->items()) members.emplace_back(key, JsonNode(value, *file_, path_of(key)));
  return members;
}

void JsonNode::check_keys(const std::vector<std::string>& known) const {
  for (const auto& [key, node] : members()) {
    if (!contains(known, key)) {
      std::string list;
      for (const std::string& name : known) list += (list.empty() ? "" : ", ") + name;
      throw InputError({*file_, 0, 0}, "unknown key " + path_of(key) + " (known: " + list + ")");
    }
  }
}

void JsonNode::fail(const std::string& reason) const {
  throw InputError({*file_, 0, 0}, (path_.empty() ? "" : path_ + ": ") + reason, excerpt(value_->dump()));
}

void JsonNode::expect(bool is_right, const std::string& what) const {
  if (!is_right) fail(what + " is needed");
}

}  // namespace g2t::io
