// Pools of candidates, and the candidates in the table of a selection.
#include <cmath>
#include <fuzz/fuzz_target.hpp>
#include <g2t/io/json_files.hpp>

namespace g2t::fuzz {
namespace {

void check_each(const std::vector<Candidate>& candidates) {
  for (const Candidate& candidate : candidates) {
    require(std::isfinite(candidate.mean_square) && candidate.mean_square >= 0, "a mean squared norm is not negative");
    require(std::isfinite(candidate.seconds) && candidate.seconds > 0, "seconds are positive");
  }
}

void check_candidates(std::string_view input) {
  const std::string text(input);
  std::vector<Candidate> candidates;
  if (takes([&] { candidates = parse_pool(text, kFile); })) check_each(candidates);
  if (takes([&] { candidates = parse_entries(text, kFile); })) check_each(candidates);
}

const Registration kCandidates("candidates", check_candidates);

}  // namespace
}  // namespace g2t::fuzz
