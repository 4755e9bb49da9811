// Two forks: the first process waits for two things, the end of the program and the death of its parent.
#include <fcntl.h>
#include <stan/supervise.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>

// After a fork of a process that may have threads: system calls alone.

namespace g2t::stan {
namespace {

constexpr int kParentIsDead = SIGTERM;

void become_program(const SupervisedStart& start, const sigset_t& mask, int failure) {
  ::setpgid(0, 0);
  ::prctl(PR_SET_PDEATHSIG, SIGKILL);
  ::sigprocmask(SIG_SETMASK, &mask, nullptr);
  const int nothing = ::open("/dev/null", O_RDONLY | O_CLOEXEC);
  const bool is_ready = nothing >= 0 && ::dup2(nothing, STDIN_FILENO) >= 0 &&
                        ::dup2(start.output, STDOUT_FILENO) >= 0 && ::dup2(start.errors, STDERR_FILENO) >= 0 &&
                        (start.folder == nullptr || ::chdir(start.folder) == 0);
  if (is_ready) ::execvpe(start.arguments[0], start.arguments, start.environment);
  const int error = errno;
  const ssize_t ignored = ::write(failure, &error, sizeof error);
  static_cast<void>(ignored);
  ::_exit(127);
}

[[noreturn]] void clean_up(pid_t program, const SupervisedStart& start) {
  if (program > 0) {
    ::kill(-program, SIGKILL);
    ::kill(program, SIGKILL);
    ::waitpid(program, nullptr, 0);
  }
  if (start.scratch != nullptr) {
    char remove[] = "rm", all[] = "-rf", end[] = "--";
    char* const arguments[] = {remove, all, end, const_cast<char*>(start.scratch), nullptr};
    ::execvp(arguments[0], arguments);
  }
  ::_exit(1);
}

[[noreturn]] void supervise(const SupervisedStart& start, pid_t parent) {
  ::setpgid(0, 0);  // what kills the parent's group is seen, not felt
  sigset_t awaited, before;
  ::sigemptyset(&awaited);
  ::sigaddset(&awaited, SIGCHLD);
  ::sigaddset(&awaited, kParentIsDead);
  ::signal(SIGCHLD, SIG_DFL);
  ::signal(kParentIsDead, SIG_DFL);
  ::sigprocmask(SIG_BLOCK, &awaited, &before);
  ::prctl(PR_SET_PDEATHSIG, kParentIsDead);
  if (::getppid() != parent) clean_up(0, start);  // it died before the last line

  SupervisedEnd end;
  int failure[2] = {-1, -1};
  const pid_t program = ::pipe2(failure, O_CLOEXEC) == 0 ? ::fork() : -1;
  if (program == 0) become_program(start, before, failure[1]);
  if (program < 0) end.start_error = errno;
  ::close(start.output);
  ::close(start.errors);
  ::close(failure[1]);
  if (program > 0) {
    ::setpgid(program, program);  // whichever of the two is the first
    for (bool is_running = true; is_running;) {
      int signal = 0;
      if (::sigwait(&awaited, &signal) != 0) continue;
      if (signal == kParentIsDead) clean_up(program, start);
      is_running = ::waitpid(program, &end.status, WNOHANG) != program;
    }
    if (::read(failure[0], &end.start_error, sizeof end.start_error) != sizeof end.start_error) end.start_error = 0;
  }
  const ssize_t ignored = ::write(start.report, &end, sizeof end);
  static_cast<void>(ignored);
  ::_exit(0);
}

}  // namespace

pid_t start_supervised(const SupervisedStart& start) {
  const pid_t parent = ::getpid(), child = ::fork();
  if (child == 0) supervise(start, parent);
  return child;
}

}  // namespace g2t::stan
