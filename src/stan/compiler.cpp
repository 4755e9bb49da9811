// Flags as Stan's own builds have them, without symbols that models of one process would share.
#include <g2t/core/errors.hpp>
#include <g2t/core/stopwatch.hpp>

#include <stan/compiler.h>
#include <stan/process.h>
#include <stan/whole_text.h>

#include <cstdlib>
#include <filesystem>

namespace g2t::stan {
namespace {

std::string compiler_name() {
  const char* const given = std::getenv("CXX");
  return given != nullptr && *given != '\0' ? given : "g++";
}

// What "native" means on this machine.
std::string processor() {
  std::istringstream in = stream_of(whole_text("/proc/cpuinfo"));
  std::string text;
  for (std::string line; std::getline(in, line) && !line.empty();)
    if (line.starts_with("model name") || line.starts_with("flags")) text += line + "\n";
  return text;
}

}  // namespace

bool is_compiler_there() { return run({compiler_name(), "--version"}).is_ok(); }

Compiler::Compiler(const StanToolchain& toolchain, bool native) : program_(compiler_name()) {
  flags_ = {"-std=c++17", "-O3", "-fPIC", "-fvisibility=hidden", "-fvisibility-inlines-hidden", "-DSTAN_THREADS",
            "-D_REENTRANT", "-DSTAN_OVERRIDE_EIGEN_ASSERT", "-DBOOST_DISABLE_ASSERTS"};
  // Eigen 3.4.0 built for AVX-512 turns the square root of infinity into NaN.
  if (native) flags_.insert(flags_.end(), {"-march=native", "-DEIGEN_FAST_MATH=0"});
  for (const std::string& folder : toolchain.include_dirs) flags_.insert(flags_.end(), {"-isystem", folder});
  libraries_ = toolchain.libraries;
  libraries_.push_back("-Wl,-rpath,$ORIGIN:" + std::filesystem::path(toolchain.libraries.front()).parent_path().string());

  const ProcessResult version = run({program_, "--version"});
  if (!version.is_ok())
    throw InputError({program_, 0, 0},
                     "there is no such C++ compiler: install g++, or name one in CXX; or compile where there is one, "
                     "g2t compile NAME.stan --output NAME.so, and give NAME.so in place of the program")
        .with_details(version.errors);
  key_ = program_ + "\n" + version.output + "Stan " + toolchain.version + "\n";
  for (const std::string& flag : flags_) key_ += flag + "\n";
  for (const std::string& library : libraries_) key_ += library + "\n";
  if (native) key_ += processor();
}

void Compiler::compile(const std::string& source, const std::string& object, const std::string& what,
                       const StanBuildHook& hook) const {
  std::vector<std::string> arguments = flags_;
  arguments.insert(arguments.end(), {"-x", "c++", "-c", source, "-o", object});
  run_it(std::move(arguments), what, std::filesystem::path(object).parent_path().string(), hook);
}

void Compiler::link(const std::vector<std::string>& objects, const std::string& library) const {
  std::vector<std::string> arguments = {"-shared", "-Wl,-z,defs", "-o", library};
  arguments.insert(arguments.end(), objects.begin(), objects.end());
  arguments.insert(arguments.end(), libraries_.begin(), libraries_.end());
  run_it(std::move(arguments), "linking", std::filesystem::path(library).parent_path().string(), nullptr);
}

void Compiler::run_it(std::vector<std::string> arguments, const std::string& what, const std::string& scratch,
                      const StanBuildHook& hook) const {
  const Stopwatch watch;
  const auto tell = [&](bool is_done) {
    if (hook) hook({what, watch.seconds(), is_done});
  };
  arguments.insert(arguments.begin(), program_);
  tell(false);
  const ProcessResult result = run(arguments, {.tick = [&] { tell(false); }, .folder = "", .scratch = scratch});
  tell(true);
  if (result.is_ok()) return;
  const bool is_killed = result.signal == 9 || result.errors.find("Killed signal") != std::string::npos;
  throw InputError({program_, 0, 0},
                   is_killed ? "was killed while " + what + ": about 1.5 GB of memory are needed" : "failed while " + what)
      .with_details(result.errors);
}

}  // namespace g2t::stan
