// Where messages say that something stands in a program.
#pragma once

#include <functional>
#include <string>

namespace g2t::stan {

/// A place as stanc writes it: lines from 1, columns from 0.
struct ProgramPlace {
  std::string file;
  long line = 0, column = 0;
};

/// What a place is in another version of the program.
using PlaceMap = std::function<ProgramPlace(const ProgramPlace&)>;
/// The text of a line of a file.
using LineText = std::function<std::string(const std::string& file, long line)>;

/// "'model.stan', line 3, column 7 to column 12" with other places, wherever it stands; and so what follows "to".
std::string with_mapped_places(const std::string& message, const PlaceMap& map);

/// The same for what stanc prints, whose messages quote lines of the program and point at a column.
std::string with_mapped_quotes(const std::string& output, const PlaceMap& map, const LineText& line_text);

}  // namespace g2t::stan
