// What a fit left behind, as its page needs it.
#pragma once

#include <g2t/core/json.hpp>
#include <g2t/io/csv.hpp>
#include <g2t/io/draws_file.hpp>

#include <optional>
#include <string>

namespace g2t::report {

struct FitFiles {
  std::string name;     ///< of the prefix, without folders
  Json summary;     ///< PREFIX.summary.json
  Json selections;  ///< the list in PREFIX.selection.json; empty if there is none
  Table trace;          ///< PREFIX.trace.csv
  std::optional<DrawsFile> draws;  ///< PREFIX.csv
};

/// True if PREFIX.summary.json exists.
bool is_fit(const std::string& prefix);
/// PREFIX of a path that may be that of a summary.
std::string prefix_of(const std::string& path);
/// @throws InputError if a file is missing or is none of its kind
FitFiles read_fit(const std::string& prefix);

/// The texts of these files; selections and draws may be empty: there are none.
struct FitTexts {
  std::string summary, selections, trace, draws;
};
/// The same from texts.
FitFiles parse_fit(const std::string& prefix, const FitTexts& texts);

}  // namespace g2t::report
