// JSON text, read and written by nlohmann's library, which no other source includes.
#include <g2t/core/json.hpp>
#include <g2t/core/printable.hpp>

#include <nlohmann/json.hpp>

#include <set>

namespace g2t {
namespace {

using Native = nlohmann::ordered_json;
using Fault = JsonSyntaxError::Fault;

constexpr int kOutOfRange = 406;  // the library's number of this fault

// Makes values of the parser's events, and knows where it is.
class Reader final : public nlohmann::json_sax<Native> {
 public:
  Json result;

  bool null() override { return add(nullptr); }
  bool boolean(bool flag) override { return add(flag); }
  bool number_integer(number_integer_t number) override { return add(number); }
  bool number_unsigned(number_unsigned_t number) override { return add(number); }
  bool number_float(number_float_t number, const string_t&) override { return add(number); }
  bool string(string_t& text) override { return add(std::move(text)); }
  bool binary(binary_t&) override { return false; }  // JSON text has none

  bool start_object(std::size_t) override { return open(false); }
  bool start_array(std::size_t) override { return open(true); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }

  bool key(string_t& name) override {
    levels_.back().key = name;
    if (!levels_.back().keys.insert(name).second) throw JsonSyntaxError(Fault::RepeatedKey, 0, path());
    return true;
  }

  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    begin_value();
    throw JsonSyntaxError(error.id == kOutOfRange ? Fault::NumberTooLarge : Fault::Syntax, byte, path());
  }

 private:
  // An open list or object.
  struct Level {
    bool is_list;
    long count;  // of values begun in a list
    std::string key;
    std::set<std::string> keys;
    Json::List list;
    Json::Object object;
  };

  void begin_value() {
    if (!levels_.empty() && levels_.back().is_list) ++levels_.back().count;
  }

  bool open(bool is_list) {
    begin_value();
    if (levels_.size() == Json::kDeepest) throw JsonSyntaxError(Fault::TooDeep, 0, levels_.front().is_list ? "" : levels_.front().key);
    levels_.push_back({is_list, 0, "", {}, {}, {}});
    return true;
  }

  bool close() {
    Level level = std::move(levels_.back());
    levels_.pop_back();
    put(level.is_list ? Json(std::move(level.list)) : Json(std::move(level.object)));
    return true;
  }

  bool add(Json value) {
    begin_value();
    put(std::move(value));
    return true;
  }

  void put(Json value) {
    if (levels_.empty())
      result = std::move(value);
    else if (levels_.back().is_list)
      levels_.back().list.push_back(std::move(value));
    else
      levels_.back().object.emplace_back(levels_.back().key, std::move(value));
  }

  [[nodiscard]] std::string path() const {
    std::string path;
    for (const Level& level : levels_)
      path += level.is_list ? "[" + std::to_string(level.count) + "]" : (path.empty() ? "" : ".") + level.key;
    return path;
  }

  std::vector<Level> levels_;
};

// Lists and objects are not made into the library's own, whose destructors need memory: without it they end the program.
class Writer {
 public:
  Writer(std::string& out, int indent) : out_(out), indent_(indent) {}

  void write(const Json& value) {
    std::visit([this](const auto& content) { add(content); }, value.content());
  }

 private:
  void add(std::monostate) { add(nullptr); }
  void add(const Json::List& list) {
    open('[');
    for (const Json& entry : list) {
      next(&entry == &list.front());
      write(entry);
    }
    close(']', list.empty());
  }
  void add(const Json::Object& object) {
    open('{');
    for (const auto& entry : object) {
      next(&entry == &object.front());
      add(entry.first);
      out_ += indent_ < 0 ? ":" : ": ";
      write(entry.second);
    }
    close('}', object.empty());
  }
  template <class Leaf>
  void add(const Leaf& leaf) {
    out_ += Native(leaf).dump(-1, ' ', false, Native::error_handler_t::replace);
  }

  void open(char bracket) {
    out_ += bracket;
    ++depth_;
  }
  void next(bool is_first) {
    if (!is_first) out_ += ',';
    begin_line();
  }
  void close(char bracket, bool is_empty) {
    --depth_;
    if (!is_empty) begin_line();
    out_ += bracket;
  }
  void begin_line() {
    if (indent_ < 0) return;
    out_ += '\n';
    out_.append(static_cast<std::size_t>(indent_) * depth_, ' ');
  }

  std::string& out_;
  int indent_;
  std::size_t depth_ = 0;
};

std::string words_of(Fault fault) {
  return fault == Fault::RepeatedKey      ? std::string("the key occurs twice")
         : fault == Fault::NumberTooLarge ? "the number is too large for double precision"
         : fault == Fault::TooDeep        ? "more than " + std::to_string(Json::kDeepest) + " lists and objects are inside one another"
                                          : "this is not JSON";
}

}  // namespace

JsonSyntaxError::JsonSyntaxError(Fault seen, std::size_t last_byte, std::string where)
    : JsonError((where.empty() ? "" : where + ": ") + words_of(seen)),
      fault(seen),
      byte(last_byte),
      path(std::move(where)) {}

Json Json::parse(const std::string& text) {
  Reader reader;
  Native::sax_parse(text, &reader);
  return std::move(reader.result);
}

bool Json::accept(const std::string& text) { return Native::accept(text); }

std::string Json::dump(int indent) const {
  std::string text;
  Writer(text, indent).write(*this);
  return printable_json(text);
}

}  // namespace g2t
