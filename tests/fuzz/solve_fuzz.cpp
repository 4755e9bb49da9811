// The input of solve, and its answer: for few control variates that of all subsets.
#include <cmath>
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/problem_file.hpp>
#include <g2t/program/files/solve.hpp>

namespace g2t::fuzz {
namespace {

constexpr double kRounding = 1e-6;

void check_answer(const ProblemFile& problem, const SubsetSearch& search) {
  require(!search.best.empty() && search.best.size() <= 3, "there is an answer");
  for (std::size_t i = 1; i < search.best.size(); ++i)
    require(!(search.best[i].product < search.best[i - 1].product * (1 - kRounding)), "the best comes first");
  if (!problem.pool.empty() || problem.subsets.r.size() > 6 || !search.is_optimal) return;
  const std::vector<SubsetSolution> all = solve_all_subsets(problem.subsets);
  const double least = all[static_cast<std::size_t>(best_subset(all))].product;
  require(search.best.front().product <= least * (1 + kRounding), "the search finds the best subset");
  require(search.best.front().product >= least * (1 - kRounding), "the search finds no better one than there is");
}

void check_solve(std::string_view input) {
  ProblemFile problem;
  if (!takes([&] { problem = parse_problem(std::string(input), kFile); })) return;
  takes([&] { check_answer(problem, solve(problem, {.top = 3, .max_nodes = 2000})); });
}

const Registration kSolve("solve", check_solve);

}  // namespace
}  // namespace g2t::fuzz
