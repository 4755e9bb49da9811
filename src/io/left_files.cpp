// Earlier files are removed only after the last rename: beside an unfinished file of their run they are still needed.
#include <core/folder_names.h>
#include <unistd.h>

#include <cctype>
#include <chrono>
#include <cstdio>
#include <filesystem>
#include <fmt/format.h>
#include <io/folder_lock.hpp>
#include <io/left_files.hpp>
#include <map>
#include <memory>
#include <set>
#include <string_view>
#include <utility>

namespace g2t::io {
namespace {

namespace fs = std::filesystem;

struct LeftFiles {
  std::vector<std::string> partial;
  std::vector<std::pair<std::string, std::string>> earlier;  // name, and whose place it had
};

// "12345" of "run.csv.partial-12345"; empty if `name` is not `base` with `word` and digits.
std::string_view number_of(std::string_view name, const std::string& base, std::string_view word) {
  if (!name.starts_with(base)) return {};
  name.remove_prefix(base.size());
  if (!name.starts_with(word)) return {};
  name.remove_prefix(word.size());
  for (const char c : name)
    if (std::isdigit(static_cast<unsigned char>(c)) == 0) return {};
  return name;
}

void find(const std::string& output, std::map<std::string, LeftFiles, std::less<>>& runs) {
  const std::string base = fs::path(output).filename().string();
  const std::string folder = folder_of(output);
  for (const std::string& name : names_in(folder)) {
    const std::string path = folder + "/" + name;
    if (const auto number = number_of(name, base, ".partial-"); !number.empty())
      runs[std::string(number)].partial.push_back(path);
    if (const auto number = number_of(name, base, ".earlier-"); !number.empty())
      runs[std::string(number)].earlier.emplace_back(path, output);
  }
}

bool goes_on(const LeftFiles& left) {
  for (const std::string& path : left.partial) {
    const int lock = lock_file(path);
    if (lock < 0) return true;
    ::close(lock);
  }
  return false;
}

}  // namespace

std::string run_number() {
  const auto now = std::chrono::system_clock::now().time_since_epoch();
  const auto nanoseconds = std::chrono::duration_cast<std::chrono::nanoseconds>(now).count();
  return fmt::format("{}{:07}", ::getpid(), nanoseconds / 100 % 10000000);
}

NamesBeside names_beside(const std::string& path, const std::string& run_number) {
  return {path + ".partial-" + run_number, path + ".earlier-" + run_number, path + ".kept-" + run_number};
}

void remove_left_files(const std::vector<std::string>& outputs) {
  std::set<std::string> folders;
  for (const std::string& output : outputs) folders.insert(folder_of(output));
  std::vector<std::unique_ptr<FolderLock>> locks;
  for (const std::string& folder : folders) {
    locks.push_back(std::make_unique<FolderLock>(folder, FolderLock::Wait::No));
    if (!locks.back()->is_held()) return;  // another run renames its files just now
  }
  std::map<std::string, LeftFiles, std::less<>> runs;
  for (const std::string& output : outputs) find(output, runs);
  for (const auto& [number, left] : runs) {
    if (goes_on(left)) continue;
    bool is_whole = true;
    for (const auto& [name, place] : left.earlier)
      if (!left.partial.empty() && std::rename(name.c_str(), place.c_str()) != 0) is_whole = false;
    if (!is_whole) continue;  // later, perhaps
    for (const auto& [name, place] : left.earlier) ::unlink(name.c_str());
    for (const std::string& path : left.partial) ::unlink(path.c_str());
  }
}

}  // namespace g2t::io
