// What a summary keeps of its data reads back the same, and faults name their key.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <g2t/core/errors.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <support/files.hpp>

namespace g2t {
namespace {

DataEncoding of_csv(const std::string& kind) {
  DataEncoding out;
  out.kind = kind;
  out.file = "d.csv";
  out.rows = 12;
  out.fingerprint = "0123456789abcdef";
  out.column_count = 3;
  out.response = "y";
  ColumnEncoding levels;
  levels.name = "colour";
  levels.levels = {"red", "blue"};
  out.columns = {{"x", 0.1, 1e-3, {}}, levels};
  if (kind == "logistic") out.positive = "1", out.negative = "0", out.intercept = false;
  if (kind == "poisson") out.exposure = "people";
  if (kind == "bnn")
    out.response_center = 5.5, out.response_scale = 0.3, out.hidden_units = 7, out.hierarchical = false;
  return out;
}

std::string dump(const DataEncoding& encoding) { return data_encoding_json(encoding).dump(); }

TEST(DataEncoding, ReadsBackTheSame) {
  for (const char* kind : {"logistic", "poisson", "bnn"}) {
    const std::string text = dump(of_csv(kind));
    EXPECT_EQ(dump(data_encoding_of(Json::parse(text), "s.json")), text);
  }
  DataEncoding libsvm;
  libsvm.kind = "logistic";
  libsvm.is_libsvm = true;
  libsvm.features = 123;
  libsvm.zero_based = true;
  EXPECT_EQ(dump(data_encoding_of(Json::parse(dump(libsvm)), "s.json")), dump(libsvm));
  const DataEncoding again = data_encoding_of(Json::parse(dump(of_csv("logistic"))), "s.json");
  EXPECT_EQ(again.columns[0].scale, 1e-3);
  EXPECT_EQ(again.columns[1].levels, (std::vector<std::string>{"red", "blue"}));
  EXPECT_FALSE(again.intercept);
}

TEST(DataEncoding, FaultsNameTheirKey) {
  const auto fault = [](const std::string& key, const Json& value) {
    Json json = data_encoding_json(of_csv("logistic"));
    json[key] = value;
    return testing::message_of<InputError>([&] { static_cast<void>(data_encoding_of(json, "s.json")); });
  };
  EXPECT_THAT(fault("kind", "other"), ::testing::HasSubstr("data.kind"));
  EXPECT_THAT(fault("rows", "many"), ::testing::HasSubstr("data.rows"));
  EXPECT_THAT(fault("columns", Json::parse(R"([{"name": "x", "center": 0, "scale": -1}])")),
              ::testing::HasSubstr("data.columns[1].scale"));
  EXPECT_THAT(fault("columns", Json::parse(R"([{"name": "x", "levels": []}])")), ::testing::HasSubstr("levels"));
}

}  // namespace
}  // namespace g2t
