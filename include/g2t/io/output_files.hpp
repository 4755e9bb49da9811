// The files of one run, PREFIX.csv and its siblings: checked before the run, written whole or not at all.
#pragma once

#include <cstdint>
#include <functional>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace g2t {

struct OutputRules {
  bool force = false;               ///< existing files may be replaced
  std::vector<std::string> inputs;  ///< files that are never replaced, not even with force
  bool has_fingerprints = true;     ///< false: of large files that nobody asks for, which take as long as writing
};

/// A set of output files. stage() writes each under a temporary name beside its place; commit() renames all of them.
///
/// Without a commit, or after a failed one, the destructor removes what was staged: nothing partial is left behind. Two
/// runs that replace the same files do so one after the other: the files that remain are of one run.
///
/// A link at a file's name is itself what is replaced (docs/decisions/0034): what it leads to stays as it is.
class OutputFiles {
 public:
  /// Checks that all of prefix + suffix can be written. Touches nothing but what killed runs left beside them: unfinished
  /// files are removed, and where some of a run's files were replaced and others not, the earlier ones are there again.
  ///
  /// @throws InvalidArgument if the prefix names no file or is a directory or device, or a file exists already (without
  ///         force), is one of the inputs, or is a directory or device
  /// @throws InputError with the system's reason if the directory is missing or not writable, or a name is too long
  OutputFiles(std::string prefix, const std::vector<std::string>& suffixes, const OutputRules& options = {});
  ~OutputFiles();
  OutputFiles(const OutputFiles&) = delete;
  OutputFiles& operator=(const OutputFiles&) = delete;

  [[nodiscard]] std::string path(std::string_view suffix) const;

  /// Writes one of the files under its temporary name.
  ///
  /// @throws InvalidArgument if `suffix` was not announced or is staged already
  /// @throws InputError with the path and the system's reason if it cannot be written whole
  void stage(std::string_view suffix, const std::function<void(std::ostream&)>& write);
  void stage(std::string_view suffix, std::string_view text);

  /// Of the contents of a staged file, as fingerprint() of core/fingerprint.hpp gives it.
  /// @throws InvalidArgument if it is not staged, or has none
  [[nodiscard]] std::uint64_t fingerprint(std::string_view suffix) const;

  /// Gives every staged file its name, and returns the paths in the order of staging. If one cannot have it, the files
  /// that were there before are there again.
  ///
  /// @throws InvalidArgument if a file has appeared meanwhile (without force): the staged files then stay, under the
  ///         names that the message lists
  /// @throws InputError with the system's reason if a rename fails
  std::vector<std::string> commit();

 private:
  struct Target {
    std::string suffix;
    std::string path;                      // what the user calls it
    std::string real_path;                 // links to its folder followed
    std::string temporary, earlier, kept;  // names beside it: what is written, what is replaced, what found no place
    int lock = -1;                         // while it is staged: the run goes on
    std::uint64_t fingerprint = 0;
    bool is_staged = false, has_earlier = false, is_renamed = false;
  };
  Target& target(std::string_view suffix, const char* function);
  void check_prefix() const;
  void keep_staged_if_any_has_appeared();
  void rename_staged();
  std::string undo_renames();
  static void release(Target& place);
  static void remove(Target& place);

  std::string prefix_;
  bool force_, has_fingerprints_;
  std::vector<Target> targets_;
  std::vector<std::size_t> staged_;
};

}  // namespace g2t
