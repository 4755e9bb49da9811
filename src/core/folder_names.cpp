// opendir(3), closed whatever happens.
#include <core/folder_names.h>
#include <dirent.h>

#include <memory>
#include <utility>

namespace g2t {
namespace {

struct CloseFolder {
  void operator()(DIR* entries) const { ::closedir(entries); }
};

}  // namespace

std::vector<std::string> names_in(const std::string& folder) {
  std::vector<std::string> names;
  const std::unique_ptr<DIR, CloseFolder> entries(::opendir(folder.c_str()));
  while (const dirent* const entry = entries == nullptr ? nullptr : ::readdir(entries.get())) {
    std::string name = entry->d_name;
    if (name != "." && name != "..") names.push_back(std::move(name));
  }
  return names;
}

}  // namespace g2t
