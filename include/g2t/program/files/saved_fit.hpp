// A fit of a built-in model, read from its files for predictions.
#pragma once

#include <g2t/core/types.hpp>
#include <g2t/program/models/data_encoding.hpp>
#include <string>
#include <vector>

namespace g2t {

struct SavedFit {
  std::string model;  ///< as it was named to fit
  std::string status;
  DataEncoding encoding;
  Matrix draws;                    ///< of the posterior, [draw_count x dimension]
  std::vector<std::string> files;  ///< that were read
};

/// @param prefix  of PREFIX.summary.json and PREFIX.csv; the summary's own name will do
/// @throws InputError if a file cannot be used, or is of a model without an encoding (Stan's)
SavedFit read_saved_fit(const std::string& prefix);

}  // namespace g2t
