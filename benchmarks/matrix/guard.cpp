#include "benchmarks/matrix/guard.hpp"

#include "benchmarks/matrix/cell_life.hpp"
#include "benchmarks/matrix/process_tree.hpp"

#include <fcntl.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <utility>

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

/// CPU time of all processes that were below this one [s].
double cpu_below() {
  rusage used{};
  getrusage(RUSAGE_CHILDREN, &used);
  return seconds(used.ru_utime) + seconds(used.ru_stime);
}

template <class T>
void say(int to, const T& what) {
  // If the runner is gone, the report is not needed.
  [[maybe_unused]] const ssize_t sent = send(to, &what, sizeof what, MSG_NOSIGNAL);
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

/// Leaves only these descriptors open, with the standard ones at /dev/null: no flood and no stray
/// write goes further.
GuardPipes keep_only(const GuardPipes& pipes) {
  constexpr int first = STDERR_FILENO + 1, free = first + 2;
  const int orders = fcntl(pipes.orders, F_DUPFD, free);
  const int answers = fcntl(pipes.answers, F_DUPFD, free);
  const int null = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(null, standard);
  const GuardPipes kept{dup2(orders, first), dup2(answers, first + 1)};
  close_range(free, ~0U, 0);
  return kept;
}

class Guard {
 public:
  Guard(pid_t runner, const GuardPipes& pipes, std::unique_ptr<CellGroup> group)
      : group_(std::move(group)) {
    sigemptyset(&heard_);
    sigaddset(&heard_, SIGCHLD);
    sigaddset(&heard_, runner_died_);
    sigprocmask(SIG_BLOCK, &heard_, &before_);
    prctl(PR_SET_PDEATHSIG, runner_died_);
    if (getppid() != runner) _exit(0);
    prctl(PR_SET_CHILD_SUBREAPER, 1);
    setsid();
    for (const int s : ending_signals)
      signal(s, SIG_IGN);
    pipes_ = keep_only(pipes);
  }

  /// Returns false where the runner ended before the cell.
  template <class Life>
  bool watch(std::size_t number, const Life& life) {
    const double cpu = cpu_below(), in_group = group_ == nullptr ? 0.0 : group_->cpu();
    const pid_t guard = getpid();
    const pid_t cell = fork();
    if (cell == 0) {
      sigprocmask(SIG_SETMASK, &before_, nullptr);
      prctl(PR_SET_PDEATHSIG, SIGKILL);
      if (getppid() != guard) _exit(0);
      if (group_ != nullptr) (void)group_->join();
      life(number, pipes_.answers);
      _exit(0);
    }
    if (cell < 0) _exit(1);
    say(pipes_.orders, cell);
    GuardReport out;
    const bool ended = await(cell, heard_, runner_died_, out.wait_status);
    end_all(group_.get());
    if (!ended) return false;
    out.all = cpu_below();
    out.cpu = out.all - cpu;
    if (group_ != nullptr) out.cpu = std::max(out.cpu, group_->cpu() - in_group);
    say(pipes_.orders, out);
    return true;
  }

  [[nodiscard]] bool next(std::size_t& number) const {
    ssize_t n = 0;
    do
      n = recv(pipes_.orders, &number, sizeof number, 0);
    while (n < 0 && errno == EINTR);
    return n == ssize_t{sizeof number};
  }

 private:
  const int runner_died_ = SIGRTMIN + 3;  // one that no batch system sends to everybody
  std::unique_ptr<CellGroup> group_;
  sigset_t heard_{}, before_{};
  GuardPipes pipes_{};
};

}  // namespace

void stand_guard(pid_t runner, const GuardPipes& pipes, std::unique_ptr<CellGroup> group,
                 const std::function<void(std::size_t number, int answers)>& life) {
  {
    Guard guard(runner, pipes, std::move(group));
    std::size_t number = 0;
    while (guard.next(number) && guard.watch(number, life)) {
    }
  }
  _exit(0);
}

}  // namespace impactbench
