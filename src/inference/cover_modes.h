// Where the starts found several modes: a fit of each, and one answer that covers them.
#pragma once

#include <functional>
#include <g2t/core/deadline.hpp>
#include <g2t/core/model.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <vector>

namespace g2t {

/// The best start of every mode, or the chosen one, in order of first appearance, without those that hold next to nothing
/// of the posterior.
std::vector<StartRecord> modes_that_matter(const std::vector<StartRecord>& starts);

/// Fits the modes that the result does not cover, and joins their answers to its own, with a new status and a warning that
/// tells the shares. Nothing changes where there is one mode, or there are too many.
/// @param fit_at        a fit with these options
/// @param seconds_left  infinite: no limit
void cover_modes(const Model& model, const FitOptions& options, const std::function<FitResult(const FitOptions&)>& fit_at,
                 const StopRequest& request, double seconds_left, FitResult& result);

}  // namespace g2t
