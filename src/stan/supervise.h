// A program that does not outlive this one, whatever ends it.
#pragma once

#include <sys/types.h>

namespace g2t::stan {

/// All that the new processes need, made before the fork: after it nothing may be allocated.
struct SupervisedStart {
  char* const* arguments = nullptr;    ///< the program first, ended by null
  char* const* environment = nullptr;  ///< ended by null
  const char* folder = nullptr;        ///< to run in, or null
  const char* scratch = nullptr;       ///< removed with all that is in it if this process dies, or null
  int output = -1, errors = -1;        ///< of the program
  int report = -1;                     ///< gets a SupervisedEnd
};

struct SupervisedEnd {
  int start_error = 0;  ///< errno of a program that could not be started
  int status = 0;       ///< as waitpid() gives it
};

/// Starts a process that starts the program, in a process group of its own, and waits for it. If the calling thread's
/// process dies, even by SIGKILL, that one kills the program's group and removes the scratch folder.
/// @returns its id, to be waited for; -1: errno says why not
pid_t start_supervised(const SupervisedStart& start);

}  // namespace g2t::stan
