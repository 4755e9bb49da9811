// Which format a data file has.
#pragma once

#include <g2t/program/options/options.hpp>

namespace g2t::program {

/// By options.data_format; "auto" goes by the file's name (.svm, .libsvm, .csv, .tsv), else by its first line with more
/// than a label: LIBSVM if that has an entry like 3:0.5.
/// @throws InvalidArgument if data_format is unknown, or "auto" would have to read a file that can be read only once
bool is_libsvm_data(const ModelOptions& options);

}  // namespace g2t::program
