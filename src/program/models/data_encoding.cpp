// Keys by kind of model and format: what does not apply is left out.
#include <g2t/core/contains.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <io/json_document.hpp>
#include <utility>

namespace g2t {
namespace {

Json column_json(const ColumnEncoding& column) {
  if (!column.levels.empty()) return {{"name", column.name}, {"levels", column.levels}};
  return {{"name", column.name}, {"center", column.center}, {"scale", column.scale}};
}

ColumnEncoding column_of(const io::JsonNode& node) {
  ColumnEncoding column;
  column.name = node.at("name").text();
  if (node.has("levels")) {
    column.levels = node.at("levels").texts();
    if (column.levels.empty()) node.at("levels").fail("a column of levels must have one");
    return column;
  }
  column.center = node.at("center").number();
  column.scale = node.at("scale").number_not_negative();
  return column;
}

void read_columns(const io::JsonNode& node, DataEncoding& out) {
  out.has_header = node.at("header").flag();
  out.column_count = node.at("column_count").count(1);
  out.response = node.at("response").text();
  for (const io::JsonNode& column : node.at("columns").elements()) out.columns.push_back(column_of(column));
}

}  // namespace

Json data_encoding_json(const DataEncoding& encoding) {
  Json out = {{"kind", encoding.kind},
              {"file", encoding.file},
              {"rows", encoding.rows},
              {"fingerprint", encoding.fingerprint},
              {"format", encoding.is_libsvm ? "libsvm" : "csv"}};
  if (encoding.is_libsvm) {
    out["features"] = encoding.features;
    out["zero_based"] = encoding.zero_based;
  } else {
    out["header"] = encoding.has_header;
    out["column_count"] = encoding.column_count;
    out["response"] = encoding.response;
    out["columns"] = Json::array();
    for (const ColumnEncoding& column : encoding.columns) out["columns"].push_back(column_json(column));
  }
  if (encoding.kind == "logistic") {
    out["intercept"] = encoding.intercept;
    out["negative"] = encoding.negative;
    out["positive"] = encoding.positive;
  } else if (encoding.kind == "poisson") {
    out["exposure"] = encoding.exposure;
  } else {
    out["response_center"] = encoding.response_center;
    out["response_scale"] = encoding.response_scale;
    out["hidden_units"] = encoding.hidden_units;
    out["hierarchical"] = encoding.hierarchical;
  }
  return out;
}

DataEncoding data_encoding_of(const Json& json, const std::string& file) {
  const io::JsonNode node(json, file, "data");
  DataEncoding out;
  out.kind = node.at("kind").text();
  if (!contains(std::vector<std::string>{"logistic", "poisson", "bnn"}, out.kind))
    node.at("kind").fail("logistic, poisson or bnn is needed");
  out.file = node.at("file").text();
  out.rows = node.at("rows").count(0);
  out.fingerprint = node.at("fingerprint").text();
  out.is_libsvm = node.at("format").text() == "libsvm";
  if (out.is_libsvm) {
    out.features = node.at("features").count(1);
    out.zero_based = node.at("zero_based").flag();
  } else {
    read_columns(node, out);
  }
  if (out.kind == "logistic") {
    out.intercept = node.at("intercept").flag();
    out.negative = node.at("negative").text();
    out.positive = node.at("positive").text();
  } else if (out.kind == "poisson") {
    out.exposure = node.at("exposure").text();
  } else {
    out.response_center = node.at("response_center").number();
    out.response_scale = node.at("response_scale").number();
    out.hidden_units = node.at("hidden_units").count(1);
    out.hierarchical = node.at("hierarchical").flag();
  }
  return out;
}

}  // namespace g2t
