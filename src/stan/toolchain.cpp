// Two layouts: the folder that tools/install-stan unpacks, and the source tree that CmdStan and BridgeStan share.
#include <g2t/stan/toolchain.hpp>

#include <g2t/core/errors.hpp>

#include <fmt/format.h>

#include <pwd.h>
#include <unistd.h>

#include <core/folder_names.h>
#include <stan/private_files.h>
#include <stan/whole_text.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>

namespace g2t {
namespace {

namespace fs = std::filesystem;

constexpr int kMinMinor = 35;  // of Stan 2: the first with the bridge's random numbers

std::string environment(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr ? value : "";
}

bool is_there(const fs::path& path) {
  std::error_code error;
  return fs::exists(path, error);
}

// Entries of a folder whose names begin so, in order.
std::vector<std::string> entries(const fs::path& folder, const std::string& prefix) {
  std::vector<std::string> found;
  for (const std::string& name : names_in(folder.string()))
    if (name.starts_with(prefix)) found.push_back((folder / name).string());
  std::sort(found.begin(), found.end());
  return found;
}

std::string version_in(const fs::path& header) {
  std::istringstream in = stream_of(whole_text(header.string()));
  std::string word, name, version;
  while (in >> word) {
    if (word != "#define" || !(in >> name)) continue;
    if (name != "STAN_MAJOR" && name != "STAN_MINOR" && name != "STAN_PATCH") continue;
    if (in >> word) version += (version.empty() ? "" : ".") + word;
  }
  return version;
}

void check_version(const StanToolchain& found) {
  int major = 0, minor = 0;
  if (std::sscanf(found.version.c_str(), "%d.%d", &major, &minor) != 2)
    throw InputError({found.root, 0, 0}, "its Stan headers do not say which version they are");
  if (major != 2 || minor < kMinMinor)
    throw InputError({found.root, 0, 0},
                     fmt::format("has Stan {}, but 2.{} or later is needed", found.version, kMinMinor));
}

void require(const std::string& root, const fs::path& path, const std::string& remedy) {
  if (!is_there(path)) throw InputError({root, 0, 0}, "lacks " + path.string() + remedy);
}

StanToolchain unpacked_folder(const fs::path& root) {
  StanToolchain out;
  out.include_dirs = {(root / "include").string()};
  out.version = version_in(root / "include/stan/version.hpp");
  out.libraries = {(root / "lib/libtbb.so.2").string()};
  require(root.string(), out.libraries.front(), "; install it again: tools/install-stan --force");
  for (const std::string& library : entries(root / "lib", "libsundials_")) out.libraries.push_back(library);
  out.stanc = (root / "stanc").string();
  return out;
}

StanToolchain source_tree(const fs::path& root) {
  StanToolchain out;
  const fs::path math = root / "stan/lib/stan_math";
  out.include_dirs = {(root / "stan/src").string(), math.string()};
  for (const char* const part : {"eigen_", "boost_"})
    for (const std::string& folder : entries(math / "lib", part)) out.include_dirs.push_back(folder);
  for (const char* const part : {"tbb_", "sundials_"})
    for (const std::string& folder : entries(math / "lib", part)) out.include_dirs.push_back(folder + "/include");
  for (const std::string& folder : entries(root / "stan/lib", "rapidjson_")) out.include_dirs.push_back(folder);
  out.version = version_in(root / "stan/src/stan/version.hpp");
  const std::string remedy = "; build one model with it first, as its manual says: make examples/bernoulli/bernoulli";
  for (const std::string& library : entries(math / "lib/tbb", "libtbb.so.")) out.libraries.push_back(library);
  require(root.string(), math / "lib/tbb", remedy);
  if (out.libraries.empty()) throw InputError({root.string(), 0, 0}, "lacks libtbb.so" + remedy);
  out.libraries.resize(1);
  for (const std::string& folder : entries(math / "lib", "sundials_"))
    for (const std::string& library : entries(folder + "/lib", "libsundials_"))
      if (library.ends_with(".a")) out.libraries.push_back(library);
  out.stanc = (root / "bin/stanc").string();
  require(root.string(), out.stanc, remedy);
  return out;
}

}  // namespace

std::string cache_folder() {
  const std::string given = environment("XDG_CACHE_HOME");
  std::string home = environment("HOME");
  if (const passwd* const user = home.empty() ? ::getpwuid(::getuid()) : nullptr) home = user->pw_dir;  // as shells do
  const std::string base = !given.empty() ? given : (home.empty() ? "/tmp" : home) + "/.cache";
  return base + "/g2t";
}

StanToolchain toolchain_in(const std::string& folder) {
  std::error_code error;
  const fs::path root = fs::absolute(folder, error);
  if (!fs::is_directory(root, error)) throw InputError({folder, 0, 0}, "there is no such folder of a Stan toolchain");
  StanToolchain found;
  if (is_there(root / "stanc") && is_there(root / "include/stan/version.hpp")) {
    found = unpacked_folder(root);
  } else if (is_there(root / "stan/src/stan/version.hpp")) {
    found = source_tree(root);
  } else {
    throw InputError({folder, 0, 0},
                     "holds no Stan toolchain: neither stanc and include/stan, nor stan/src/stan as CmdStan and BridgeStan "
                     "have it");
  }
  found.root = root.string();
  check_version(found);
  return found;
}

StanToolchain find_toolchain(const std::string& given) {
  if (!given.empty()) return toolchain_in(given);
  if (const std::string named = environment("G2T_STAN"); !named.empty()) return toolchain_in(named);
  const std::string installed = cache_folder() + "/stan-" + kStanVersion;
  if (is_there(installed)) {
    stan::check_cache_folder(cache_folder());
    stan::check_private(installed);
    stan::check_private(installed + "/stanc");
    return toolchain_in(installed);
  }
  for (const char* const name : {"BRIDGESTAN", "CMDSTAN"})
    if (const std::string named = environment(name); !named.empty()) return toolchain_in(named);
  throw InputError({}, "no Stan toolchain is installed (looked at --stan-dir, G2T_STAN, " + installed +
                           ", BRIDGESTAN, CMDSTAN)")
      .with_details(
          "To install one (35 MB to fetch, 150 MB on disk):\n"
          "  apt-get install g++ python3-pip\n"
          "  tools/install-stan          (of an installed g2t: g2t-install-stan)\n"
          "Or give a library that BridgeStan has compiled: NAME_model.so\n");
}

}  // namespace g2t
