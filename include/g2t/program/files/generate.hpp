// A model's own values at the draws of an earlier fit: predictions for new data.
#pragma once

#include <cstdint>
#include <g2t/core/model.hpp>
#include <g2t/io/csv_writer.hpp>
#include <string>

namespace g2t {

/// The parameters of a draws file, and what the model computes and draws from them with its own data.
///
/// The parameters are those of the file, whatever data the model has; its log density plays no part.
/// @param file   PREFIX.csv of a fit of the same program
/// @param count  of draws, evenly spaced among those of the file; 0: all
/// @param seed   of what the model draws
/// @param stop   ends it, with fewer draws
/// @throws InputError if the file cannot be used, or is of other parameters
DrawsTable generate(const Model& model, const std::string& file, Index count, std::uint64_t seed,
                    const StopRule& stop = {});

}  // namespace g2t
