// Values of every kind, their text, and what is wrong with text.
#include <g2t/core/json.hpp>

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <limits>

namespace g2t {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::ThrowsMessage;
using Fault = JsonSyntaxError::Fault;

TEST(Json, WritesEveryKind) {
  EXPECT_EQ(Json().dump(), "null");
  EXPECT_EQ(Json(true).dump(), "true");
  EXPECT_EQ(Json(-3).dump(), "-3");
  EXPECT_EQ(Json(std::numeric_limits<std::uint64_t>::max()).dump(), "18446744073709551615");
  EXPECT_EQ(Json(2.0).dump(), "2.0");
  EXPECT_EQ(Json(0.1).dump(), "0.1");
  EXPECT_EQ(Json("a \"b\"\n").dump(), R"("a \"b\"\n")");
  EXPECT_EQ(Json(std::vector<std::string>{"a", "b"}).dump(), R"(["a","b"])");
  EXPECT_EQ(Json(std::vector<double>{1, 2.5}).dump(), "[1.0,2.5]");
  EXPECT_EQ(Json::numbers(Vector{{1, 2}}).dump(), "[1.0,2.0]");
  EXPECT_EQ(Json::numbers(Matrix{{1, 2}, {3, 4}}).dump(), "[[1.0,2.0],[3.0,4.0]]");
  EXPECT_EQ(Json::array().dump(), "[]");
  EXPECT_EQ(Json::object().dump(), "{}");
}

TEST(Json, BracesMakeListsAndObjects) {
  const Json object = {{"draws", 8}, {"terms", {"rep", "taylor"}}, {"costs", {{"per_step", 0.5}}}};
  EXPECT_EQ(object.dump(), R"({"draws":8,"terms":["rep","taylor"],"costs":{"per_step":0.5}})");
  const Json list = {1, "a", nullptr};
  EXPECT_EQ(list.dump(), R"([1,"a",null])");
  Json entries = Json::array();
  entries.push_back({8, 1.5});
  entries.push_back({{"what", "x"}, {"count", 2}});
  EXPECT_EQ(entries.dump(), R"([[8,1.5],{"what":"x","count":2}])");
}

TEST(Json, IsWrittenOnLines) {
  const Json json = {{"a", {1, {{"b", nullptr}}}}, {"none", Json::array()}, {"nothing", Json::object()}};
  EXPECT_EQ(json.dump(), R"({"a":[1,{"b":null}],"none":[],"nothing":{}})");
  EXPECT_EQ(json.dump(2), "{\n  \"a\": [\n    1,\n    {\n      \"b\": null\n    }\n  ],\n  \"none\": [],\n  \"nothing\": {}\n}");
}

TEST(Json, CopiesAreApart) {
  Json json = {{"a", {1, "b"}}};
  const Json copy = json;
  json["a"].push_back(2.5);
  EXPECT_EQ(copy.dump(), R"({"a":[1,"b"]})");
  json = json["a"];  // of what it has itself
  EXPECT_EQ(json.dump(), R"([1,"b",2.5])");
}

TEST(Json, WhatIsNotFiniteIsNull) {
  EXPECT_TRUE(Json(std::nan("")).is_null());
  EXPECT_TRUE(Json(-INFINITY).is_null());
  EXPECT_EQ(Json::numbers(Vector{{1, INFINITY}}).dump(), "[1.0,null]");
}

TEST(Json, WhatIsNotUtf8IsReplaced) { EXPECT_EQ(Json("r\xe4te").dump(), "\"r\xef\xbf\xbdte\""); }

TEST(Json, KeysKeepTheirOrder) {
  Json json;
  json["z"] = 1;
  json["a"] = 2;
  json["z"] = 3;
  json.update({{"b", 4}, {"a", 5}});
  EXPECT_EQ(json.dump(), R"({"z":3,"a":5,"b":4})");
  EXPECT_EQ(json.dump(1), "{\n \"z\": 3,\n \"a\": 5,\n \"b\": 4\n}");
  EXPECT_TRUE(json.contains("b"));
  EXPECT_FALSE(json.contains("c"));
  EXPECT_EQ(json.value("b", 0.0), 4);
  EXPECT_EQ(json.value("c", std::string("none")), "none");
}

TEST(Json, ReadsBackTheSameBits) {
  for (const double number : {M_PI, 1e-320, -1.7976931348623157e308, 1.0 / 3, 5e-324, 123456789.0})
    EXPECT_EQ(Json::parse(Json(number).dump()).get<double>(), number);
  const std::string text = R"({"a":[1,-2,3.5,null,true],"b":{"c":"\u00e4"},"n":18446744073709551615})";
  EXPECT_EQ(Json::parse(text).dump(), R"({"a":[1,-2,3.5,null,true],"b":{"c":"ä"},"n":18446744073709551615})");
  EXPECT_EQ(Json::parse(text)["n"].get<std::uint64_t>(), 18446744073709551615U);
}

TEST(Json, IsEqualByValue) {
  EXPECT_EQ(Json(1), Json(1.0));
  EXPECT_EQ(Json::parse("[1, {\"a\": \"b\"}]"), Json::parse("[1,{\"a\":\"b\"}]"));
  EXPECT_FALSE(Json(1) == Json("1"));
}

TEST(Json, EntriesAreReadOneByOne) {
  const Json list = Json::parse(R"(["x", "y"])");
  std::vector<std::string> seen;
  for (const Json& entry : list) seen.push_back(entry.get<std::string>());
  EXPECT_THAT(seen, ElementsAre("x", "y"));
  EXPECT_EQ(list.get<std::vector<std::string>>(), seen);
  EXPECT_TRUE(Json().empty());
  EXPECT_EQ(Json().begin(), Json().end());
}

TEST(Json, NamesWhatIsNeeded) {
  const Json json = {{"a", 1}};
  EXPECT_THAT([&] { (void)json.at("b"); }, ThrowsMessage<JsonError>(HasSubstr("the key b is missing")));
  EXPECT_THAT([&] { (void)json.at("a").get<std::string>(); }, ThrowsMessage<JsonError>(HasSubstr("a text is needed, not a number")));
  EXPECT_THAT([&] { (void)Json("x").get<double>(); }, ThrowsMessage<JsonError>(HasSubstr("a number is needed, not a text")));
  EXPECT_THAT([&] { (void)json.begin(); }, ThrowsMessage<JsonError>(HasSubstr("a list is needed, not an object")));
  EXPECT_THAT([&] { (void)Json::parse("[1]").at(1); }, ThrowsMessage<JsonError>(HasSubstr("no entry 2")));
}

TEST(Json, TakesNoMoreLevelsThanFollowingThemCanStand) {
  const auto lists = [](std::size_t depth) { return std::string(depth, '[') + std::string(depth, ']'); };
  EXPECT_EQ(Json::parse(lists(Json::kDeepest)).dump(), lists(Json::kDeepest));
  EXPECT_THROW((void)Json::parse(lists(Json::kDeepest + 1)), JsonSyntaxError);
  EXPECT_THROW((void)Json::parse(lists(1000000)), JsonSyntaxError);
}

TEST(Json, IsWrittenWithoutControlCharacters) {
  const Json json = {{"a\x1B\x7F", "\xC2\x9B\xE2\x80\xAE\xC3\xA9"}};
  EXPECT_EQ(json.dump(), "{\"a\\u001b\\u007f\":\"\\u009b\\u202e\xC3\xA9\"}");
  EXPECT_EQ(Json::parse(json.dump()), json);
}

TEST(Json, IsWrittenInATimeProportionalToItsKeys) {
  Json::Object object;
  for (int i = 0; i < 200000; ++i) object.emplace_back("key" + std::to_string(i), i);
  EXPECT_EQ(Json::parse(Json(object).dump()).size(), 200000U);  // by pairs of keys it would take minutes
}

JsonSyntaxError syntax_error_of(const std::string& text) {
  try {
    (void)Json::parse(text);
  } catch (const JsonSyntaxError& error) {
    return error;
  }
  ADD_FAILURE() << "taken: " << text;
  return {Fault::Syntax, 0, ""};
}

TEST(Json, SaysWhereTextIsWrong) {
  EXPECT_EQ(syntax_error_of(R"({"a": [1, {"b": NaN}]})").path, "a[2].b");
  EXPECT_EQ(syntax_error_of(R"({"a": [1, {"b": NaN}]})").byte, 17U);
  EXPECT_EQ(syntax_error_of(R"({"a": {"b": 1, "b": 2}})").fault, Fault::RepeatedKey);
  EXPECT_EQ(syntax_error_of(R"({"a": {"b": 1, "b": 2}})").path, "a.b");
  EXPECT_EQ(syntax_error_of("[1, 1e999]").fault, Fault::NumberTooLarge);
  EXPECT_EQ(syntax_error_of("[1, 1e999]").path, "[2]");
  EXPECT_EQ(syntax_error_of("[1] 2").fault, Fault::Syntax);
  EXPECT_EQ(syntax_error_of("").fault, Fault::Syntax);
  EXPECT_EQ(syntax_error_of(std::string(101, '[')).fault, Fault::TooDeep);
  EXPECT_TRUE(Json::accept(R"({"a": 1, "a": 2})"));
  EXPECT_FALSE(Json::accept("[NaN]"));
}

}  // namespace
}  // namespace g2t
