// A LIBSVM file to the parts of a logistic regression, without a table of the whole in between.
#pragma once

#include <g2t/io/labels.hpp>
#include <g2t/io/libsvm.hpp>
#include <g2t/models/logistic.hpp>
#include <io/text_chunks.hpp>
#include <optional>
#include <string>

namespace g2t::program {

struct LibsvmData {
  LogisticParts parts;
  BinaryLabels labels;
  Index rows = 0, features = 0;
  std::string fingerprint;  ///< as fingerprint_of() has it of the table
};

/// What is read together does not depend on options.threads.
/// @param positive  as binary_labels() takes it
/// @throws InputError as read_libsvm() and binary_labels(), and if so many features do not fit into memory
LibsvmData read_libsvm_data(io::TextChunks& chunks, const LibsvmOptions& options, bool intercept,
                            const std::optional<std::string>& positive);

/// @throws InputError if there are too many features, or none and no intercept
void check_features(const std::string& file, Index features, bool intercept);
/// @param is_given  whether options say so, not a file
/// @throws InputError if they do not fit into memory
void check_feature_memory(Index features, bool is_given, const InputLocation& highest_index);

}  // namespace g2t::program
