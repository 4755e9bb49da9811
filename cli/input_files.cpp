// Names that are files, and the library's own list of a model's files.
#include "input_files.hpp"

#include <g2t/program/models/input_files.hpp>

namespace g2t::cli {

std::vector<std::string> input_files(const Arguments& arguments) { return files_among(arguments.input_texts()); }

std::vector<std::string> input_files(const Arguments& arguments, const Options& options) {
  std::vector<std::string> files = input_files(arguments);
  for (const std::string& file : g2t::input_files(options)) files.push_back(file);
  return files;
}

}  // namespace g2t::cli
