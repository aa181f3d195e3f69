#include "benchmarks/matrix/guard.hpp"

#include "benchmarks/matrix/child.hpp"
#include "benchmarks/matrix/process_tree.hpp"

#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstdint>

namespace impactbench {
namespace {

/// Ends all that is below this process. Whoever is in the middle of starting others has to be met
/// twice, where no group knows them all.
void end_all(const CellGroup* group) {
  for (;;) {
    if (group != nullptr) group->kill();
    for (const pid_t process : descendants(getpid()))
      kill(process, SIGKILL);
    if (waitpid(-1, nullptr, 0) < 0) return;  // there is nobody left
  }
}

double seconds(const timeval& t) {
  return static_cast<double>(t.tv_sec) + 1e-6 * static_cast<double>(t.tv_usec);
}

template <class T>
void say(int report, const T& what) {
  // A pipe takes so few bytes whole; if the runner is gone, the report is not needed.
  [[maybe_unused]] const ssize_t written = write(report, &what, sizeof what);
}

/// Waits for the end of the cell; false where the runner ended before it.
bool await(pid_t cell, const sigset_t& heard, int runner_died, std::int64_t& wait_status) {
  for (;;) {
    if (sigwaitinfo(&heard, nullptr) == runner_died) return false;
    int status = 0;
    for (pid_t ended; (ended = waitpid(-1, &status, WNOHANG)) > 0;) {
      if (ended != cell) continue;
      wait_status = status;
      return true;
    }
  }
}

}  // namespace

void stand_guard(pid_t runner, int report, std::unique_ptr<CellGroup> group,
                 const std::function<void()>& life) {
  const int runner_died = SIGRTMIN + 3;  // one that no batch system sends to everybody
  sigset_t heard, before;
  sigemptyset(&heard);
  sigaddset(&heard, SIGCHLD);
  sigaddset(&heard, runner_died);
  sigprocmask(SIG_BLOCK, &heard, &before);
  prctl(PR_SET_PDEATHSIG, runner_died);
  if (getppid() != runner) _exit(0);
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  setsid();
  for (const int s : ending_signals)
    signal(s, SIG_IGN);
  const pid_t guard = getpid();
  const pid_t cell = fork();
  if (cell == 0) {
    sigprocmask(SIG_SETMASK, &before, nullptr);
    prctl(PR_SET_PDEATHSIG, SIGKILL);
    if (getppid() != guard) _exit(0);
    if (group != nullptr) (void)group->join();
    life();
    _exit(0);
  }
  if (cell < 0) _exit(1);
  const int kept = dup2(report, STDIN_FILENO);
  close_range(STDIN_FILENO + 1, ~0U, 0);
  say(kept, cell);
  GuardReport out;
  const bool ended = await(cell, heard, runner_died, out.wait_status);
  end_all(group.get());
  if (!ended) {
    group.reset();
    _exit(0);
  }
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  out.cpu = seconds(used.ru_utime) + seconds(used.ru_stime);
  if (group != nullptr) out.cpu = std::max(out.cpu, group->cpu());
  say(kept, out);
  _exit(0);
}

}  // namespace impactbench
