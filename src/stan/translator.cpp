// Finds line and column in the output of stanc.
#include <g2t/core/errors.hpp>

#include <stan/cache_entry.h>
#include <stan/process.h>
#include <stan/rewritten_program.h>
#include <stan/translator.h>
#include <stan/whole_text.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>

namespace g2t {
namespace stan {
namespace {

// The number after `word`, after "in 'FILE'".
long number_after(const std::string& text, const std::string& word) {
  const std::size_t begin = text.find(word);
  return begin == std::string::npos ? 0 : std::strtol(text.c_str() + begin + word.size(), nullptr, 10);
}

}  // namespace

std::string program_text(const std::string& file) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(file, error)) throw InputError({file, 0, 0}, "there is no such file");
  std::ifstream in(file, std::ios::binary);
  const std::string text{std::istreambuf_iterator<char>(in), std::istreambuf_iterator<char>()};
  if (!in) throw InputError({file, 0, 0}, "cannot be read");
  const auto refuse = [&](const char* reason) { throw InputError({file, 0, 0}, reason); };
  if (text.starts_with("\xEF\xBB\xBF")) refuse("starts with a byte order mark; save it without (as UTF-8, not \"UTF-8 with BOM\")");
  if (text.starts_with("\xFF\xFE") || text.starts_with("\xFE\xFF")) refuse("the file is UTF-16; save it as UTF-8");
  if (text.starts_with("\x1F\x8B")) refuse("is compressed (gzip); unpack it");
  if (text.find('\0') != std::string::npos) refuse("holds a zero byte, so it is no text");
  return text;
}

InputLocation place_in(const std::string& file, const std::string& errors) {
  const std::size_t place = errors.find("', line ");
  const std::string from = place == std::string::npos ? "" : errors.substr(place);
  return {file, number_after(from, "line "), number_after(from, "column ")};
}

Translation translate(const StanProgram& program, const StanToolchain& toolchain,
                      const std::vector<std::string>& arguments) {
  namespace fs = std::filesystem;
  std::error_code error;
  (void)program_text(program.file);  // refuses what stanc would report at characters that nobody sees
  // In the program's own folder, so that the output does not depend on the path of the file.
  const std::string folder = fs::path(program.file).parent_path().string(), name = fs::path(program.file).filename().string();
  std::string include_paths = ".";
  for (const std::string& path : program.include_paths) include_paths += "," + fs::absolute(path, error).string();

  // stanc writes a file also where it prints: not beside the program.
  std::vector<std::string> command = {toolchain.stanc, "--filename-in-msg=" + name, "--include-paths=" + include_paths,
                                      "--o=/dev/null"};
  command.insert(command.end(), arguments.begin(), arguments.end());
  command.push_back(name.starts_with('-') ? "./" + name : name);
  ProcessResult result = run(command, {.tick = nullptr, .folder = folder, .scratch = ""});
  if (result.is_ok()) return {result.output, result.errors, ""};
  if (const auto rewritten = RewrittenProgram::of(program)) {
    const CacheEntry entry("rewritten", "programs");
    const std::string copy = entry.scratch(name);
    write_text(copy, rewritten->text());
    const std::string beside = fs::path(copy).parent_path().string();
    rewritten->write_includes(beside);
    result = run(command, {.tick = nullptr, .folder = beside, .scratch = beside});
    for (std::string* const text : {&result.output, &result.errors}) *text = rewritten->with_own_places(*text, name);
    if (result.is_ok()) return {result.output, result.errors, rewritten->note()};
  }
  throw InputError(place_in(program.file, result.errors),
                   result.exit_status < 0 ? toolchain.stanc + " failed" : "is no valid Stan program")
      .with_details(result.errors);
}

}  // namespace stan

std::string stan_program_info(const StanProgram& program, const StanToolchain& toolchain) {
  return stan::translate(program, toolchain, {"--info"}).text;
}

}  // namespace g2t
