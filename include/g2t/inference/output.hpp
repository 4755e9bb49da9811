// The files of a fit.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/random.hpp>
#include <g2t/inference/load_model.hpp>
#include <g2t/inference/options.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/io/csv_writer.hpp>

#include <cstdint>
#include <string>
#include <vector>

namespace g2t {

/// Names of the files that a fit with this prefix writes.
std::vector<std::string> fit_output_files(const std::string& prefix);

/// Fails early if an output exists (without force) or would replace an input.
/// @throws InvalidArgument naming the file
void check_outputs(const OutputOptions& options, const std::vector<std::string>& input_files);

/// Iterations of Purpose::Output: the draws that a fit writes, and those that are drawn from it later.
inline constexpr std::uint64_t kDrawsOfFit = 0, kMoreDraws = 1;

/// Draws from q, on the unconstrained scale.
struct PosteriorDraws {
  Matrix draws;        ///< [draw_count x dimension]
  Vector log_density;  ///< [draw_count], of the model; zeros if that is not known
  Vector log_q;        ///< [draw_count]
};

/// @param model  for log densities; null: none
PosteriorDraws draw_from(const Gaussian& q, const Model* model, Index draw_count, const StreamKey& key);

/// The same, importance-resampled by Pareto smoothed weights: `draw_count` rows of a pool of q's ten times as large; or, where
/// more than the report's draws are allowed and q's weights are uneven, of draws that adapt.
/// @param weight_draws  FitOptions::weight_draws
PosteriorDraws resample_from(const Gaussian& q, const Model& model, Index draw_count, Index weight_draws,
                             const StreamKey& key);

/// Parameters, and quantities on their natural scale after them.
/// @param names  [dimension] or fewer: the others are called z1, z2, ... by their position
DrawsTable draws_table(const Gaussian& q, const PosteriorDraws& draws, std::vector<std::string> names,
                       const std::vector<NaturalScaleColumn>& natural_scale);

/// A model's own quantities in place of its unconstrained parameters.
/// @param seed  of those that are drawn
DrawsTable quantities_table(const Gaussian& q, const PosteriorDraws& draws, const Quantities& quantities,
                            std::uint64_t seed);

/// Writes PREFIX.csv, .trace.csv, .selection.json, .q.json and .summary.json, each whole or not at all.
/// @throws InputError if a file cannot be written
void write_fit(const LoadedModel& loaded, const FitResult& result, const Options& options);

}  // namespace g2t
