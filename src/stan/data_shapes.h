// The shapes that a Stan program declares for its data.
#pragma once

#include <string>
#include <vector>

namespace g2t::stan {

/// A variable and its sizes, arrays first: "N", "twice(K) + 1". A complex number is a pair, as in JSON.
struct DeclaredShape {
  std::string name;
  std::vector<std::string> sizes;  ///< expressions of the program
};

/// Of all variables that a data block declares but tuples, which have no shape in JSON.
/// @param block  its content, as block_content() gives it
std::vector<DeclaredShape> declared_shapes(const std::string& block);

/// A program with the same data, whose generated quantities are the sizes of each variable that has any: "g2t_sizes_1"
/// those of the first of them. Its only parameter means nothing.
/// @param text  of a program whose data block is in it
std::string shape_program(const std::string& text, const std::vector<DeclaredShape>& shapes);

}  // namespace g2t::stan
