// From a Stan program to a shared library: translated each time, compiled once.
#pragma once

#include <g2t/stan/toolchain.hpp>

#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace g2t {

struct StanProgram {
  std::string file;                        ///< NAME.stan
  std::vector<std::string> include_paths;  ///< of #include, after the program's own folder
};

/// The files that the program's #include lines name, and theirs, wherever among the folders they are found.
std::vector<std::string> included_files(const StanProgram& program);
/// The program's text with the files in the place of the #include lines that name them.
std::string text_with_includes(const StanProgram& program);

struct StanBuildOptions {
  bool native = false;   ///< for this machine's instructions
  bool rebuild = false;  ///< even if the library is in the cache
  bool own_places = false;  ///< one from the cache must name this program's file and lines in its messages
};

/// Called while the compiler runs, about ten times a second, and once with `is_done`.
struct StanBuildProgress {
  std::string what;  ///< "compiling eight_schools.stan"
  double seconds = 0;
  bool is_done = false;
};
using StanBuildHook = std::function<void(const StanBuildProgress&)>;

struct StanBuild {
  std::string library;  ///< to be given to make_stan_model()
  /// Where the library says that statements stand, and where they stand in this program: pairs of what differs, since it
  /// may be of one that has other comments or another name.
  std::vector<std::pair<std::string, std::string>> places;
  std::vector<std::string> needs;  ///< libraries to have beside it on a machine without the toolchain
  std::string warnings;  ///< of stanc, in lines
  std::string note;      ///< that the program has old syntax, and was read as one in the present syntax; else empty
  bool was_cached = false;
  double seconds = 0;
};

/// Translates the program, as a copy in present syntax if it is in the old one, and compiles it unless the cache has the library: by the generated C++ without the places of
/// statements, the flags, the compiler, Stan's version and the bridge, all compared whole. Two processes do not compile
/// the same program twice. Where there is no compiler, the library that one made last is taken.
/// @throws InputError at the program's own line if it has an error; details() is the output of stanc or the compiler
StanBuild build_stan_program(const StanProgram& program, const StanToolchain& toolchain,
                             const StanBuildOptions& options = {}, const StanBuildHook& hook = nullptr);

/// What stanc --info prints: inputs, parameters and generated quantities with their types, as JSON text.
/// @throws InputError as build_stan_program()
std::string stan_program_info(const StanProgram& program, const StanToolchain& toolchain);

/// The key under which stanli takes a program: of the data themselves it would be another program.
inline constexpr const char* kStanliKey = "__stanli";

/// A program as the interpreter stanli takes it: its library, and the model's data with the program among them.
struct InterpretedProgram {
  std::string library;
  std::string data;  ///< JSON text
  std::string text;  ///< the program's, as it was translated
  std::string note;  ///< as StanBuild's
};

/// The program for stanli, which needs no compiler (tools/install-stan --stanli).
/// @param data       JSON text of an object, or empty
/// @param data_name  for messages: the file that the text is from
/// @param text       of the program; not given: that of its file
/// @throws InputError if stanli is not installed, or refuses the program
InterpretedProgram interpret_stan_program(const StanProgram& program, const std::string& data, const std::string& data_name,
                                          const std::optional<std::string>& text = std::nullopt);

}  // namespace g2t
