// Checks by std::filesystem before the run; temporary files in the same folders, renamed at the end.
#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/output_files.hpp>
#include <io/file_stream.hpp>
#include <memory>
#include <set>
#include <system_error>
#include <utility>

namespace g2t {
namespace {

namespace fs = std::filesystem;

[[noreturn]] void refuse(const std::string& path, const std::string& reason) {
  throw InvalidArgument("OutputFiles", "output", path, reason);
}

[[noreturn]] void fail_to_write(const std::string& path, int error) {
  throw InputError({path, 0, 0}, "cannot be written: " + std::generic_category().message(error));
}

fs::path directory_of(const fs::path& path) { return path.has_parent_path() ? path.parent_path() : fs::path("."); }

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

// The first of the names for temporary files beside `path` that `is_free` takes.
template <class IsFree>
std::string temporary_name(const std::string& path, IsFree is_free) {
  // A killed run, which may have had this process's number, leaves its files behind.
  const std::string base = path + ".partial-" + std::to_string(::getpid());
  std::string name = base;
  for (int i = 2; !is_free(name) && i < 1000; ++i) name = base + "-" + std::to_string(i);
  return name;
}

// Held while files are renamed, so that those of another run do not get between them.
class FolderLock {
 public:
  explicit FolderLock(const std::string& folder)
      : descriptor_(::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC)) {
    while (descriptor_ >= 0 && ::flock(descriptor_, LOCK_EX) != 0 && errno == EINTR) {
    }
  }
  ~FolderLock() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  FolderLock(const FolderLock&) = delete;
  FolderLock& operator=(const FolderLock&) = delete;
  // Names are as lasting as contents after this; not every file system can.
  void synchronise() const {
    if (descriptor_ >= 0) ::fsync(descriptor_);
  }

 private:
  int descriptor_;
};

// Where a write to `path` lands, from the root on: links followed, the file itself may be missing.
std::string follow_links(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(fs::absolute(path, error), error);
  return error ? path : real.string();
}

// Where the name itself is: links to its folder are followed, a link at the name is what a rename replaces.
std::string real_place(const std::string& path) {
  std::error_code error;
  const fs::path folder = fs::canonical(directory_of(path), error);
  return error ? path : (folder / fs::path(path).filename()).string();
}

// Names there, and links to them, stand for what is open, not for files.
bool is_in_a_device_folder(const std::string& path) { return path.starts_with("/dev/") || path.starts_with("/proc/"); }

bool is_same_file(const std::string& real_path, const std::string& input) {
  std::error_code error;
  return fs::equivalent(real_path, input, error) || follow_links(input) == real_path ||
         follow_links(input) == follow_links(real_path);
}

void check_place(const std::string& path, const std::string& real_path) {
  struct stat entry{};
  const std::string temporary = temporary_name(real_path, [](const std::string&) { return true; });
  if (::lstat(temporary.c_str(), &entry) != 0 && errno != ENOENT) fail_to_write(path, errno);
  std::error_code error;
  const fs::file_status status = fs::status(real_path, error);
  if (fs::is_directory(status)) refuse(path, "is a folder");
  const bool is_open_file = is_in_a_device_folder(real_path) || is_in_a_device_folder(fs::read_symlink(real_path, error).string());
  if (is_open_file || (fs::exists(status) && !fs::is_regular_file(status)))
    refuse(path, "is not a file that can be replaced");
  const std::string directory = directory_of(real_path).string();
  if (!fs::is_directory(directory, error)) fail_to_write(path, error ? error.value() : ENOTDIR);
  if (::access(directory.c_str(), W_OK | X_OK) != 0) fail_to_write(path, errno);
}

}  // namespace

OutputFiles::OutputFiles(std::string prefix, const std::vector<std::string>& suffixes, const OutputRules& options)
    : prefix_(std::move(prefix)), force_(options.force) {
  const auto is_name = [](const std::string& suffix) { return !suffix.empty() && suffix.front() != '/'; };
  if (prefix_.empty()) refuse(prefix_, "names no file");
  if (std::any_of(suffixes.begin(), suffixes.end(), is_name)) check_prefix();
  for (const std::string& suffix : suffixes) {
    Target target{suffix, path(suffix), real_place(path(suffix)), "", "", false};
    for (const std::string& input : options.inputs) {
      if (is_same_file(target.real_path, input)) refuse(target.path, "is the input " + input + ", never replaced");
    }
    check_place(target.path, target.real_path);
    if (!force_ && exists(target.real_path)) refuse(target.path, "exists already (use --force to replace it)");
    targets_.push_back(std::move(target));
  }
}

OutputFiles::~OutputFiles() { remove_temporaries(); }

