// A JSON value with its file and key path, so that errors can name them.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/core/types.hpp>
#include <string>
#include <vector>

namespace g2t::io {

/// Parses JSON strictly: no NaN, no repeated key, nothing after the end.
///
/// @throws InputError naming file, line, column, key path (counted from 1) and text
Json parse_json(const std::string& text, const std::string& file);

/// For text that another library reads, which may call itself for each level.
///
/// @throws InputError if more than 100 lists and objects are inside one another
void check_depth(const std::string& text, const std::string& file);

/// A view of a value inside a document; lives no longer than the document and the file name.
class JsonNode {
 public:
  JsonNode(const Json& value, const std::string& file, std::string path = "")
      : value_(&value), file_(&file), path_(std::move(path)) {}

  [[nodiscard]] bool is_null() const { return value_->is_null(); }
  [[nodiscard]] bool is_number() const { return value_->is_number(); }
  [[nodiscard]] bool is_text() const { return value_->is_string(); }
  [[nodiscard]] bool is_flag() const { return value_->is_boolean(); }

  // Each takes the value as one thing, or throws InputError naming the path and the text that is there.
  [[nodiscard]] double number() const;
  [[nodiscard]] double number_not_negative() const;
  [[nodiscard]] double number_above_0() const;
  [[nodiscard]] Index whole_number() const;
  /// A whole number that is not smaller.
  [[nodiscard]] Index count(Index least) const;
  [[nodiscard]] bool flag() const;
  [[nodiscard]] std::string text() const;
  [[nodiscard]] std::vector<JsonNode> elements() const;
  /// Numbers of a list that must have `size` entries, unless it is negative.
  [[nodiscard]] Vector numbers(Index size = -1) const;
  /// The same, in which null is a number that is not finite, and becomes NaN.
  [[nodiscard]] Vector numbers_or_nan(Index size = -1) const;
  [[nodiscard]] std::vector<std::string> texts() const;

  /// The value of a key, which must be there.
  [[nodiscard]] JsonNode at(const std::string& key) const;
  [[nodiscard]] bool has(const std::string& key) const;
  void check_object() const { expect(value_->is_object(), "an object"); }
  /// All keys and values of an object.
  [[nodiscard]] std::vector<std::pair<std::string, JsonNode>> members() const;
  /// Fails at the first key that is not in `known`.
  void check_keys(const std::vector<std::string>& known) const;

  [[noreturn]] void fail(const std::string& reason) const;

 private:
  [[nodiscard]] Vector numbers(Index size, bool takes_null) const;
  void expect(bool is_right, const std::string& what) const;
  [[nodiscard]] std::string path_of(const std::string& key) const { return path_.empty() ? key : path_ + "." + key; }

  const Json* value_;
  const std::string* file_;
  std::string path_;
};

}  // namespace g2t::io
