// stanli: a library that translates a program in memory, and evaluates it without a compiler.
#include <g2t/stan/program.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/core/json.hpp>

#include <stan/cache_entry.h>
#include <stan/private_files.h>
#include <stan/rewritten_program.h>
#include <stan/translator.h>

#include <dlfcn.h>

#include <cstddef>
#include <filesystem>
#include <optional>

namespace g2t {
namespace {

namespace fs = std::filesystem;

// Its programs are tied to the build that translated them.
constexpr const char* kStanliVersion = "0.24.0";

struct Stanli {
  char* (*translate)(const char* program, const char** include_paths, std::size_t count, int fast_math, char* error,
                     std::size_t error_size) = nullptr;
  void (*free_string)(char*) = nullptr;
  const char* (*build_id)() = nullptr;
};

Stanli load(const std::string& library) {
  std::error_code error;
  if (!fs::exists(library, error))
    throw InputError({library, 0, 0}, "stanli is not installed: run tools/install-stan --stanli");
  stan::check_cache_folder(cache_folder());
  stan::check_private(fs::path(library).parent_path().string());
  stan::check_private(library);
  void* const handle = ::dlopen(library.c_str(), RTLD_NOW | RTLD_LOCAL | RTLD_NODELETE);
  if (handle == nullptr) throw InputError({library, 0, 0}, std::string("cannot be loaded: ") + ::dlerror());
  Stanli out;
  const auto set = [&](auto& function, const char* name) {
    function = reinterpret_cast<std::decay_t<decltype(function)>>(::dlsym(handle, name));
    if (function == nullptr)
      throw InputError({library, 0, 0}, std::string("is not stanli ") + kStanliVersion + ": it lacks", name);
  };
  set(out.translate, "stanli_stan_to_mir_with_opts");
  set(out.free_string, "stanli_string_free");
  set(out.build_id, "stanli_build_id");
  return out;
}

constexpr const char* kProgramName = "string";  // what its messages call a program

// The text as stanli takes it, or nothing and the reasons.
std::optional<std::string> translated(const Stanli& stanli, const std::string& text, const std::vector<std::string>& folders,
                                      std::string& errors) {
  std::vector<const char*> paths;
  for (const std::string& folder : folders) paths.push_back(folder.c_str());
  std::string error(8192, '\0');
  const bool includes = text.find("#include") != std::string::npos;
  char* const made = stanli.translate(text.c_str(), includes ? paths.data() : nullptr, includes ? paths.size() : 0, 0,
                                      error.data(), error.size());
  errors = error.c_str();
  if (made == nullptr) return std::nullopt;
  std::string out = made;
  stanli.free_string(made);
  return out;
}

// A program in old syntax, from a copy in the present one.
std::optional<std::string> translated_copy(const Stanli& stanli, const stan::RewrittenProgram& rewritten, std::string& errors) {
  std::optional<stan::CacheEntry> entry;
  std::vector<std::string> folders;
  if (rewritten.has_includes()) {
    entry.emplace("rewritten", "programs");
    folders = {fs::path(entry->scratch("program")).parent_path().string()};
    rewritten.write_includes(folders.front());
  }
  const std::optional<std::string> out = translated(stanli, rewritten.text(), folders, errors);
  errors = rewritten.with_own_places(errors, kProgramName);
  return out;
}

std::string with_name(std::string errors, const std::string& name) {
  std::string in = " in '";
  in.append(kProgramName).append("', line ");
  if (const std::size_t at = errors.find(in); at != std::string::npos) errors.replace(at + 5, std::string(kProgramName).size(), name);
  return errors;
}

}  // namespace

InterpretedProgram interpret_stan_program(const StanProgram& program, const std::string& data,
                                          const std::string& data_name, const std::optional<std::string>& text) {
  InterpretedProgram out;
  out.library = cache_folder() + "/stanli-" + kStanliVersion + "/libstanli.so";
  const Stanli stanli = load(out.library);

  out.text = text ? *text : stan::program_text(program.file);
  std::vector<std::string> folders = {fs::path(program.file).parent_path().string()};
  if (folders.front().empty()) folders.front() = ".";
  folders.insert(folders.end(), program.include_paths.begin(), program.include_paths.end());
  std::string errors;
  std::optional<std::string> made = translated(stanli, out.text, folders, errors);
  if (!made && !text) {
    if (const auto rewritten = stan::RewrittenProgram::of(program)) {
      made = translated_copy(stanli, *rewritten, errors);
      out.text = stan::present_text_with_includes(program);
      out.note = rewritten->note();
    }
  }
  if (!made) {
    errors = with_name(errors, fs::path(program.file).filename().string());
    throw InputError(stan::place_in(program.file, errors), "is no Stan program that stanli can take").with_details(errors);
  }

  // Errors in the data are reported by the model: the text is passed on unchanged, with one more key at its beginning.
  const Json entry = {
      {"build_id", stanli.build_id()}, {"mir", *made}, {"name", fs::path(program.file).stem().string()}};
  const std::size_t brace = data.find_first_not_of(" \t\r\n");
  const bool is_object = brace != std::string::npos && data[brace] == '{';
  if (brace != std::string::npos && !is_object)
    throw InputError({data_name, 0, 0}, "a JSON object is expected: {\"N\": 8, ...} (R writes an empty list as [], which should be {})");
  if (is_object && !Json::accept(data))
    throw InputError({data_name, 0, 0},
                     "is not JSON that stanli can read (NaN and Infinity have no place in JSON; --stan-backend compiled takes them)");
  const std::string rest = is_object ? data.substr(brace + 1) : "}";
  const std::size_t next = rest.find_first_not_of(" \t\r\n");
  const bool is_empty = next != std::string::npos && rest[next] == '}';
  out.data = std::string("{\"") + kStanliKey + "\": " + entry.dump() + (is_empty ? "" : ", ") + rest;
  return out;
}

}  // namespace g2t
