// g2t compile: a Stan program as a library that fits take, here or on a machine without a compiler.
#include <filesystem>
#include <fstream>
#include <g2t/program/models/load_model.hpp>
#include <g2t/stan/program.hpp>
#include <iostream>

#include "build_line.hpp"
#include "errors.hpp"
#include "input_files.hpp"
#include "subcommand.hpp"
#include "write_file.hpp"

#include <g2t/core/printable.hpp>

namespace g2t::cli {
namespace {

namespace fs = std::filesystem;

void copy_file(const std::string& from, const std::string& to, const std::vector<std::string>& inputs, bool force) {
  write_file(to, force, inputs, [&](std::ostream& out) {
    std::ifstream in(from, std::ios::binary);
    if (!(out << in.rdbuf())) throw InputError({from}, "cannot be copied to " + to);
  });
}

int run_compile(const Arguments& arguments) {
  const std::string& program = arguments.positional();
  if (model_kind(program) != ".stan")
    throw UsageError("MODEL = '" + program + "': a Stan program is needed, NAME.stan");
  const Options options = arguments.options();
  const bool is_quiet = options.output.quiet, force = arguments.is_set("force");
  const std::string library = arguments.text("output", fs::path(program).replace_extension(".so").string());
  if (!library.ends_with(".so"))
    throw UsageError("--output = '" + library + "': fit knows a library by its ending, NAME.so");
  const std::vector<std::string> inputs = input_files(arguments, options);
  check_file(library, force, inputs);

  BuildLine line(is_quiet);
  StanBuildOptions how;
  how.native = options.model.native;
  how.own_places = true;
  const StanBuild build =
      build_stan_program({program, options.model.include_paths}, find_toolchain(options.model.stan_dir), how,
                         [&line](const StanBuildProgress& progress) { line.show(progress); });
  if (!is_quiet) std::cerr << printable(build.warnings) << (build.note.empty() ? "" : build.note + "\n");
  copy_file(build.library, library, inputs, force);
  std::string written = library;
  for (const std::string& needed : build.needs) {
    const fs::path beside = fs::path(library).replace_filename(fs::path(needed).filename());
    written += " " + beside.string();
    std::error_code error;
    if (!fs::exists(beside, error)) copy_file(needed, beside.string(), inputs, false);
  }
  if (!is_quiet)
    std::cout << "Written: " << printable(written) << " (to be kept in one folder)\n"
              << "g2t fit " << printable(library)
              << " --data DATA.json takes it on any machine with this processor's family and C library\n";
  return kSuccess;
}

}  // namespace

Subcommand compile_subcommand() {
  Subcommand command;
  command.name = "compile";
  command.summary = "a library of a Stan program, for fits on machines without a compiler";
  command.positional = "MODEL";
  command.positional_help = "a Stan program, NAME.stan";
  command.add_listed({}, {"stan-dir", "native", "include-paths", "quiet"});
  command.arguments.insert(command.arguments.end(),
                           {{"output", "FILE", "Output", "the library, NAME.so (default: beside the program)", "-o"},
                            {"force", "", "Output", "replace the file if it exists"}});
  command.examples =
      "  g2t compile schools.stan -o schools.so\n"
      "  g2t fit schools.so --data schools.json --output run";
  command.run = run_compile;
  return command;
}

}  // namespace g2t::cli
