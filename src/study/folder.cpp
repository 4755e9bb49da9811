// Appends by single writes, and leaves out a last line without its end.
#include <g2t/study/folder.hpp>

#include <g2t/core/errors.hpp>
#include <g2t/io/output_files.hpp>
#include <core/folder_names.h>
#include <io/text_file.hpp>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <set>

#include <fcntl.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

namespace g2t {
namespace {

[[noreturn]] void fail_with_errno(const std::string& path) { throw InputError({path}, std::strerror(errno)); }

// The bytes of a file up to its last line end.
std::size_t whole_lines(const std::string& text) {
  const std::size_t last = text.rfind('\n');
  return last == std::string::npos ? 0 : last + 1;
}

}  // namespace

std::vector<std::string> run_logs(const std::string& folder) {
  std::vector<std::string> paths;
  // Runs that are not seen would be made again.
  if (::access(folder.c_str(), R_OK) != 0 && errno == EACCES) fail_with_errno(folder);
  for (const std::string& name : names_in(folder))
    if (name.starts_with("runs") && name.ends_with(".jsonl"))
      paths.push_back((std::filesystem::path(folder) / name).string());
  std::sort(paths.begin(), paths.end());
  return paths;
}

RunLog::RunLog(const std::string& path) : path_(path) {
  file_ = ::open(path.c_str(), O_RDWR | O_CREAT | O_APPEND | O_NOFOLLOW | O_CLOEXEC, 0666);
  if (file_ < 0 && errno == ELOOP) throw InputError({path}, "is a link: runs are added to a file of the study's own folder");
  if (file_ < 0) fail_with_errno(path);
  if (::flock(file_, LOCK_EX | LOCK_NB) != 0) {
    const bool is_taken = errno == EWOULDBLOCK;
    ::close(file_);
    if (!is_taken) fail_with_errno(path);
    throw InputError({path}, "another process is adding its runs to this file");
  }
  const std::string text = io::read_text_file(path);
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail_with_errno(path);
  if (static_cast<std::size_t>(status.st_size) != text.size()) {
    ::close(file_);
    throw InputError({path}, "is compressed, or begins with a byte order mark: no runs can be added to it");
  }
  const std::size_t whole = whole_lines(text);
  if (::ftruncate(file_, static_cast<off_t>(whole)) != 0) fail_with_errno(path);
}

RunLog::~RunLog() {
  if (file_ >= 0) ::close(file_);
}

void RunLog::add(const RunRecord& record) {
  const std::string line = to_line(record) + "\n";
  struct stat status {};
  if (::fstat(file_, &status) != 0) fail_with_errno(path_);
  std::size_t written = 0;
  while (written < line.size()) {
    const ssize_t count = ::write(file_, line.data() + written, line.size() - written);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      const int reason = errno;
      // The next run cuts off what is left of a line if this fails as well.
      static_cast<void>(::ftruncate(file_, status.st_size) != 0);
      errno = reason;
      fail_with_errno(path_);
    }
    written += static_cast<std::size_t>(count);
  }
  if (::fsync(file_) != 0 && errno != EINVAL) fail_with_errno(path_);
}

std::string run_log_path(const std::string& folder, Index share_number, Index share_count) {
  const std::string share =
      share_count == 1 ? "" : "." + std::to_string(share_number) + "-of-" + std::to_string(share_count);
  return (std::filesystem::path(folder) / ("runs" + share + ".jsonl")).string();
}

std::string study_file_path(const std::string& folder) {
  return (std::filesystem::path(folder) / "study.json").string();
}

bool is_study(const std::string& folder) {
  std::error_code error;
  return std::filesystem::is_regular_file(study_file_path(folder), error);
}

StudyPlan read_study(const std::string& folder) {
  const std::string file = study_file_path(folder);
  return parse_study(io::read_text_file(file), file);
}

void write_study(const std::string& folder, const StudyPlan& plan, const std::vector<std::string>& inputs) {
  OutputFiles files(study_file_path(folder), {""}, {.force = true, .inputs = inputs});
  files.stage("", to_json(plan));
  files.commit();
}

std::vector<RunRecord> read_runs(const std::string& folder) {
  std::vector<RunRecord> out;
  std::set<RunKey> seen;
  for (const std::string& path : run_logs(folder)) {
    const std::string text = io::read_text_file(path);
    io::LineReader lines(std::string_view(text).substr(0, whole_lines(text)));
    while (lines.next()) {
      RunRecord record = parse_run(std::string(lines.line()), path, lines.number());
      if (seen.insert(record.key).second) out.push_back(std::move(record));
    }
  }
  return out;
}

}  // namespace g2t
