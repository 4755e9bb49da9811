// By the text alone: what a comment includes counts as a file too.
#include <algorithm>
#include <filesystem>
#include <g2t/core/contains.hpp>
#include <g2t/stan/program.hpp>
#include <stan/includes.h>
#include <stan/whole_text.h>
#include <string_view>

namespace g2t {
namespace stan {

namespace fs = std::filesystem;

std::vector<Include> includes_of(const std::string& text) {
  constexpr std::string_view kInclude = "#include", kBlank = " \t\r\n";
  std::vector<Include> out;
  for (std::size_t begin = text.find(kInclude); begin != std::string::npos; begin = text.find(kInclude, begin + 1)) {
    const std::size_t at = text.find_first_not_of(kBlank, begin + kInclude.size());
    if (at == std::string::npos) break;
    const bool is_quoted = text[at] == '"' || text[at] == '<';
    const std::size_t from = at + (is_quoted ? 1 : 0);
    const std::size_t mark =
        is_quoted ? text.find(text[at] == '<' ? '>' : '"', from) : text.find_first_of(kBlank, from);
    const std::size_t to = std::min(mark, text.size());
    out.push_back({text.substr(from, to - from), begin, std::min(to + (is_quoted ? 1 : 0), text.size())});
  }
  return out;
}

std::vector<fs::path> include_folders(const StanProgram& program) {
  std::vector<fs::path> folders = {fs::path(program.file).parent_path()};
  folders.insert(folders.end(), program.include_paths.begin(), program.include_paths.end());
  return folders;
}

std::vector<std::string> files_named(const std::string& name, const std::vector<fs::path>& folders) {
  std::vector<std::string> paths;
  for (const fs::path& folder : folders) {
    std::error_code error;
    const fs::path path = folder / fs::path(name).relative_path();  // stanc: "/part.stan" is in the folder
    if (fs::is_regular_file(path, error)) paths.push_back(path.string());
  }
  return paths;
}

namespace {

void add_included(const std::string& file, const std::vector<fs::path>& folders, std::vector<std::string>& files) {
  for (const Include& include : includes_of(whole_text(file))) {
    for (const std::string& path : files_named(include.name, folders)) {
      if (contains(files, path)) continue;
      files.push_back(path);
      add_included(path, folders, files);
    }
  }
}

// `depth` ends what includes itself.
std::string expanded(const std::string& text, const std::vector<fs::path>& folders, int depth) {
  std::string out;
  std::size_t done = 0;
  for (const Include& include : includes_of(text)) {
    const std::vector<std::string> paths = files_named(include.name, folders);
    const std::size_t line = text.find_last_of('\n', include.begin) + 1;
    const bool begins_its_line = text.find_first_not_of(" \t", line) == include.begin;  // else a comment
    if (paths.empty() || !begins_its_line || include.begin < done || depth == 0) continue;
    out += text.substr(done, include.begin - done) + expanded(whole_text(paths.front()), folders, depth - 1);
    done = include.end;
  }
  return out + text.substr(done);
}

}  // namespace
}  // namespace stan

std::vector<std::string> included_files(const StanProgram& program) {
  std::vector<std::string> files;
  stan::add_included(program.file, stan::include_folders(program), files);
  return files;
}

std::string text_with_includes(const StanProgram& program) {
  constexpr int kDepth = 20;
  return stan::expanded(whole_text(program.file), stan::include_folders(program), kDepth);
}

}  // namespace g2t
