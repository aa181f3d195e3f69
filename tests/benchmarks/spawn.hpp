#pragma once

#include "tests/support/scratch.hpp"
#include "tests/support/slurp.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>
#include <vector>

namespace impactbench::testing {

struct Finished {
  int status;  ///< exit status, or -signal
  std::string out, err;
};

/// In a child: redirects its output to these files.
inline void print_to(const std::string& out, const std::string& err) {
  dup2(open(out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDOUT_FILENO);
  dup2(open(err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0644), STDERR_FILENO);
}

/// In a child: continues as the program under test.
[[noreturn]] inline void become_program(const std::vector<std::string>& arguments) {
  std::vector<char*> argv{const_cast<char*>("impactbench")};
  for (const std::string& a : arguments)
    argv.push_back(const_cast<char*>(a.c_str()));
  argv.push_back(nullptr);
  execv(IMPACTBENCH_PROGRAM, argv.data());
  _exit(127);
}

/// Starts the program under test with its output in files.
inline pid_t start(const Scratch& scratch, const std::vector<std::string>& arguments) {
  const pid_t child = fork();
  if (child != 0) return child;
  print_to(scratch / "stdout", scratch / "stderr");
  become_program(arguments);
}

inline Finished finish(const Scratch& scratch, pid_t child) {
  int status = 0;
  waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : -WTERMSIG(status), slurp(scratch / "stdout"),
          slurp(scratch / "stderr")};
}

inline Finished run(const Scratch& scratch, const std::vector<std::string>& arguments) {
  return finish(scratch, start(scratch, arguments));
}

}  // namespace impactbench::testing
