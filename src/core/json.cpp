// Values by kind; text is the business of json_text.cpp.
#include <g2t/core/json.hpp>

#include <algorithm>
#include <cmath>
#include <type_traits>

namespace g2t {
namespace {

const char* kind_of(const Json& value) {
  return value.is_null()      ? "null"
         : value.is_boolean() ? "true or false"
         : value.is_number()  ? "a number"
         : value.is_string()  ? "a text"
         : value.is_array()   ? "a list"
                              : "an object";
}

[[noreturn]] void refuse(const Json& value, const char* needed) {
  throw JsonError(std::string(needed) + " is needed, not " + kind_of(value));
}

bool is_pair(const Json& value) { return value.is_array() && value.size() == 2 && value[0].is_string(); }

}  // namespace

Json::Json(std::nullptr_t) {}
Json::Json(double number) {
  if (std::isfinite(number)) value_ = number;
}
Json::Json(const char* text) : value_(std::string(text)) {}
Json::Json(std::string text) : value_(std::move(text)) {}
Json::Json(const std::vector<std::string>& texts) : value_(List(texts.begin(), texts.end())) {}
Json::Json(const std::vector<double>& numbers) : value_(List(numbers.begin(), numbers.end())) {}
Json::Json(List list) : value_(std::move(list)) {}
Json::Json(Object object) : value_(std::move(object)) {}
Json::Json(std::initializer_list<Json> entries) {
  if (!std::all_of(entries.begin(), entries.end(), is_pair)) {
    value_ = List(entries);
    return;
  }
  Object object;
  for (const Json& entry : entries) object.emplace_back(entry[0].get<std::string>(), entry[1]);
  value_ = std::move(object);
}
// Not the variant's own copy: of GCC 12, it ends the program if there is no memory for a text or list.
Json::Json(const Json& other) {
  std::visit([this](const auto& content) { value_ = std::decay_t<decltype(content)>(content); }, other.value_);
}
Json::Json(Json&& other) noexcept = default;
Json& Json::operator=(const Json& other) {
  if (this != &other) *this = Json(other);
  return *this;
}
Json& Json::operator=(Json&& other) noexcept = default;
Json::~Json() = default;

Json Json::numbers(const Vector& values) { return List(values.begin(), values.end()); }

Json Json::numbers(const Matrix& values) {
  List rows;
  for (Index i = 0; i < values.rows(); ++i) rows.push_back(numbers(Vector(values.row(i))));
  return rows;
}

template <>
bool Json::get<bool>() const {
  if (!is_boolean()) refuse(*this, "true or false");
  return std::get<bool>(value_);
}

template <>
double Json::get<double>() const {
  if (const auto* count = std::get_if<std::int64_t>(&value_)) return static_cast<double>(*count);
  if (const auto* count = std::get_if<std::uint64_t>(&value_)) return static_cast<double>(*count);
  if (!is_number()) refuse(*this, "a number");
  return std::get<double>(value_);
}

template <>
Index Json::get<Index>() const {
  if (const auto* count = std::get_if<std::int64_t>(&value_)) return *count;
  if (const auto* count = std::get_if<std::uint64_t>(&value_)) return static_cast<Index>(*count);
  return static_cast<Index>(get<double>());
}

template <>
std::uint64_t Json::get<std::uint64_t>() const {
  if (const auto* count = std::get_if<std::uint64_t>(&value_)) return *count;
  return static_cast<std::uint64_t>(get<Index>());
}

template <>
std::string Json::get<std::string>() const {
  if (!is_string()) refuse(*this, "a text");
  return std::get<std::string>(value_);
}

template <>
std::vector<std::string> Json::get<std::vector<std::string>>() const {
  std::vector<std::string> out;
  for (const Json& entry : list()) out.push_back(entry.get<std::string>());
  return out;
}

std::size_t Json::size() const { return is_object() ? items().size() : list().size(); }

const Json::List& Json::list() const {
  static const List none;
  if (is_null()) return none;
  if (!is_array()) refuse(*this, "a list");
  return std::get<List>(value_);
}

const Json& Json::at(std::size_t entry) const {
  if (entry >= list().size()) throw JsonError("a list of " + std::to_string(size()) + " has no entry " + std::to_string(entry + 1));
  return list()[entry];
}

Json& Json::back() {
  if (list().empty()) throw JsonError("an empty list has no entry");
  return std::get<List>(value_).back();
}

void Json::push_back(Json entry) {
  if (is_null()) value_ = List();
  if (!is_array()) refuse(*this, "a list");
  std::get<List>(value_).push_back(std::move(entry));
}

const Json::Object& Json::items() const {
  if (!is_object()) refuse(*this, "an object");
  return std::get<Object>(value_);
}

bool Json::contains(const std::string& key) const {
  return is_object() && std::any_of(items().begin(), items().end(), [&](const auto& item) { return item.first == key; });
}

const Json& Json::at(const std::string& key) const {
  for (const auto& [name, value] : items())
    if (name == key) return value;
  throw JsonError("the key " + key + " is missing");
}

Json& Json::operator[](const std::string& key) {
  if (is_null()) value_ = Object();
  if (!is_object()) refuse(*this, "an object");
  Object& object = std::get<Object>(value_);
  for (auto& [name, value] : object)
    if (name == key) return value;
  return object.emplace_back(key, nullptr).second;
}

void Json::update(const Json& other) {
  for (const auto& [key, value] : other.items()) (*this)[key] = value;
}

bool operator==(const Json& a, const Json& b) {
  if (a.is_number() && b.is_number() && a.value_.index() != b.value_.index()) return a.get<double>() == b.get<double>();
  return a.value_ == b.value_;
}

}  // namespace g2t
