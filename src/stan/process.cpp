// posix_spawn with a pipe that is read until the program ends.
#include <fcntl.h>
#include <poll.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <stan/process.h>
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

}  // namespace

ProcessResult run(const std::vector<std::string>& arguments, const std::function<void()>& tick, const std::string& folder) {
  ProcessResult result;
  Pipe output, errors;
  std::vector<char*> argv;
  for (const std::string& argument : arguments) argv.push_back(const_cast<char*>(argument.c_str()));
  argv.push_back(nullptr);

  posix_spawn_file_actions_t actions;
  ::posix_spawn_file_actions_init(&actions);
  ::posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  ::posix_spawn_file_actions_adddup2(&actions, output.ends[1], STDOUT_FILENO);
  ::posix_spawn_file_actions_adddup2(&actions, errors.ends[1], STDERR_FILENO);
  if (!folder.empty()) ::posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
  pid_t process = 0;
  const int error = ::posix_spawnp(&process, argv[0], &actions, nullptr, argv.data(), environ);
  ::posix_spawn_file_actions_destroy(&actions);
  if (error != 0) {
    result.errors = arguments.front() + " cannot be started: " + reason_of(error);
    return result;
  }
  output.close(1);
  errors.close(1);
  collect(output, errors, result, tick);
  int status = 0;
  while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
  }
  if (WIFEXITED(status)) result.exit_status = WEXITSTATUS(status);
  if (WIFSIGNALED(status)) result.signal = WTERMSIG(status);
  return result;
}

}  // namespace g2t::stan
