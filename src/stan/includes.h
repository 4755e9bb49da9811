// #include lines: where they stand, and which files they mean.
#pragma once

#include <g2t/stan/program.hpp>

#include <cstddef>
#include <filesystem>
#include <string>
#include <vector>

namespace g2t::stan {

struct Include {
  std::string name;                // in quotes, in brackets, or up to the next blank
  std::size_t begin = 0, end = 0;  // of all of it in the text
};
/// By the text alone: those of comments too.
std::vector<Include> includes_of(const std::string& text);

/// The folders that are searched, the program's own one first.
std::vector<std::filesystem::path> include_folders(const StanProgram& program);
/// All files of this name in these folders, in their order: the first is taken.
std::vector<std::string> files_named(const std::string& name, const std::vector<std::filesystem::path>& folders);

}  // namespace g2t::stan
