// The answer's phases, plain steps, and natural ones, which know how far they have to go.
#include <g2t/core/counted.hpp>
#include <g2t/core/readable.hpp>
#include <g2t/program/text/progress_text.hpp>

#include <fmt/format.h>

#include <cmath>

namespace g2t {

std::string progress_text(const FitProgress& progress) {
  const std::string time = fmt::format("  {:6.1f} s   ", progress.elapsed_seconds);
  if (!progress.phase.empty()) return time + progress.phase + ": " + counted(progress.evaluations, "evaluation");
  const std::string elbo = "   ELBO " + nats(progress.elbo, 2);
  if (std::isnan(progress.nats_to_go))
    return fmt::format("{}{}{}   {}   step size {:.1e}", time, counted(progress.iteration, "step"), elbo, progress.recipe,
                       progress.step_size);
  return fmt::format("{}{}{}   about {:.2g} nats to go   {}", time, counted(progress.gradient_draws, "draw"), elbo,
                     progress.nats_to_go, progress.recipe);
}

}  // namespace g2t
