// stanc each time; bridge and library from the cache where they are there.
#include <g2t/stan/program.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/stopwatch.hpp>

#include <stan/bridge_text.h>
#include <stan/cache_entry.h>
#include <stan/compiler.h>
#include <stan/generated_code.h>
#include <stan/translator.h>
#include <stan/whole_text.h>

#include <filesystem>
#include <system_error>

namespace g2t {
namespace {

// The object file that every model of this toolchain and these flags links.
std::string bridge_object(const stan::Compiler& compiler, const StanBuildHook& hook) {
  const std::string text = stan::bridge_text();
  stan::CacheEntry entry("bridges", compiler.key() + text);
  if (const std::string known = entry.find("bridge.o"); !known.empty()) return known;
  write_text(entry.scratch("bridge.cpp"), text);
  compiler.compile(entry.scratch("bridge.cpp"), entry.scratch("bridge.o"), "compiling the bridge to Stan (half a minute, once)",
                   hook);
  return entry.keep("bridge.o");
}

constexpr const char* kLibrary = "model.so";
constexpr const char* kPlaces = "places.txt";  // of the program's statements, as the library knows them
constexpr const char* kWhere = "library.txt";  // the path of one

std::vector<std::pair<std::string, std::string>> places_changed(const std::string& library,
                                                                const std::vector<std::string>& places) {
  const std::filesystem::path file = std::filesystem::path(library).replace_filename(kPlaces);
  return stan::changed_places(stan::places_of(whole_text(file.string())), places);
}

// Empty if there is none any more.
std::string library_made_last(const stan::CacheEntry& entry) {
  const std::string where = entry.find(kWhere);
  const std::string library = where.empty() ? "" : whole_text(where);
  std::error_code error;
  return !library.empty() && std::filesystem::exists(library, error) ? library : "";
}

}  // namespace

StanBuild build_stan_program(const StanProgram& program, const StanToolchain& toolchain, const StanBuildOptions& options,
                             const StanBuildHook& hook) {
  const Stopwatch watch;
  // A fixed name: the library must not depend on what its file is called.
  const stan::Translation translated = stan::translate(program, toolchain, {"--name=model", "--print-cpp"});
  const stan::GeneratedCode generated = stan::split_generated(translated.text);
  const std::string source_key = stan::bridge_text() + generated.code;
  StanBuild build;
  build.warnings = translated.warnings;
  build.note = translated.note;
  build.needs = {toolchain.libraries.front()};
  build.was_cached = true;
  const std::string made_last = "Stan " + toolchain.version + (options.native ? "native\n" : "\n") + source_key;
  if (!options.rebuild && !options.native && !stan::is_compiler_there())
    build.library = library_made_last(stan::CacheEntry("last", made_last));
  if (build.library.empty()) {
    const stan::Compiler compiler(toolchain, options.native);
    const std::string bridge = bridge_object(compiler, hook);
    stan::CacheEntry entry("models", compiler.key() + source_key);
    build.library = options.rebuild ? "" : entry.find(kLibrary);
    if (!build.library.empty() && options.own_places && !places_changed(build.library, generated.places).empty())
      build.library.clear();
    build.was_cached = !build.library.empty();
    if (!build.was_cached) {
      const std::string name = std::filesystem::path(program.file).filename().string();
      write_text(entry.scratch("model.hpp"), translated.text);
      compiler.compile(entry.scratch("model.hpp"), entry.scratch("model.o"), "compiling " + name + " (about a minute, once)",
                       hook);
      compiler.link({entry.scratch("model.o"), bridge}, entry.scratch(kLibrary));
      write_text(entry.scratch(kPlaces), stan::places_text(generated.places));
      entry.keep(kPlaces);
      build.library = entry.keep(kLibrary);
    }
    stan::CacheEntry last("last", made_last);
    if (library_made_last(last) != build.library) {
      write_text(last.scratch(kWhere), build.library);
      last.keep(kWhere);
    }
  }
  build.places = places_changed(build.library, generated.places);
  build.seconds = watch.seconds();
  return build;
}

}  // namespace g2t
