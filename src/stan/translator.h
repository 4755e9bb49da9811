// stanc: from a Stan program to C++, or to what it declares.
#pragma once

#include <g2t/stan/program.hpp>

#include <string>
#include <vector>

namespace g2t::stan {

struct Translation {
  std::string text, warnings;
};

/// The text of a program's file.
/// @throws InputError if it cannot be read, or is not UTF-8 without a byte order mark, which stanc and stanli do not take
std::string program_text(const std::string& file);

/// Runs stanc with further arguments on the program, and gives back what it printed.
/// @throws InputError at the program's line, with stanc's output as details
Translation translate(const StanProgram& program, const StanToolchain& toolchain,
                      const std::vector<std::string>& arguments);

}  // namespace g2t::stan
