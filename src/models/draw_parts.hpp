// Draws of a batch in parts of whole lanes, which threads share.
#pragma once

#include <functional>
#include <g2t/core/types.hpp>

namespace g2t::models {

/// Calls use(part, first draw, draws) for parts of the draws, by so many threads: which of them does which is left open. A part
/// begins with whole lanes, so that results do not depend on the number of threads.
/// @throws what the first of the parts that throw has thrown, when all have ended
void share_draws(Index draw_count, Index lane_width, Index thread_count,
                 const std::function<void(std::size_t part, Index first, Index draws)>& use);

/// How many parts that makes.
[[nodiscard]] std::size_t draw_part_count(Index draw_count, Index lane_width, Index thread_count);

}  // namespace g2t::models
