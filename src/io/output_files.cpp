// Checks by std::filesystem before the run; temporary files in the same folders, renamed at the end.
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/output_files.hpp>
#include <io/file_stream.hpp>
#include <io/folder_lock.hpp>
#include <io/left_files.hpp>
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

bool exists(const std::string& path) {
  std::error_code error;
  return fs::exists(fs::symlink_status(path, error));
}

// That a rename replaces: a link is one, not what it leads to.
bool is_file(const std::string& path) {
  std::error_code error;
  const fs::file_status there = fs::symlink_status(path, error);
  return fs::is_regular_file(there) || fs::is_symlink(there);
}

// From the root on, so that a folder has one name: a process that locks it by two waits for itself.
// Links are followed, the file itself may be missing.
std::string follow_links(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error), real = error ? whole : fs::weakly_canonical(whole, error);
  if (error) fail_to_write(path, error.value());
  return real.string();
}

// Where the name itself is, from the root on: links to its folder are followed, a link at the name is what a rename replaces.
std::string real_place(const std::string& path) {
  std::error_code error;
  const fs::path whole = fs::absolute(path, error);
  if (error) fail_to_write(path, error.value());
  return (fs::path(follow_links(whole.parent_path().string())) / whole.filename()).string();
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
  const std::string longest = io::names_beside(real_path, io::run_number()).partial;
  if (::lstat(longest.c_str(), &entry) != 0 && errno != ENOENT) fail_to_write(path, errno);
  std::error_code error;
  const fs::file_status status = fs::status(real_path, error);
  if (fs::is_directory(status)) refuse(path, "is a folder");
  const bool is_open_file = is_in_a_device_folder(real_path) || is_in_a_device_folder(fs::read_symlink(real_path, error).string());
  if (is_open_file || (fs::exists(status) && !fs::is_regular_file(status)))
    refuse(path, "is not a file that can be replaced");
  const std::string directory = io::folder_of(real_path);
  if (!fs::is_directory(directory, error)) fail_to_write(path, error ? error.value() : ENOTDIR);
  if (::access(directory.c_str(), W_OK | X_OK) != 0) fail_to_write(path, errno);
}

}  // namespace

OutputFiles::OutputFiles(std::string prefix, const std::vector<std::string>& suffixes, const OutputRules& options)
    : prefix_(std::move(prefix)), force_(options.force), has_fingerprints_(options.has_fingerprints) {
  const auto is_name = [](const std::string& suffix) { return !suffix.empty() && suffix.front() != '/'; };
  if (prefix_.empty()) refuse(prefix_, "names no file");
  if (std::any_of(suffixes.begin(), suffixes.end(), is_name)) check_prefix();
  const std::string number = io::run_number();
  std::vector<std::string> places;
  for (const std::string& suffix : suffixes) {
    Target target;
    target.suffix = suffix;
    target.path = path(suffix);
    target.real_path = real_place(target.path);
    const io::NamesBeside names = io::names_beside(target.real_path, number);
    target.temporary = names.partial;
    target.earlier = names.earlier;
    target.kept = names.kept;
    for (const std::string& input : options.inputs) {
      if (is_same_file(target.real_path, input)) refuse(target.path, "is the input " + input + ", never replaced");
    }
    check_place(target.path, target.real_path);
    places.push_back(target.real_path);
    targets_.push_back(std::move(target));
  }
  io::remove_left_files(places);
  for (const Target& target : targets_)
    if (!force_ && exists(target.real_path)) refuse(target.path, "exists already (use --force to replace it)");
}

OutputFiles::~OutputFiles() {
  for (Target& place : targets_) remove(place);
}

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
  std::unique_ptr<io::FileBuffer> buffer;
  {
    const io::FolderLock lock(io::folder_of(place.real_path));  // nobody takes it for a killed run's before it is locked
    buffer = std::make_unique<io::FileBuffer>(place.temporary, has_fingerprints_);
    if (buffer->error() != 0) fail_to_write(place.path, buffer->error());
    place.is_staged = true;  // from here on the destructor removes it
    place.lock = io::lock_file(place.temporary);
  }
  std::ostream out(buffer.get());
  write(out);
  buffer->close();
  place.fingerprint = buffer->fingerprint();
  if (buffer->error() != 0) {
    remove(place);
    fail_to_write(place.path, buffer->error());
  }
  staged_.push_back(static_cast<std::size_t>(&place - targets_.data()));
}

void OutputFiles::stage(std::string_view suffix, std::string_view text) {
  stage(suffix, [text](std::ostream& out) { out.write(text.data(), static_cast<std::streamsize>(text.size())); });
}

