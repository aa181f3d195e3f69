#include "benchmarks/matrix/slot.hpp"

#include "benchmarks/matrix/guard.hpp"
#include "problems/base/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
extern "C" {
#include <sys/pidfd.h>  // of glibc 2.36 forgets to say so
}

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

/// The wall clock limits a cell where its CPU clock does not run: it sleeps, or the machine does
/// other work.
double most_wall(const Budget& budget) {
  return 30.0 * budget.cpu + 5.0;
}

std::vector<pid_t> guards;  // of slots that are in use

/// Returns whether the process has a guard already.
bool below_a_guard(pid_t process) {
  return std::any_of(guards.begin(), guards.end(), [&](pid_t guard) {
    const std::vector<pid_t> below = descendants(guard);
    return std::find(below.begin(), below.end(), process) != below.end();
  });
}

/// Ends the processes left if a guard was killed by its cell: they became ours when the guard died.
/// Other children that we may have are of our own session.
void end_orphans() {
  for (bool found = true; found;) {
    found = false;
    for (const pid_t process : descendants(getpid())) {
      if (std::find(guards.begin(), guards.end(), process) != guards.end()) continue;
      if (getsid(process) == getsid(0) || below_a_guard(process)) continue;
      kill(process, SIGKILL);
      // Its own children are ours once it is gone: the next round has them.
      found = waitpid(process, nullptr, 0) == process || found;
    }
  }
}

/// Two connected descriptors.
struct Ends {
  int ours, theirs;
};

Ends ends_or_throw(int made, const int (&ends)[2], const char* what) {
  if (made != 0)
    throw ConfigurationError(fmt::format("cannot make {}: {}", what, std::strerror(errno)));
  fcntl(ends[0], F_SETFL, O_NONBLOCK);
  return {ends[0], ends[1]};
}

/// A pipe from the cells, and a socket of messages to the guard.
Ends answering_pipe() {
  int ends[2];
  const int made = pipe2(ends, O_CLOEXEC);
  return ends_or_throw(made, ends, "a pipe");
}
Ends ordering_socket() {
  int ends[2];
  const int made = socketpair(AF_UNIX, SOCK_SEQPACKET | SOCK_CLOEXEC, 0, ends);
  return ends_or_throw(made, ends, "a socket");
}

template <class T>
bool receive(int from, T& what) {
  return recv(from, &what, sizeof what, MSG_DONTWAIT) == ssize_t{sizeof what};
}

}  // namespace

Slot::Slot(Tasks tasks) : tasks_(std::move(tasks)) {}

Slot::~Slot() {
  dismiss_guard();
}

void Slot::post_guard() {
  const pid_t runner = getpid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  signal(SIGCHLD, SIG_DFL);  // some parents ignore it: no child would leave its status
  const Ends answers = answering_pipe();
  answers_ = answers.ours;
  Ends orders{};
  try {
    orders = ordering_socket();
  } catch (const ConfigurationError&) {
    close(answers.theirs);
    close(std::exchange(answers_, -1));
    throw;
  }
  orders_ = orders.ours;
  group_ = CellGroup::make();
  // Whoever writes to a page that processes share copies it: free pages go back to the system.
  malloc_trim(0);
  guard_ = fork();
  if (guard_ == 0) {
    stand_guard(runner, {orders.theirs, answers.theirs}, std::move(group_),
                [&](std::size_t number, int answer) {
                  const CellTask task = tasks_(number);
                  live(task.work, task.budget, answer);
                });
  }
  const int why = errno;
  close(orders.theirs);
  close(answers.theirs);
  if (guard_ < 0) {
    dismiss_guard();
    throw ConfigurationError(fmt::format("cannot fork: {}", std::strerror(why)));
  }
  guards.push_back(guard_);
  process_ = pidfd_open(guard_, 0);
  watched_ = in_group_ = 0.0;
}

/// Ends the guard, if it lives, and all that is below it.
void Slot::dismiss_guard() {
  if (guard_ > 0) {
    if (group_) group_->kill();
    for (const pid_t process : descendants(guard_))
      kill(process, SIGKILL);
    kill(guard_, SIGKILL);
    waitpid(guard_, nullptr, 0);
    std::erase(guards, guard_);
    end_orphans();
  }
  guard_ = -1;
  group_.reset();
  for (int* const end : {&orders_, &answers_, &process_}) {
    if (*end >= 0) close(std::exchange(*end, -1));
  }
}

bool Slot::give_number(std::size_t number) {
  if (guard_ < 0) post_guard();
  if (send(orders_, &number, sizeof number, MSG_NOSIGNAL) == ssize_t{sizeof number}) return true;
  dismiss_guard();
  return false;
}

void Slot::start(std::size_t number) {
  budget_ = tasks_(number).budget;
  cell_ = -1;
  wait_status_ = 0;
  cpu_ = 0.0;
  stopped_ = Stopped::no;
  tree_ = {};
  received_.clear();
  start_ = looked_ = std::chrono::steady_clock::now();
  // Somebody may have killed the guard since the last cell.
  if (!give_number(number) && !give_number(number))
    throw ConfigurationError("the guard of a cell died before the cell could start");
}

std::array<pollfd, 3> Slot::events() const {
  // A negative descriptor is passed over.
  return {pollfd{answers_, POLLIN, 0}, pollfd{orders_, POLLIN, 0}, pollfd{process_, POLLIN, 0}};
}

void Slot::drain(int most_reads) {
  char buffer[65536];
  for (int k = 0; k < most_reads; ++k) {
    const ssize_t n = read(answers_, buffer, sizeof buffer);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return;  // nothing more for now
    if (stopped_ == Stopped::answer) continue;
    received_.append(buffer, static_cast<std::size_t>(n));
    if (static_cast<double>(received_.size()) > budget_.memory * 1024.0 * 1024.0)
      stop(Stopped::answer);
  }
}

