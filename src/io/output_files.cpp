// Checks by std::filesystem before the run; temporary files in the same folders, renamed at the end.
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <filesystem>
#include <g2t/core/errors.hpp>
#include <g2t/io/output_files.hpp>
#include <io/file_stream.hpp>
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

bool exists(const std::string& path) { return fs::exists(fs::symlink_status(path)); }

// Where a write to `path` lands: links followed, the file itself may be missing.
std::string follow_links(const std::string& path) {
  std::error_code error;
  const fs::path real = fs::weakly_canonical(path, error);
  return error ? path : real.string();
}

bool is_same_file(const std::string& real_path, const std::string& input) {
  std::error_code error;
  return fs::equivalent(real_path, input, error) || follow_links(input) == real_path;
}

void check_place(const std::string& path, const std::string& real_path) {
  std::error_code error;
  const fs::file_status status = fs::status(real_path, error);
  if (fs::exists(status) && !fs::is_regular_file(status)) refuse(path, "is not a file that can be replaced");
  const std::string directory = directory_of(real_path).string();
  if (!fs::is_directory(directory, error)) fail_to_write(path, error ? error.value() : ENOTDIR);
  if (::access(directory.c_str(), W_OK | X_OK) != 0) fail_to_write(path, errno);
}

}  // namespace

OutputFiles::OutputFiles(std::string prefix, const std::vector<std::string>& suffixes, const OutputRules& options)
    : prefix_(std::move(prefix)), force_(options.force) {
  if (prefix_.empty() || prefix_.back() == '/') refuse(prefix_, "names no file");
  for (const std::string& suffix : suffixes) {
    Target target{suffix, path(suffix), follow_links(path(suffix)), ""};
    for (const std::string& input : options.inputs) {
      if (is_same_file(target.real_path, input)) refuse(target.path, "is the input " + input + ", never replaced");
    }
    check_place(target.path, target.real_path);
    if (!force_ && exists(target.real_path)) refuse(target.path, "exists already (use --force to replace it)");
    targets_.push_back(std::move(target));
  }
}

OutputFiles::~OutputFiles() { remove_temporaries(); }

std::string OutputFiles::path(std::string_view suffix) const { return prefix_ + std::string(suffix); }

void OutputFiles::stage(std::string_view suffix, const std::function<void(std::ostream&)>& write) {
  Target& place = target(suffix, "OutputFiles::stage");
  const std::string temporary = place.real_path + ".partial-" + std::to_string(::getpid());
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
  for (std::size_t i : staged_) {
    const bool has_appeared = !force_ && exists(targets_[i].real_path);
    if (has_appeared) refuse(targets_[i].path, "has appeared meanwhile (use --force to replace it)");
  }
  std::vector<std::string> paths;
  for (std::size_t i : staged_) {
    Target& place = targets_[i];
    if (std::rename(place.temporary.c_str(), place.real_path.c_str()) != 0) fail_to_write(place.path, errno);
    place.temporary.clear();
    paths.push_back(place.path);
  }
  staged_.clear();
  return paths;
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
