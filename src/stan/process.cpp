// Pipes that are read until the program ends.
#include <fcntl.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstddef>
#include <stan/process.h>
#include <stan/supervise.h>
#include <string_view>
#include <system_error>

extern char** environ;  // NOLINT: the system's name

namespace g2t::stan {
namespace {

constexpr int kTickMilliseconds = 100;

std::string reason_of(int error) { return std::generic_category().message(error); }

// Both ends closed on the way out.
struct Pipe {
  int ends[2] = {-1, -1};

  Pipe() {
    if (::pipe2(ends, O_CLOEXEC) != 0) ends[0] = ends[1] = -1;
  }
  ~Pipe() {
    close(0);
    close(1);
  }
  Pipe(const Pipe&) = delete;
  Pipe& operator=(const Pipe&) = delete;
  void close(int end) {
    if (ends[end] >= 0) ::close(ends[end]);
    ends[end] = -1;
  }
};

// Reads both until their other ends are closed.
void collect(Pipe& output_pipe, Pipe& error_pipe, ProcessResult& result, const std::function<void()>& tick) {
  struct Source {
    Pipe& pipe;
    std::string& text;
  } sources[] = {{output_pipe, result.output}, {error_pipe, result.errors}};
  char buffer[4096];
  while (output_pipe.ends[0] >= 0 || error_pipe.ends[0] >= 0) {
    pollfd wanted[] = {{output_pipe.ends[0], POLLIN, 0}, {error_pipe.ends[0], POLLIN, 0}};  // one below 0 is ignored
    const int ready = ::poll(wanted, 2, kTickMilliseconds);
    if (tick) tick();
    if (ready <= 0) continue;
    for (int k = 0; k < 2; ++k) {
      if (wanted[k].revents == 0) continue;
      const ssize_t count = ::read(wanted[k].fd, buffer, sizeof buffer);
      if (count > 0)
        sources[k].text.append(buffer, static_cast<std::size_t>(count));
      else if (count == 0 || errno != EINTR)
        sources[k].pipe.close(0);
    }
  }
}

bool read_whole(int file, void* to, std::size_t size) {
  for (std::size_t done = 0; done < size;) {
    const ssize_t count = ::read(file, static_cast<char*>(to) + done, size - done);
    if (count > 0)
      done += static_cast<std::size_t>(count);
    else if (count == 0 || errno != EINTR)
      return false;
  }
  return true;
}

void wait_for(pid_t process) {
  while (::waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

}  // namespace

ProcessResult run(const std::vector<std::string>& arguments, const ProcessOptions& options) {
  ProcessResult result;
  Pipe output, errors, report;
  std::vector<char*> argv, environment;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);
  std::string temporary = "TMPDIR=" + options.scratch;
  for (char** entry = environ; *entry != nullptr; ++entry)
    if (options.scratch.empty() || !std::string_view(*entry).starts_with("TMPDIR=")) environment.push_back(*entry);
  if (!options.scratch.empty()) environment.push_back(temporary.data());
  environment.push_back(nullptr);

  SupervisedStart start;
  start.arguments = argv.data();
  start.environment = environment.data();
  start.folder = options.folder.empty() ? nullptr : options.folder.c_str();
  start.scratch = options.scratch.empty() ? nullptr : options.scratch.c_str();
  start.output = output.ends[1];
  start.errors = errors.ends[1];
  start.report = report.ends[1];
  const pid_t supervisor = start_supervised(start);
  SupervisedEnd end;
  if (supervisor < 0) {
    end.start_error = errno;
  } else {
    for (Pipe* const pipe : {&output, &errors, &report}) pipe->close(1);
    try {
      collect(output, errors, result, options.tick);
    } catch (...) {  // of the tick: nobody waits for the program any more
      ::kill(supervisor, SIGTERM);
      wait_for(supervisor);
      throw;
    }
    if (!read_whole(report.ends[0], &end, sizeof end)) end.status = SIGKILL;  // the supervisor was killed
    wait_for(supervisor);
  }
  if (end.start_error != 0) {
    result.errors = arguments.front() + " cannot be started: " + reason_of(end.start_error);
    return result;
  }
  if (WIFEXITED(end.status)) result.exit_status = WEXITSTATUS(end.status);
  if (WIFSIGNALED(end.status)) result.signal = WTERMSIG(end.status);
  return result;
}

}  // namespace g2t::stan