std::uint64_t OutputFiles::fingerprint(std::string_view suffix) const {
  for (const std::size_t i : staged_)
    if (targets_[i].suffix == suffix && has_fingerprints_) return targets_[i].fingerprint;
  throw InvalidArgument("OutputFiles::fingerprint", "suffix", std::string(suffix), "is not staged");
}

std::vector<std::string> OutputFiles::commit() {
  std::set<std::string> folders;  // sorted, so that two runs do not wait for each other
  std::vector<std::string> paths;
  for (const std::size_t i : staged_) {
    folders.insert(io::folder_of(targets_[i].real_path));
    paths.push_back(targets_[i].path);
  }
  std::vector<std::unique_ptr<io::FolderLock>> locks;
  for (const std::string& folder : folders) locks.push_back(std::make_unique<io::FolderLock>(folder));
  if (!force_) keep_staged_if_any_has_appeared();
  try {
    rename_staged();
  } catch (...) {
    undo_renames();  // unless that was done
    throw;
  }
  for (const std::unique_ptr<io::FolderLock>& lock : locks) lock->synchronise();
  staged_.clear();
  return paths;
}

void OutputFiles::keep_staged_if_any_has_appeared() {
  const auto has_appeared = [this](std::size_t i) { return exists(targets_[i].real_path); };
  const auto found = std::find_if(staged_.begin(), staged_.end(), has_appeared);
  if (found == staged_.end()) return;
  std::string kept;
  for (const std::size_t i : staged_) {
    Target& place = targets_[i];
    const bool has_name = std::rename(place.temporary.c_str(), place.kept.c_str()) == 0;
    kept += (kept.empty() ? "" : ", ") + (has_name ? place.kept : place.temporary);
    release(place);
  }
  const std::string path = targets_[*found].path;
  staged_.clear();
  refuse(path, "has appeared meanwhile, perhaps from another run; this run's files are " + kept);
}

// Earlier files keep a name until the last file has its own: a run that is killed in between can be undone.
void OutputFiles::rename_staged() {
  for (const std::size_t i : staged_) {
    Target& place = targets_[i];
    if (!is_file(place.real_path)) continue;
    place.has_earlier = ::link(place.real_path.c_str(), place.earlier.c_str()) == 0;
  }
  for (const std::size_t i : staged_) {
    Target& place = targets_[i];
    // Not every file system gives a file two names.
    if (!place.has_earlier && is_file(place.real_path))
      place.has_earlier = std::rename(place.real_path.c_str(), place.earlier.c_str()) == 0;
    if (std::rename(place.temporary.c_str(), place.real_path.c_str()) != 0) {
      const int reason = errno;
      const std::string lost = undo_renames();
      if (lost.empty()) fail_to_write(place.path, reason);
      throw InputError({place.path, 0, 0}, "cannot be written: " + std::generic_category().message(reason) +
                                               "; files that were there before are now called " + lost);
    }
    place.is_renamed = true;
    release(place);
  }
  for (Target& place : targets_) {
    if (place.has_earlier) ::unlink(place.earlier.c_str());
    place.has_earlier = place.is_renamed = false;
  }
}

// The names of earlier files that could not have their own again.
std::string OutputFiles::undo_renames() {
  std::string lost;
  for (Target& place : targets_) {
    if (place.has_earlier) {
      // Renaming one name of a file to another of its names leaves both.
      if (std::rename(place.earlier.c_str(), place.real_path.c_str()) == 0)
        ::unlink(place.earlier.c_str());
      else
        lost += (lost.empty() ? "" : ", ") + place.earlier;
    } else if (place.is_renamed) {
      ::unlink(place.real_path.c_str());
    }
    place.has_earlier = place.is_renamed = false;
  }
  return lost;
}

OutputFiles::Target& OutputFiles::target(std::string_view suffix, const char* function) {
  const auto is_wanted = [suffix](const Target& target) { return target.suffix == suffix; };
  const auto found = std::find_if(targets_.begin(), targets_.end(), is_wanted);
  if (found == targets_.end()) throw InvalidArgument(function, "suffix", std::string(suffix), "was not announced");
  if (found->is_staged) throw InvalidArgument(function, "suffix", std::string(suffix), "is staged already");
  return *found;
}

void OutputFiles::release(Target& place) {
  place.is_staged = false;
  if (place.lock >= 0) ::close(place.lock);
  place.lock = -1;
}

void OutputFiles::remove(Target& place) {
  if (place.is_staged) ::unlink(place.temporary.c_str());
  release(place);
}

}  // namespace g2t
