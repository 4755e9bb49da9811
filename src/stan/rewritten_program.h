// A program in old syntax and the files that it includes, as they would be in the present one.
#pragma once

#include <g2t/stan/program.hpp>

#include <map>
#include <optional>
#include <stan/edited_text.h>
#include <string>
#include <vector>

namespace g2t::stan {

class RewrittenProgram {
 public:
  /// Nothing if no file of the program has old syntax. No file is changed.
  static std::optional<RewrittenProgram> of(const StanProgram& program);

  /// The program itself; it includes the copies by their names.
  [[nodiscard]] const std::string& text() const { return files_.front().text.text(); }
  /// Whether there are copies of included files.
  [[nodiscard]] bool has_includes() const { return files_.size() > 1; }
  /// Writes these copies, which the text includes, into a folder.
  void write_includes(const std::string& folder) const;
  /// Places and lines of the copies in what stanc prints, or the code that it makes, as they are in the user's own files.
  /// @param name  what the messages call the program itself
  [[nodiscard]] std::string with_own_places(const std::string& output, const std::string& name) const;
  /// "NAME.stan has old syntax (arrays, <-), which ..."
  [[nodiscard]] std::string note() const;

 private:
  struct File {
    std::string path, shown;  // as messages have it
    EditedText text;
  };
  void add(const std::string& path, const std::string& shown, const StanProgram& program);
  [[nodiscard]] const File* file_called(const std::string& name, const std::string& main) const;

  std::vector<File> files_;  // the program first
  std::vector<std::string> found_;
};

/// The program's text with the files that it includes in their places, in present syntax.
std::string present_text_with_includes(const StanProgram& program);

}  // namespace g2t::stan
