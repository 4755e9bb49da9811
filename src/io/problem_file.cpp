// One list after the other, each of the size that r has.
#include <g2t/core/contains.hpp>
#include <g2t/io/problem_file.hpp>
#include <io/json_document.hpp>
#include <io/text_file.hpp>
#include <limits>

namespace g2t {
namespace {

using io::JsonNode;

Matrix square_matrix(const JsonNode& node, Index size) {
  const std::vector<JsonNode> rows = node.elements();
  if (static_cast<Index>(rows.size()) != size)
    node.fail("has " + std::to_string(rows.size()) + " rows where r has " + std::to_string(size) + " entries");
  Matrix matrix(size, size);
  for (Index i = 0; i < size; ++i) matrix.row(i) = rows[static_cast<std::size_t>(i)].numbers(size).transpose();
  return matrix;
}

Vector seconds_of(const JsonNode& node, Index size) {
  const std::vector<JsonNode> entries = node.elements();
  if (static_cast<Index>(entries.size()) != size)
    node.fail("has " + std::to_string(entries.size()) + " entries where r has " + std::to_string(size));
  Vector seconds(size);
  for (Index i = 0; i < size; ++i) {
    const JsonNode& entry = entries[static_cast<std::size_t>(i)];
    if (entry.is_text() && entry.text() != "Infinity") entry.fail("a number or \"Infinity\" is needed");
    seconds[i] = entry.is_text() ? std::numeric_limits<double>::infinity() : entry.number();
  }
  return seconds;
}

CostGroup group_of(const JsonNode& node, Index size) {
  node.check_keys({"members", "seconds"});
  CostGroup group;
  for (const JsonNode& member : node.at("members").elements()) {
    const Index number = member.whole_number();
    if (number < 1 || number > size)
      member.fail("there is no such control variate; they are numbered from 1 to " + std::to_string(size));
    if (contains(group.members, number - 1)) member.fail("occurs twice");
    group.members.push_back(number - 1);
  }
  if (group.members.empty()) node.at("members").fail("is empty");
  group.seconds = node.at("seconds").number();
  return group;
}

}  // namespace

ProblemFile parse_problem(const std::string& text, const std::string& file) {
  const Json document = io::parse_json(text, file);
  const JsonNode root(document, file);
  ProblemFile problem;
  if (root.has("candidates")) {
    problem.pool = parse_pool(text, file);
    return problem;
  }
  root.check_keys({"u", "r", "Q", "t0", "t", "groups", "candidates"});
  SubsetProblem& subsets = problem.subsets;
  subsets.u = root.at("u").number();
  subsets.r = root.at("r").numbers();
  const Index size = subsets.r.size();
  subsets.q = square_matrix(root.at("Q"), size);
  subsets.base_seconds = root.at("t0").number();
  subsets.seconds = seconds_of(root.at("t"), size);
  if (!root.has("groups")) return problem;
  for (const JsonNode& node : root.at("groups").elements()) subsets.groups.push_back(group_of(node, size));
  return problem;
}

ProblemFile read_problem(const std::string& path) { return parse_problem(io::read_text_file(path), path); }

}  // namespace g2t
