// Names beside those of outputs, and what runs that were killed have left under them.
#pragma once

#include <string>
#include <vector>

namespace g2t::io {

/// The names of one run for one file: while it is written; of the file that it replaces, while files are renamed; and where
/// it stays if another run's file has taken its place meanwhile.
struct NamesBeside {
  std::string partial, earlier, kept;
};

/// Digits for the names of one run, different for all that run at one time, on whatever machine.
std::string run_number();
NamesBeside names_beside(const std::string& path, const std::string& run_number);

/// Removes unfinished files of killed runs beside these outputs. A run that was killed between two renames has left the
/// earlier files under their other names: they are given their own again, so that the files are of one run.
///
/// Unfinished files that their run has locked are those of one that goes on, and left alone.
void remove_left_files(const std::vector<std::string>& outputs);

}  // namespace g2t::io
