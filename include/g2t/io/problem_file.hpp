// The file of a choice whose numbers were measured elsewhere: among subsets of control variates, or among a pool.
#pragma once

#include <g2t/core/subset_problem.hpp>
#include <g2t/io/json_files.hpp>
#include <string>
#include <vector>

namespace g2t {

/// {"u", "r", "Q", "t0", "t"}, and "groups" for shared computations; or {"candidates": [...]}, as read_pool takes it.
struct ProblemFile {
  SubsetProblem subsets;
  std::vector<Candidate> pool;  ///< empty: the choice is among subsets
};

/// Entries of "t" may be the text "Infinity". Whether the numbers can be moments is not checked.
/// @throws InputError as all readers of JSON files, for lists whose sizes disagree, and for members that there are none
/// of
[[nodiscard]] ProblemFile read_problem(const std::string& path);

/// The same from text; `file` is what errors call it.
[[nodiscard]] ProblemFile parse_problem(const std::string& text, const std::string& file);

}  // namespace g2t
