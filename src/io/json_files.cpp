// Each file's keys, and what is right about their values.
#include <cmath>
#include <g2t/core/errors.hpp>
#include <g2t/io/json_files.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>
#include <set>

namespace g2t {
namespace {

using io::JsonNode;

Vector positive_numbers(const JsonNode& node, Index size) {
  Vector numbers = node.numbers(size);
  const std::vector<JsonNode> nodes = (numbers.array() > 0).all() ? std::vector<JsonNode>() : node.elements();
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!(numbers[static_cast<Index>(i)] > 0)) nodes[i].fail("a positive number is needed");
  }
  return numbers;
}

Matrix lower_triangle(const JsonNode& node, Index dimension) {
  const std::vector<JsonNode> rows = node.elements();
  if (static_cast<Index>(rows.size()) != dimension) {
    node.fail("has " + std::to_string(rows.size()) + " rows where " + std::to_string(dimension) + " are needed");
  }
  Matrix triangle = Matrix::Zero(dimension, dimension);
  for (Index i = 0; i < dimension; ++i) {
    const JsonNode& row = rows[static_cast<std::size_t>(i)];
    const Index count = static_cast<Index>(row.elements().size());
    if (count != i + 1) {
      row.fail("has " + std::to_string(count) + " entries where a lower triangle has " + std::to_string(i + 1));
    }
    triangle.row(i).head(i + 1) = row.numbers().transpose();
    if (!(triangle(i, i) > 0)) row.elements().back().fail("the diagonal must be positive");
  }
  return triangle;
}

void check_dimension(const JsonNode& node, Index found, Index wanted) {
  if (found == 0) node.fail("is empty");
  if (wanted > 0 && found != wanted) {
    node.fail("has " + std::to_string(found) + " entries where the model has " + std::to_string(wanted) +
              " parameters");
  }
}

constexpr double kOrthonormalRows = 1e-8;  // error of a basis
constexpr double kMaxDrawsRead = 1e9;  // a step

ComputationCost read_cost(const JsonNode& node) {
  ComputationCost cost{node.at("per_step").number_not_negative(), node.at("per_draw").number_not_negative(), {}};
  if (!node.has("by_draws")) return cost;
  for (const JsonNode& row : node.at("by_draws").elements()) {
    const std::vector<JsonNode> entries = row.elements();
    if (entries.size() != 2) row.fail("needs two numbers: draws and seconds");
    const double draws = entries[0].number_not_negative();
    if (draws < 1 || draws != std::floor(draws) || draws > kMaxDrawsRead) entries[0].fail("must be a number of draws");
    const DrawsSeconds read{static_cast<Index>(draws), entries[1].number_not_negative()};
    if (!cost.by_draws.empty() && read.draws <= cost.by_draws.back().draws) entries[0].fail("must ascend");
    cost.by_draws.push_back(read);
  }
  if (cost.by_draws.empty()) node.at("by_draws").fail("is empty");
  return cost;
}

// Rows of "basis" are orthonormal, with a variance each.
void read_directions(const JsonNode& root, Gaussian& q) {
  const std::vector<JsonNode> rows = root.at("basis").elements();
  const Index rank = static_cast<Index>(rows.size()), size = q.dimension();
  if (rank > size) root.at("basis").fail("has more rows than there are parameters");
  q.variances = positive_numbers(root.at("variances"), rank);
  q.basis.resize(size, rank);
  for (Index k = 0; k < rank; ++k) q.basis.col(k) = rows[static_cast<std::size_t>(k)].numbers(size);
  const Matrix error = q.basis.transpose() * q.basis - Matrix::Identity(rank, rank);
  if (!(error.norm() <= kOrthonormalRows)) root.at("basis").fail("its rows must be orthogonal and of length 1");
}

void check_distinct(const JsonNode& node) {
  std::set<std::string> known;
  for (const JsonNode& element : node.elements()) {
    if (!known.insert(element.text()).second) element.fail("occurs twice");
  }
}

}  // namespace

NamedGaussian parse_gaussian(const std::string& text, const std::string& file, Index dimension) {
  const Json document = io::parse_json(text, file);
  const JsonNode root(document, file);
  const JsonNode family = root.at("family");
  NamedGaussian named;
  if (family.text() == family_name(Structure::Diagonal)) {
    named.q.structure = Structure::Diagonal;
    root.check_keys({"family", "names", "mean", "scale"});
  } else if (family.text() == family_name(Structure::Dense)) {
    named.q.structure = Structure::Dense;
    root.check_keys({"family", "names", "mean", "cholesky"});
  } else if (family.text() == family_name(Structure::LowRank)) {
    named.q.structure = Structure::LowRank;
    root.check_keys({"family", "names", "mean", "scale", "variances", "basis"});
  } else {
    family.fail("mean-field, low-rank or full-rank is needed");
  }

  named.q.mean = root.at("mean").numbers();
  const Index size = named.q.dimension();
  check_dimension(root.at("mean"), size, dimension);
  if (named.q.structure != Structure::Dense) {
    named.q.scale = positive_numbers(root.at("scale"), size);
    if (named.q.structure == Structure::LowRank) read_directions(root, named.q);
  } else {
    named.q.cholesky = lower_triangle(root.at("cholesky"), size);
  }
  if (root.has("names")) {
    named.names = root.at("names").texts();
    if (static_cast<Index>(named.names.size()) != size) {
      root.at("names").fail("has " + std::to_string(named.names.size()) + " entries where the mean has " +
                            std::to_string(size));
    }
  }
  return named;
}

