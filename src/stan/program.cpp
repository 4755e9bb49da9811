// stanc each time; bridge and library from the cache where they are there.
#include <g2t/stan/program.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/stopwatch.hpp>

#include <stan/bridge_text.h>
#include <stan/cache_entry.h>
#include <stan/compiler.h>
#include <stan/translator.h>

#include <filesystem>
#include <fstream>

namespace g2t {
namespace {

void write(const std::string& path, const std::string& text) {
  std::ofstream out(path, std::ios::binary);
  if (!(out << text) || !out.flush()) throw InputError({path, 0, 0}, "cannot be written");
}

// The object file that every model of this toolchain and these flags links.
std::string bridge_object(const stan::Compiler& compiler, const StanBuildHook& hook) {
  const std::string text = stan::bridge_text();
  stan::CacheEntry entry("bridges", compiler.key() + text);
  if (const std::string known = entry.find("bridge.o"); !known.empty()) return known;
  write(entry.scratch("bridge.cpp"), text);
  compiler.compile(entry.scratch("bridge.cpp"), entry.scratch("bridge.o"), "compiling the bridge to Stan (half a minute, once)",
                   hook);
  return entry.keep("bridge.o");
}

}  // namespace

StanBuild build_stan_program(const StanProgram& program, const StanToolchain& toolchain, const StanBuildOptions& options,
                             const StanBuildHook& hook) {
  const Stopwatch watch;
  // A fixed name: the library must not depend on what its file is called.
  const stan::Translation translated = stan::translate(program, toolchain, {"--name=model", "--print-cpp"});
  const stan::Compiler compiler(toolchain, options.native);
  const std::string bridge = bridge_object(compiler, hook);
  stan::CacheEntry entry("models", compiler.key() + stan::bridge_text() + translated.text);
  StanBuild build;
  build.warnings = translated.warnings;
  build.library = options.rebuild ? "" : entry.find("model.so");
  build.was_cached = !build.library.empty();
  if (!build.was_cached) {
    const std::string name = std::filesystem::path(program.file).filename().string();
    write(entry.scratch("model.hpp"), translated.text);
    compiler.compile(entry.scratch("model.hpp"), entry.scratch("model.o"), "compiling " + name + " (about a minute, once)",
                     hook);
    compiler.link({entry.scratch("model.o"), bridge}, entry.scratch("model.so"));
    build.library = entry.keep("model.so");
  }
  build.seconds = watch.seconds();
  return build;
}

}  // namespace g2t
