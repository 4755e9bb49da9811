// Which format a data file has.
#pragma once

#include <g2t/program/options/options.hpp>
#include <string_view>

namespace g2t::program {

/// By options.data_format; "auto" goes by the file's name (.svm, .libsvm, .csv, .tsv, before a .gz), else by its first
/// line with more than a label: LIBSVM if that has an entry like 3:0.5 or qid:1.
/// @param text  the beginning of the file, of lines or more
/// @throws InvalidArgument if data_format is unknown
bool is_libsvm_data(const ModelOptions& options, std::string_view text);

}  // namespace g2t::program