/// The cell itself to the nanosecond; processes that it started are sampled, in ticks if there is
/// no group.
Slot::Stopped Slot::over_budget() {
  const auto now = std::chrono::steady_clock::now();
  clockid_t clock{};
  timespec used{};
  if (cell_ > 0 && clock_getcpuclockid(cell_, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
      static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) > budget_.cpu) {
    return Stopped::cpu;
  }
  if (now - looked_ > std::chrono::milliseconds(50)) {
    looked_ = now;
    tree_ = use_below(guard_);
    tree_.cpu -= watched_;
    if (group_) tree_.cpu = std::max(tree_.cpu, group_->cpu() - in_group_);
    if (tree_.processes > 1 && tree_.cpu > budget_.cpu) return Stopped::cpu;
    if (tree_.processes > 1 && tree_.memory > budget_.memory) return Stopped::memory;
  }
  const std::chrono::duration<double> wall = now - start_;
  return wall.count() > most_wall(budget_) ? Stopped::wall : Stopped::no;
}

/// The guard sees to the rest.
void Slot::stop(Stopped why) {
  if (stopped_ != Stopped::no) return;
  stopped_ = why;
  since_ = std::chrono::steady_clock::now();
  if (cell_ > 0) kill(cell_, SIGKILL);
}

/// Returns whether the guard has reported the end of the cell.
bool Slot::reported() {
  if (cell_ < 0 && !receive(orders_, cell_)) return false;
  GuardReport report;
  if (!receive(orders_, report)) return false;
  wait_status_ = static_cast<int>(report.wait_status);
  cpu_ = report.cpu;
  watched_ = report.all;
  if (group_) in_group_ = group_->cpu();
  return true;
}

/// Returns whether the guard is dead, which it is only if somebody killed it or there is no process
/// left for its cell.
bool Slot::guard_ended() {
  if (waitpid(guard_, &wait_status_, WNOHANG) != guard_) return false;
  cpu_ = tree_.cpu;
  std::erase(guards, std::exchange(guard_, -1));
  if (group_) group_->kill();
  end_orphans();
  return true;
}

bool Slot::poll() {
  if (!reported()) {
    drain(16);
    // Only now: the number of a cell that has ended may be that of another process.
    if (stopped_ == Stopped::no) {
      if (const Stopped why = over_budget(); why != Stopped::no) stop(why);
    } else if (std::chrono::steady_clock::now() - since_ > std::chrono::seconds(2)) {
      kill(guard_, SIGKILL);  // a guard that its cell has stopped
    }
    if (!guard_ended()) return false;
    (void)reported();  // its last words
    if (cell_ < 0 && WIFEXITED(wait_status_)) {
      dismiss_guard();
      throw ConfigurationError("cannot fork: the system has no process left for a cell");
    }
  }
  cell_ = -1;
  // All that could write is gone.
  drain(std::numeric_limits<int>::max());
  if (guard_ < 0) dismiss_guard();
  return true;
}

Ending Slot::ending() const {
  const int code = WIFEXITED(wait_status_) ? WEXITSTATUS(wait_status_) : -1;
  const int death = WIFSIGNALED(wait_status_) ? WTERMSIG(wait_status_) : 0;
  const bool complete = !received_.empty() && received_.back() == '\0';
  if (code == 0 && complete) return {RowStatus::passed, received_.substr(0, received_.size() - 1)};
  // The system's own limit on CPU time strikes where we could not look in time, or counts more.
  if (stopped_ == Stopped::cpu || death == SIGXCPU || (death == SIGKILL && cpu_ > budget_.cpu))
    return {RowStatus::timed_out,
            fmt::format("used up its budget of {} s CPU time", to_text(budget_.cpu))};
  if (stopped_ == Stopped::wall)
    return {RowStatus::timed_out,
            fmt::format("did not end within {} s, though it used less than {} s CPU time",
                        to_text(most_wall(budget_)), to_text(budget_.cpu))};
  if (stopped_ == Stopped::memory)
    return {RowStatus::out_of_memory,
            fmt::format("its {} processes hold {:.0f} MiB, more than {}", tree_.processes,
                        tree_.memory, to_text(budget_.memory))};
  if (death == SIGXFSZ)
    return {RowStatus::crashed,
            fmt::format("writes a file of more than {} MiB", to_text(budget_.file))};
  if (stopped_ == Stopped::answer)
    return {RowStatus::out_of_memory,
            fmt::format("answers with more than {} MiB", to_text(budget_.memory))};
  if (code == out_of_memory_exit)
    return {RowStatus::out_of_memory,
            fmt::format("needs more than {} MiB{}{}", to_text(budget_.memory),
                        received_.empty() ? "" : ": ", received_.substr(0, 500))};
  if (death != 0)
    return {RowStatus::crashed,
            fmt::format("died by signal {} ({}){}", death, strsignal(death),
                        death == SIGKILL ? ", which the runner did not send: the system does so "
                                           "when the machine is out of memory"
                                         : "")};
  if (code == exception_exit && !received_.empty())
    return {RowStatus::crashed, received_.substr(0, 500)};
  return {RowStatus::crashed, fmt::format("ended with exit status {} and without an answer", code)};
}

void wait_for(std::span<const pollfd> events) {
  std::vector<pollfd> ends(events.begin(), events.end());
  ::poll(ends.data(), ends.size(), 50);
}

Ending run_in_child(const std::function<std::string()>& work, const Budget& budget) {
  Slot slot([&](std::size_t) { return CellTask{work, budget}; });
  slot.start(0);
  while (!slot.poll())
    wait_for(slot.events());
  return slot.ending();
}

}  // namespace impactbench
