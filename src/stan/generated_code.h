// What stanc generates, apart from what says where the program's statements stand.
#pragma once

#include <string>
#include <utility>
#include <vector>

namespace g2t::stan {

struct GeneratedCode {
  std::string code;  ///< without the places of statements, and without stanc's own flags: what a library is made of
  std::vector<std::string> places;  ///< " (in 'model.stan', line 3, column 7 to column 12)", as messages end
};

/// Programs that differ by comments, blanks and names alone have the same code. Text of another form is all code.
GeneratedCode split_generated(const std::string& text);

/// Places as a file keeps them, and back.
std::string places_text(const std::vector<std::string>& places);
std::vector<std::string> places_of(const std::string& text);

/// Pairs of place and other place where these differ; none if the numbers do.
std::vector<std::pair<std::string, std::string>> changed_places(const std::vector<std::string>& from,
                                                                const std::vector<std::string>& to);

}  // namespace g2t::stan
