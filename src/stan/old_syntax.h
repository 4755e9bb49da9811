// Stan's syntax before 2.33 as what it is now.
#pragma once

#include <map>
#include <set>
#include <stan/edited_text.h>
#include <string>
#include <vector>

namespace g2t::stan {

/// The functions that a program's files define, and the names that stand after "~".
struct ProgramNames {
  std::set<std::string> defined, sampled;
  std::map<std::string, std::string> densities;  ///< what own ones are called where they are sampled: "triangle_lpdf" of "triangle_log"
};
void add_names(const std::string& text, ProgramNames& names);

/// Writes old syntax anew, line by line: arrays (`real x[N]`, `real[] x`), `<-`, `#` comments, functions that have gone or
/// have other names. Text in present syntax stays as it is, to the byte.
/// @param names  of all files of the program
/// @param[in,out] found  what there was of it, each once: "arrays", "<-", "if_else"
void rewrite_old_syntax(EditedText& text, const ProgramNames& names, std::vector<std::string>& found);

/// The edits for arrays alone.
std::vector<Edit> array_edits(const std::string& text);
/// Those for all else, and what they are for.
std::vector<Edit> statement_edits(const std::string& text, const ProgramNames& names, std::vector<std::string>& found);

}  // namespace g2t::stan
