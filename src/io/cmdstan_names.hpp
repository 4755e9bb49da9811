// Column names that readers of CmdStan files can take.
#pragma once

#include <string>
#include <vector>

namespace g2t::io {

/// Names with every line end replaced by '_', all different, in the same order: as cells they may need quotes.
std::vector<std::string> cell_names(std::vector<std::string> names);

/// The same, also without commas and quotes, for readers that split lines at commas; and with dots replaced where
/// readers of CmdStan files would take them for indices ("sigma.eth"), that is unless the names with the same stem
/// stand together and are a whole array in column-major order, counted from 1.
std::vector<std::string> cmdstan_names(std::vector<std::string> names);

}  // namespace g2t::io
