// Problem files: what is read, and every fault named by file, key path and text.
#include <cmath>
#include <g2t/io/problem_file.hpp>
#include <io/io_testing.hpp>

namespace g2t {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using namespace g2t::testing;

TEST(ProblemFile, ReadsMomentsAndCosts) {
  const ProblemFile read = parse_problem(
      R"({"u": 1.5, "r": [-1, 2], "Q": [[2, 0.5], [0.25, 3]], "t0": 0.1, "t": [0, "Infinity"],
          "groups": [{"members": [2, 1], "seconds": 0.25}, {"members": [1], "seconds": 1}]})",
      "p.json");
  EXPECT_TRUE(read.pool.empty());
  const SubsetProblem& problem = read.subsets;
  EXPECT_EQ(problem.u, 1.5);
  EXPECT_EQ(problem.r, (Vector{{-1, 2}}));
  EXPECT_EQ(problem.q(0, 1), 0.5);
  EXPECT_EQ(problem.q(1, 0), 0.25);  // symmetry is not the reader's business
  EXPECT_EQ(problem.base_seconds, 0.1);
  EXPECT_EQ(problem.seconds[0], 0);
  EXPECT_TRUE(std::isinf(problem.seconds[1]));
  ASSERT_EQ(problem.groups.size(), 2U);
  EXPECT_THAT(problem.groups[0].members, ElementsAre(1, 0));
  EXPECT_EQ(problem.groups[0].seconds, 0.25);
}

TEST(ProblemFile, MayHaveNoControlVariates) {
  const ProblemFile read = parse_problem(R"({"u": 2, "r": [], "Q": [], "t0": 1, "t": []})", "p.json");
  EXPECT_EQ(read.subsets.r.size(), 0);
  EXPECT_EQ(read.subsets.q.size(), 0);
  EXPECT_EQ(read.subsets.seconds.size(), 0);
}

TEST(ProblemFile, ReadsAPool) {
  const ProblemFile read = parse_problem(R"({"candidates": [{"name": "a", "g2": 2, "seconds": 0.5}]})", "p.json");
  ASSERT_EQ(read.pool.size(), 1U);
  EXPECT_EQ(read.pool[0].name, "a");
}

TEST(ProblemFile, IsReadFromDisk) {
  const ScratchFolder folder;
  EXPECT_EQ(read_problem(folder.write("p.json", R"({"u": 2, "r": [], "Q": [], "t0": 1, "t": []})")).subsets.u, 2);
  EXPECT_THAT(message_of([&] { (void)read_problem(folder.file("no.json")); }), HasSubstr("No such file"));
}

void expect_problem_fault(const std::string& text, const std::string& first, const std::string& second) {
  EXPECT_THAT(message_of([&] { (void)parse_problem(text, "p.json"); }),
              AllOf(HasSubstr("p.json"), HasSubstr(first), HasSubstr(second)))
      << text;
}

// A good file of two control variates but for one entry.
std::string problem_with(const std::string& key, const std::string& value) {
  std::string text = "{";
  for (const auto& [name, good] : std::vector<std::pair<std::string, std::string>>{
           {"u", "1"}, {"r", "[-1, 1]"}, {"Q", "[[1, 0], [0, 1]]"}, {"t0", "1"}, {"t", "[1, 1]"}, {"groups", "[]"}}) {
    const std::string& chosen = name == key ? value : good;
    if (!chosen.empty()) text += (text == "{" ? "" : ", ") + ("\"" + name + "\": ") + chosen;
  }
  return text + "}";
}

TEST(ProblemFile, NamesWhatIsWrong) {
  for (const char* key : {"u", "r", "Q", "t0", "t"}) {
    expect_problem_fault(problem_with(key, ""), key, "missing");
    expect_problem_fault(problem_with(key, "null"), key, "'null'");
    expect_problem_fault(problem_with(key, "{}"), key, "'{}'");
    expect_problem_fault(problem_with(key, "NaN"), key, "'NaN'");
  }
  expect_problem_fault(problem_with("u", "\"1\""), "u: a number", "'\"1\"'");
  expect_problem_fault(problem_with("r", "[1, null]"), "r[2]", "null");
  expect_problem_fault(problem_with("Q", "[[1, 0]]"), "Q: has 1 rows", "r has 2");
  expect_problem_fault(problem_with("Q", "[[1, 0], [0]]"), "Q[2]: has 1 entries", "2 are needed");
  expect_problem_fault(problem_with("Q", "[[1, 0], [\"NaN\", 1]]"), "Q[2][1]", "NaN");
  expect_problem_fault(problem_with("Q", "[1, 1]"), "Q[1]", "a list");
  expect_problem_fault(problem_with("t", "[1]"), "t: has 1 entries", "r has 2");
  expect_problem_fault(problem_with("t", "[1, \"NaN\"]"), "t[2]", "NaN");
  expect_problem_fault(problem_with("t", "[1, \"-Infinity\"]"), "t[2]", "a number or \"Infinity\"");
  expect_problem_fault(problem_with("t", "[Infinity, 1]"), "t[1]", "'Infinity'");  // as Python writes it
  expect_problem_fault(problem_with("t0", "\"Infinity\""), "t0", "a number");
  expect_problem_fault(R"({"u": 1, "r": [], "Q": [], "t0": 1, "t": [], "T": 1})", "unknown key T", "groups");
  expect_problem_fault(R"({"u": 1, "candidates": [{"name": "a", "g2": 2, "seconds": 0.5}]})", "unknown key u",
                       "candidates");
  expect_problem_fault("[]", "an object", "[]");
}

TEST(ProblemFile, NamesWhatIsWrongWithAGroup) {
  expect_problem_fault(problem_with("groups", "{}"), "groups", "a list");
  expect_problem_fault(problem_with("groups", R"([{"members": [1]}])"), "groups[1].seconds", "missing");
  expect_problem_fault(problem_with("groups", R"([{"members": [1], "seconds": 1, "t": 1}])"), "unknown key groups[1].t",
                       "members");
  expect_problem_fault(problem_with("groups", R"([{"members": [], "seconds": 1}])"), "groups[1].members", "empty");
  expect_problem_fault(problem_with("groups", R"([{"members": [0], "seconds": 1}])"), "groups[1].members[1]",
                       "from 1 to 2");
  expect_problem_fault(problem_with("groups", R"([{"members": [1, 3], "seconds": 1}])"), "groups[1].members[2]", "'3'");
  expect_problem_fault(problem_with("groups", R"([{"members": [1.5], "seconds": 1}])"), "groups[1].members[1]",
                       "a whole number");
  expect_problem_fault(problem_with("groups", R"([{"members": [2, 2], "seconds": 1}])"), "groups[1].members[2]",
                       "twice");
  expect_problem_fault(problem_with("groups", R"([{"members": [2], "seconds": "1"}])"), "groups[1].seconds",
                       "a number");
}

}  // namespace
}  // namespace g2t
