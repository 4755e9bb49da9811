// The pictures of a study, a model at a time.
#pragma once

#include <g2t/study/summary.hpp>

#include <string>

namespace g2t::report {

/// An estimator with the step size of its curve: "stl (1.2e-05)".
std::string named_step(const Curve& curve);

/// Means, medians with bands, and scaled final ELBOs of one model.
std::string model_pictures(const StudySummary& summary, const std::string& model);

/// Every estimator of one model with all of its step sizes; empty if there is no choice of them.
std::string step_size_pictures(const StudySummary& summary, const std::string& model);

}  // namespace g2t::report
