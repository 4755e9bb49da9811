// What steps leave to the answer: where chains can do the rest, q need not be the best one.
#pragma once

#include <inference/answer/way_forecast.h>

#include <g2t/inference/options.hpp>

namespace g2t {

inline constexpr Index kBlocksBeforeChains = 3;   ///< of steps, at least
inline constexpr double kShareOfChains = 0.25;    ///< of what chains will cost, that steps may cost, in draws

/// True if the answer may be moved by chains.
[[nodiscard]] inline bool may_move(const FitOptions& options) {
  return options.answer == AnswerWay::Auto || options.answer == AnswerWay::Moved;
}

/// Draws that the answer may take, for the time to be left to it.
[[nodiscard]] inline double draws_of_answer(const FitOptions& options, Index dimension) {
  return may_move(options) ? forecast_chain_gradients(dimension) : static_cast<double>(kReportDraws);
}

/// True if more steps would cost more than they save: chains do the rest.
/// @param blocks, draws  of steps so far
[[nodiscard]] inline bool are_steps_enough(const FitOptions& options, Index dimension, Index blocks, Index draws) {
  return may_move(options) && blocks >= kBlocksBeforeChains &&
         static_cast<double>(draws) >= kShareOfChains * forecast_chain_gradients(dimension);
}

}  // namespace g2t
