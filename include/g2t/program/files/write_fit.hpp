// The files of a fit.
#pragma once

#include <g2t/core/gaussian.hpp>
#include <g2t/core/json.hpp>
#include <g2t/program/models/load_model.hpp>
#include <g2t/inference/posterior_draws.hpp>
#include <g2t/inference/result.hpp>
#include <g2t/program/options/options.hpp>
#include <g2t/io/csv_writer.hpp>
#include <g2t/io/output_files.hpp>

#include <limits>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

/// Names of the files that a fit with this prefix writes.
std::vector<std::string> fit_output_files(const std::string& prefix);

/// The files of a fit, checked but not written; null without a prefix.
/// @param inputs  files that are never replaced, as input_files() gives them
/// @throws InvalidArgument naming the file if one exists (without force) or would replace an input, InputError if it
///         cannot be written
std::unique_ptr<OutputFiles> announce_fit(const OutputOptions& options, const std::vector<std::string>& inputs);

/// What a draws file says of its answer, as pairs of name and text.
std::vector<std::pair<std::string, std::string>> answer_comments(const Posterior& answer);

/// The model's own values, or the unconstrained parameters with quantities on their natural scale after them; first their
/// means.
/// @param max_rows  of the first draws
DrawsTable answer_table(const Posterior& answer, const std::vector<NaturalScaleColumn>& natural_scale,
                        Index max_rows = std::numeric_limits<Index>::max());

/// Draws of q: parameters, and quantities on their natural scale after them.
/// @param names  [dimension] or fewer: the others are called z1, z2, ... by their position
DrawsTable draws_table(const Gaussian& q, const PosteriorDraws& draws, std::vector<std::string> names,
                       const std::vector<NaturalScaleColumn>& natural_scale);

/// What the files of a fit hold, before they are written.
struct FitContents {
  DrawsHeader header;
  DrawsTable draws;
  std::string trace, selections, q, summary;  ///< whole files
};
FitContents fit_contents(const LoadedModel& loaded, const FitResult& result, const Options& options);
/// Writes PREFIX.csv, .trace.csv, .selection.json, .q.json and .summary.json, each whole or not at all.
/// @return fingerprints of the first four, as the summary has them
/// @throws InputError if a file cannot be written
Json write_fit(OutputFiles& files, const FitContents& contents);

/// Seconds after a request to stop in which draws, and then their quantities, may still be computed.
inline constexpr double kDrawsGrace = 0.2, kQuantitiesGrace = 0.4;

}  // namespace g2t
