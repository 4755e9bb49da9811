// Writes one file whole or not at all, under the rules of all outputs.
#pragma once

#include <functional>
#include <ostream>
#include <string>
#include <vector>

namespace g2t::cli {

/// Fails if the file exists (without force), is an input, or cannot be written. Touches nothing.
void check_file(const std::string& path, bool force, const std::vector<std::string>& inputs);

void write_file(const std::string& path, bool force, const std::vector<std::string>& inputs,
                const std::function<void(std::ostream&)>& write);
void write_file(const std::string& path, bool force, const std::vector<std::string>& inputs, const std::string& text);

/// To standard output if the path is empty.
void write_output(const std::string& path, bool force, const std::vector<std::string>& inputs,
                  const std::function<void(std::ostream&)>& write);

}  // namespace g2t::cli
