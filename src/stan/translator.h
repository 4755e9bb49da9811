// stanc: from a Stan program to C++, or to what it declares.
#pragma once

#include <g2t/core/errors.hpp>
#include <g2t/stan/program.hpp>

#include <string>
#include <vector>

namespace g2t::stan {

struct Translation {
  std::string text, warnings;
  std::string note;  ///< that a program in old syntax was read as one in the present syntax; else empty
};

/// The text of a program's file.
/// @throws InputError if it cannot be read, or is not UTF-8 without a byte order mark, which stanc and stanli do not take
std::string program_text(const std::string& file);

/// The place of stanc's first error in its output.
InputLocation place_in(const std::string& file, const std::string& errors);

/// Runs stanc with further arguments on the program, and gives back what it printed; if that fails and the program has old
/// syntax, on a copy in the present one, with the places of the program.
/// @throws InputError at the program's line, with stanc's output as details
Translation translate(const StanProgram& program, const StanToolchain& toolchain,
                      const std::vector<std::string>& arguments);

}  // namespace g2t::stan