// A prefix that is a folder would give names beside it, where nobody looks.
void OutputFiles::check_prefix() const {
  std::error_code error;
  const fs::file_status status = fs::status(prefix_, error);
  const bool is_folder = prefix_.back() == '/' || fs::is_directory(status);
  if (is_folder) {
    const std::string folder = prefix_.back() == '/' ? prefix_ : prefix_ + "/";
    refuse(prefix_, "is a folder, not the beginning of names; write " + folder + "NAME");
  }
  if (fs::is_character_file(status) || fs::is_block_file(status) || fs::is_fifo(status) || fs::is_socket(status))
    refuse(prefix_, "is not the beginning of files' names");
}

std::string OutputFiles::path(std::string_view suffix) const { return prefix_ + std::string(suffix); }

void OutputFiles::stage(std::string_view suffix, const std::function<void(std::ostream&)>& write) {
  Target& place = target(suffix, "OutputFiles::stage");
  const std::string temporary = temporary_name(place.real_path, [](const std::string& name) { return !exists(name); });
  io::FileBuffer buffer(temporary);
  if (buffer.error() != 0) fail_to_write(place.path, buffer.error());
  place.temporary = temporary;  // from here on the destructor removes it
  std::ostream out(&buffer);
  write(out);
  buffer.close();
  if (buffer.error() != 0) {
    ::unlink(temporary.c_str());
    place.temporary.clear();
    fail_to_write(place.path, buffer.error());
  }
  staged_.push_back(static_cast<std::size_t>(&place - targets_.data()));
}

void OutputFiles::stage(std::string_view suffix, std::string_view text) {
  stage(suffix, [text](std::ostream& out) { out.write(text.data(), static_cast<std::streamsize>(text.size())); });
}

std::vector<std::string> OutputFiles::commit() {
  std::set<std::string> folders;  // sorted, so that two runs do not wait for each other
  for (const std::size_t i : staged_) folders.insert(directory_of(targets_[i].real_path).string());
  std::vector<std::unique_ptr<FolderLock>> locks;
  for (const std::string& folder : folders) locks.push_back(std::make_unique<FolderLock>(folder));
  if (!force_) keep_staged_if_any_has_appeared();
  rename_staged();
  for (const std::unique_ptr<FolderLock>& lock : locks) lock->synchronise();
  std::vector<std::string> paths;
  for (const std::size_t i : staged_) paths.push_back(targets_[i].path);
  staged_.clear();
  return paths;
}

void OutputFiles::keep_staged_if_any_has_appeared() {
  const auto has_appeared = [this](std::size_t i) { return exists(targets_[i].real_path); };
  const auto found = std::find_if(staged_.begin(), staged_.end(), has_appeared);
  if (found == staged_.end()) return;
  std::string kept;
  for (const std::size_t i : staged_) kept += (kept.empty() ? "" : ", ") + std::exchange(targets_[i].temporary, "");
  const std::string path = targets_[*found].path;
  staged_.clear();
  refuse(path, "has appeared meanwhile, perhaps from another run; this run's files are " + kept);
}

void OutputFiles::rename_staged() {
  for (const std::size_t i : staged_) {
    Target& place = targets_[i];
    std::error_code error;
    const fs::file_status there = fs::symlink_status(place.real_path, error);
    if (fs::is_regular_file(there) || fs::is_symlink(there)) {
      place.earlier = temporary_name(place.real_path, [](const std::string& name) { return !exists(name); });
      const bool is_kept = ::link(place.real_path.c_str(), place.earlier.c_str()) == 0 ||
                           std::rename(place.real_path.c_str(), place.earlier.c_str()) == 0;
      if (!is_kept) place.earlier.clear();
    }
    if (std::rename(place.temporary.c_str(), place.real_path.c_str()) != 0) {
      const int reason = errno;
      undo_renames();
      fail_to_write(place.path, reason);
    }
    place.temporary.clear();
    place.is_renamed = true;
  }
  for (Target& place : targets_) {
    if (!place.earlier.empty()) ::unlink(place.earlier.c_str());
    place.earlier.clear();
  }
}

void OutputFiles::undo_renames() {
  for (Target& place : targets_) {
    if (!place.earlier.empty()) {
      std::rename(place.earlier.c_str(), place.real_path.c_str());
      ::unlink(place.earlier.c_str());  // renaming one name of a file to another of its names leaves both
    } else if (place.is_renamed) {
      ::unlink(place.real_path.c_str());
    }
    place.earlier.clear();
    place.is_renamed = false;
  }
}

OutputFiles::Target& OutputFiles::target(std::string_view suffix, const char* function) {
  const auto is_wanted = [suffix](const Target& target) { return target.suffix == suffix; };
  const auto found = std::find_if(targets_.begin(), targets_.end(), is_wanted);
  if (found == targets_.end()) throw InvalidArgument(function, "suffix", std::string(suffix), "was not announced");
  if (!found->temporary.empty()) throw InvalidArgument(function, "suffix", std::string(suffix), "is staged already");
  return *found;
}

void OutputFiles::remove_temporaries() {
  for (Target& place : targets_) {
    if (!place.temporary.empty()) ::unlink(place.temporary.c_str());
    place.temporary.clear();
  }
}

}  // namespace g2t
