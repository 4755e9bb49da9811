// JSON values: what JSON files are read into and written from.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <g2t/core/types.hpp>
#include <initializer_list>
#include <stdexcept>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace g2t {

/// A value is not of the requested kind, or a key is missing.
class JsonError : public std::runtime_error {
 public:
  using std::runtime_error::runtime_error;
};

/// Text that is not JSON.
class JsonSyntaxError : public JsonError {
 public:
  enum class Fault { Syntax, RepeatedKey, NumberTooLarge, TooDeep };

  JsonSyntaxError(Fault fault, std::size_t byte, std::string path);

  Fault fault;
  std::size_t byte;  ///< that was read last, counted from 1; 0 if it is not known
  std::string path;  ///< of the value that comes next, or of the key: "points[2][1]", counted from 1
};

/// Null, a flag, a number, a text, a list or an object, whose keys keep their order.
///
/// A list in braces is an object if every entry is a pair that begins with a text: {{"draws", 8}, {"seed", 1}}.
class Json {
 public:
  using List = std::vector<Json>;
  using Object = std::vector<std::pair<std::string, Json>>;
  /// Lists and objects inside one another that parse() takes: what follows them calls itself for each.
  static constexpr std::size_t kDeepest = 100;
  using Content = std::variant<std::monostate, bool, std::int64_t, std::uint64_t, double, std::string, List, Object>;

  Json(std::nullptr_t = nullptr);  // NOLINT: values become JSON by themselves, here and below
  Json(std::same_as<bool> auto flag) : value_(flag) {}
  template <std::integral Count>
    requires(!std::same_as<Count, bool>)
  Json(Count count) {
    if constexpr (std::signed_integral<Count>)
      value_ = static_cast<std::int64_t>(count);
    else
      value_ = static_cast<std::uint64_t>(count);
  }
  /// Null if it is not finite, which JSON cannot represent.
  Json(double number);
  Json(const char* text);
  Json(std::string text);
  Json(const std::vector<std::string>& texts);
  Json(const std::vector<double>& numbers);
  Json(List list);
  Json(Object object);
  Json(std::initializer_list<Json> entries);
  Json(const Json& other);
  Json(Json&& other) noexcept;
  Json& operator=(const Json& other);
  Json& operator=(Json&& other) noexcept;
  ~Json();

  static Json array() { return List(); }
  static Json object() { return Object(); }
  /// Numbers one after the other, or the rows of a matrix.
  static Json numbers(const Vector& values);
  static Json numbers(const Matrix& values);

  /// Takes no NaN, no repeated key, no more than kDeepest lists and objects inside one another, and nothing after the end.
  /// @throws JsonSyntaxError
  static Json parse(const std::string& text);
  /// True for JSON, in which keys may be repeated and lists lie in one another to any depth.
  static bool accept(const std::string& text);

  /// @param indent  of lines, or -1 for a single line. What is not UTF-8 becomes the replacement character,
  ///                control characters \uHHHH.
  [[nodiscard]] std::string dump(int indent = -1) const;

  [[nodiscard]] bool is_null() const { return value_.index() == 0; }
  [[nodiscard]] bool is_boolean() const { return std::holds_alternative<bool>(value_); }
  [[nodiscard]] bool is_number() const { return value_.index() >= 2 && value_.index() <= 4; }
  /// True for a number that was given as an integer.
  [[nodiscard]] bool is_whole() const { return value_.index() == 2 || value_.index() == 3; }
  [[nodiscard]] bool is_string() const { return std::holds_alternative<std::string>(value_); }
  [[nodiscard]] bool is_array() const { return std::holds_alternative<List>(value_); }
  [[nodiscard]] bool is_object() const { return std::holds_alternative<Object>(value_); }

  [[nodiscard]] const Content& content() const { return value_; }
  /// A bool, double, Index, std::uint64_t, std::string, or a vector of texts.
  /// @throws JsonError if it is another kind
  template <class T>
  [[nodiscard]] T get() const;
  /// That of a key, or if it is not there `otherwise`.
  template <class T>
  [[nodiscard]] T value(const std::string& key, const T& otherwise) const {
    return contains(key) ? at(key).get<T>() : otherwise;
  }

  /// Of a list or an object; null has none.
  [[nodiscard]] std::size_t size() const;
  [[nodiscard]] bool empty() const { return size() == 0; }
  /// The entries of a list; null has none.
  [[nodiscard]] List::const_iterator begin() const { return list().begin(); }
  [[nodiscard]] List::const_iterator end() const { return list().end(); }
  [[nodiscard]] const Json& operator[](std::size_t entry) const { return list()[entry]; }
  [[nodiscard]] const Json& at(std::size_t entry) const;
  Json& back();
  /// Null becomes a list.
  void push_back(Json entry);

  [[nodiscard]] const Object& items() const;
  [[nodiscard]] bool contains(const std::string& key) const;
  [[nodiscard]] const Json& at(const std::string& key) const;
  [[nodiscard]] const Json& operator[](const std::string& key) const { return at(key); }
  /// Makes the key if it is not there; null becomes an object.
  Json& operator[](const std::string& key);
  /// Sets the keys of another object.
  void update(const Json& other);

  /// Numbers are equal by value, objects if keys come in the same order.
  friend bool operator==(const Json& a, const Json& b);

 private:
  [[nodiscard]] const List& list() const;

  Content value_;
};

template <>
bool Json::get<bool>() const;
template <>
double Json::get<double>() const;
template <>
Index Json::get<Index>() const;
template <>
std::uint64_t Json::get<std::uint64_t>() const;
template <>
std::string Json::get<std::string>() const;
template <>
std::vector<std::string> Json::get<std::vector<std::string>>() const;

}  // namespace g2t
