// By the extension, else by the first lines.
#include <program/models/data_format.h>

#include <algorithm>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/number.hpp>
#include <io/text_file.hpp>
#include <stan/whole_text.h>
#include <string>

namespace g2t::program {
namespace {

constexpr int kLinesExamined = 100;

std::string extension_of(const std::filesystem::path& path) {
  std::string extension = path.extension().string();
  std::transform(extension.begin(), extension.end(), extension.begin(),
                 [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c; });
  return extension == ".gz" ? extension_of(path.stem()) : extension;
}

bool is_entry(const std::string& word) {
  const std::size_t colon = word.find(':');
  if (colon == 0 || colon == std::string::npos) return false;
  return (word.find_first_not_of("0123456789") == colon || word.starts_with("qid:")) &&
         parse_number(word.substr(colon + 1)).has_value();
}

bool looks_like_libsvm(std::string_view text) {
  io::LineReader lines(text);
  for (int count = 0; count < kLinesExamined && lines.next(); ++count) {
    std::istringstream words = stream_of(std::string(lines.line().substr(0, lines.line().find('#'))));
    std::string label, word;
    if (words >> label && words >> word) return is_entry(word);
  }
  return false;
}

}  // namespace

bool is_libsvm_data(const ModelOptions& options, std::string_view text) {
  if (options.data_format == "libsvm") return true;
  if (options.data_format == "csv") return false;
  if (options.data_format != "auto") {
    throw InvalidArgument("load_model", "--data-format", "'" + options.data_format + "'",
                          "auto, csv or libsvm is needed");
  }
  const std::string extension = extension_of(options.data);
  if (extension == ".svm" || extension == ".libsvm") return true;
  if (extension == ".csv" || extension == ".tsv") return false;
  return looks_like_libsvm(text);
}

}  // namespace g2t::program
