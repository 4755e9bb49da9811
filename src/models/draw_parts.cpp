// Some parts a thread, so that none waits long for another one that is held up.
#include "models/draw_parts.hpp"

#include <algorithm>
#include <g2t/core/thread_team.hpp>

namespace g2t::models {
namespace {

constexpr Index kPartsOfAThread = 4;

Index draws_of_a_part(Index draw_count, Index lane_width, Index thread_count) {
  const Index blocks = (draw_count + lane_width - 1) / lane_width, parts = thread_count > 1 ? kPartsOfAThread * thread_count : 1;
  return (blocks + parts - 1) / parts * lane_width;
}

}  // namespace

std::size_t draw_part_count(Index draw_count, Index lane_width, Index thread_count) {
  const Index draws = draws_of_a_part(draw_count, lane_width, thread_count);
  return draws == 0 ? 0 : static_cast<std::size_t>((draw_count + draws - 1) / draws);
}

void share_draws(Index draw_count, Index lane_width, Index thread_count,
                 const std::function<void(std::size_t, Index, Index)>& use) {
  const Index draws = draws_of_a_part(draw_count, lane_width, thread_count);
  const ThreadScope scope(thread_count);
  share_pieces(draw_part_count(draw_count, lane_width, thread_count), [&](std::size_t part) {
    const Index first = static_cast<Index>(part) * draws;
    use(part, first, std::min(draws, draw_count - first));
  });
}

}  // namespace g2t::models
