// That the files with one prefix are of one run: its summary knows them by their fingerprints.
#pragma once

#include <cstdint>
#include <g2t/core/json.hpp>
#include <string>

namespace g2t {

/// How a summary writes one.
[[nodiscard]] std::string fingerprint_text(std::uint64_t fingerprint);

/// Compares a file's text, as readers take it, with what PREFIX.summary.json says of it. Summaries of earlier versions say
/// nothing, and a file that is not there differs from none.
///
/// @throws InputError if it is not the file that this run wrote
void check_file_of_run(const Json& summary, const std::string& prefix, const std::string& suffix);

}  // namespace g2t