Recipe parse_recipe(const std::string& text, const std::string& file) {
  const Json document = io::parse_json(text, file);
  const JsonNode root(document, file);
  root.check_keys({"base", "control_variates", "weights", "draws", "antithetic"});
  Recipe recipe;
  recipe.base = root.at("base").text();
  recipe.control_variates = root.at("control_variates").texts();
  check_distinct(root.at("control_variates"));
  const Vector weights = root.at("weights").numbers(static_cast<Index>(recipe.control_variates.size()));
  recipe.weights.assign(weights.begin(), weights.end());
  if (root.has("antithetic")) recipe.antithetic = root.at("antithetic").flag();
  if (root.has("draws")) recipe.draws = root.at("draws").whole_number();
  if (recipe.draws <= 0) root.at("draws").fail("a positive number is needed");
  try {
    check(recipe);
  } catch (const InvalidArgument& error) {
    throw InputError({file, 0, 0}, error.what());
  }
  return recipe;
}

std::vector<Candidate> parse_entries(const std::string& text, const std::string& file) {
  const Json document = io::parse_json(text, file);
  const JsonNode root(document, file);
  JsonNode selection = root;
  if (root.has("selections")) {
    const std::vector<JsonNode> all = root.at("selections").elements();
    if (all.empty()) root.at("selections").fail("is empty: nothing was chosen");
    selection = all.back();
  }
  std::vector<Candidate> out;
  for (const JsonNode& entry : selection.at("subsets").elements()) {
    Recipe recipe;
    recipe.control_variates = entry.at("control_variates").texts();
    for (const double weight : entry.at("weights").numbers(static_cast<Index>(recipe.control_variates.size())))
      recipe.weights.push_back(weight);
    const double seconds = entry.at("seconds").number_not_negative();
    if (!(seconds > 0)) entry.at("seconds").fail("must be positive");
    out.push_back({entry.has("name") ? entry.at("name").text() : describe(recipe),
                   entry.at("g2").number_not_negative(), seconds});
  }
  if (out.empty()) selection.at("subsets").fail("is empty");
  return out;
}

std::vector<Candidate> read_entries(const std::string& path) { return parse_entries(io::read_text_file(path), path); }

Costs parse_costs(const std::string& text, const std::string& file) {
  return costs_of(io::parse_json(text, file), file);
}

Costs costs_of(const Json& document, const std::string& file) {
  const JsonNode root(document, file);
  root.check_keys({"terms", "shared"});
  Costs costs;
  std::set<std::string> known;
  for (const auto& [name, node] : root.at("terms").members()) {
    node.check_keys({"per_step", "per_draw", "by_draws"});
    costs.terms.push_back({name, read_cost(node)});
    known.insert(name);
  }
  if (costs.terms.empty()) root.at("terms").fail("is empty");
  if (!root.has("shared")) return costs;
  for (const JsonNode& node : root.at("shared").elements()) {
    node.check_keys({"members", "per_step", "per_draw", "by_draws"});
    check_distinct(node.at("members"));
    for (const JsonNode& member : node.at("members").elements()) {
      if (known.count(member.text()) == 0) member.fail("is not among the terms");
    }
    costs.shared.push_back({node.at("members").texts(), read_cost(node)});
    if (costs.shared.back().members.empty()) node.at("members").fail("is empty");
  }
  return costs;
}

Matrix parse_points(const std::string& text, const std::string& file, Index dimension) {
  const Json document = io::parse_json(text, file);
  const JsonNode root(document, file);
  root.check_keys({"points"});
  const std::vector<JsonNode> rows = root.at("points").elements();
  if (rows.empty()) root.at("points").fail("is empty");
  const Vector first = rows.front().numbers();
  check_dimension(rows.front(), first.size(), dimension);
  Matrix points(static_cast<Index>(rows.size()), first.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    points.row(static_cast<Index>(i)) = rows[i].numbers(first.size()).transpose();
  }
  return points;
}

std::vector<Candidate> parse_pool(const std::string& text, const std::string& file) {
  const Json document = io::parse_json(text, file);
  const JsonNode root(document, file);
  root.check_keys({"candidates"});
  std::vector<Candidate> pool;
  std::set<std::string> known;
  for (const JsonNode& node : root.at("candidates").elements()) {
    node.check_keys({"name", "g2", "seconds"});
    pool.push_back({node.at("name").text(), node.at("g2").number_not_negative(), node.at("seconds").number()});
    if (!(pool.back().seconds > 0)) node.at("seconds").fail("a positive number is needed");
    if (!known.insert(pool.back().name).second) node.at("name").fail("occurs twice");
  }
  if (pool.empty()) root.at("candidates").fail("is empty");
  return pool;
}

NamedGaussian read_gaussian(const std::string& path, Index dimension) {
  return parse_gaussian(io::read_text_file(path), path, dimension);
}

Recipe read_recipe(const std::string& path) { return parse_recipe(io::read_text_file(path), path); }

Costs read_costs(const std::string& path) { return parse_costs(io::read_text_file(path), path); }

Matrix read_points(const std::string& path, Index dimension) {
  return parse_points(io::read_text_file(path), path, dimension);
}

std::vector<Candidate> read_pool(const std::string& path) { return parse_pool(io::read_text_file(path), path); }

}  // namespace g2t
