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

/// Draws from q, with the quantities on their natural scale after the parameters. Log densities are left at 0.
/// @param names  [dimension] or fewer: the others are called z1, z2, ... by their position
DrawsTable draw_table(const Gaussian& q, std::vector<std::string> names,
                      const std::vector<NaturalScaleColumn>& natural_scale, Index draw_count, const StreamKey& key);

/// The same, importance-resampled: `draw_count` rows of a pool ten times as large, by their Pareto smoothed weights.
DrawsTable resampled_table(const Gaussian& q, const Model& model, std::vector<std::string> names,
                           const std::vector<NaturalScaleColumn>& natural_scale, Index draw_count,
                           const StreamKey& key);

/// Fills in the model's log density at the table's draws.
void set_log_density(const Model& model, DrawsTable& table);

/// Writes PREFIX.csv, .trace.csv, .selection.json, .q.json and .summary.json, each whole or not at all.
/// @throws InputError if a file cannot be written
void write_fit(const LoadedModel& loaded, const FitResult& result, const Options& options);

}  // namespace g2t
