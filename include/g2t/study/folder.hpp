// Where a study is kept: study.json, and a line a run in runs.jsonl.
#pragma once

#include <g2t/study/plan.hpp>

#include <optional>
#include <string>
#include <vector>

namespace g2t {

/// Lines of runs, each written whole by one call, so that a process that is killed loses the runs in flight alone.
class RunLog {
 public:
  /// Opens a file for more lines; what a killed process left of a last line is cut off.
  /// @throws InputError with the system's reason, or if another process has it open
  explicit RunLog(const std::string& path);
  ~RunLog();
  RunLog(const RunLog&) = delete;
  RunLog& operator=(const RunLog&) = delete;

  /// @throws InputError with the system's reason
  void add(const RunRecord& record);

 private:
  std::string path_;
  int file_ = -1;
};

/// FOLDER/runs.jsonl, or FOLDER/runs.NUMBER-of-COUNT.jsonl of a share.
std::string run_log_path(const std::string& folder, Index share_number, Index share_count);
std::string study_file_path(const std::string& folder);

/// The files of runs in a folder, by name; none if there is no such folder.
std::vector<std::string> run_logs(const std::string& folder);

/// True if the path is a folder that holds a study.
bool is_study(const std::string& folder);

/// @throws InputError if there is none, or it cannot be read
StudyPlan read_study(const std::string& folder);
/// Writes study.json whole, over the one that is there.
/// @param inputs  files that are never replaced
/// @throws InvalidArgument if it is an input, InputError if it cannot be written
void write_study(const std::string& folder, const StudyPlan& plan, const std::vector<std::string>& inputs = {});

/// The finished runs of all logs in a folder, in the order of their files' names; each run once.
/// An unfinished last line is left out.
/// @throws InputError naming file and line of a line that is no run
std::vector<RunRecord> read_runs(const std::string& folder);

}  // namespace g2t
