#include "benchmarks/matrix/child.hpp"

#include "benchmarks/matrix/guard.hpp"
#include "problems/base/error.hpp"
#include "problems/base/sanitized.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <malloc.h>
#include <omp.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>
extern "C" {
#include <sys/pidfd.h>  // of glibc 2.36 forgets to say so
}

#include <algorithm>
#include <cmath>
#include <cstring>
#include <exception>
#include <new>
#include <system_error>
#include <utility>
#include <vector>

namespace impactbench {
namespace {

constexpr int out_of_memory_exit = 70;
constexpr int exception_exit = 71;

/// Where the CPU clock does not run: a cell that sleeps, or a machine with other work.
double most_wall(const Budget& budget) {
  return 30.0 * budget.cpu + 5.0;
}

void limit(int what, double soft, double hard) {
  const rlimit both{static_cast<rlim_t>(soft), static_cast<rlim_t>(hard)};
  setrlimit(static_cast<__rlimit_resource_t>(what), &both);
}

bool write_all(int fd, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) return false;
    text.remove_prefix(static_cast<std::size_t>(n));
  }
  return true;
}

int answer = -1;  // where the child writes to

/// Ends the process after an exception that is not caught: of a thread, or through noexcept.
[[noreturn]] void say_and_leave() {
  int code = exception_exit;
  try {
    if (const auto current = std::current_exception()) std::rethrow_exception(current);
    write_all(answer, "std::terminate without an exception");
  } catch (const std::bad_alloc&) {
    code = out_of_memory_exit;
  } catch (const std::system_error& e) {
    // pthread_create fails so if there is no address space left for a stack.
    if (e.code() == std::errc::resource_unavailable_try_again) code = out_of_memory_exit;
    write_all(answer, e.what());
  } catch (const std::exception& e) {
    write_all(answer, e.what());
  } catch (...) {
    write_all(answer, "an exception that is not a std::exception");
  }
  _exit(code);
}

/// Only its answer is left of the runner's descriptors: no flood and no stray write goes further.
void keep_only(int pipe) {
  const int null = open("/dev/null", O_RDWR);
  for (const int standard : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO})
    dup2(null, standard);
  answer = dup2(pipe, STDERR_FILENO + 1);
  close_range(STDERR_FILENO + 2, ~0U, 0);
}

/// The cell's whole life. A complete answer ends with a zero; anything else is a death.
[[noreturn]] void live(const Child::Work& work, const Budget& budget, int pipe) {
  setsid();
  // A batch system's warning may reach every process; the runner decides which end.
  for (const int s : ending_signals)
    signal(s, s == SIGPIPE ? SIG_DFL : SIG_IGN);
  keep_only(pipe);
  std::set_terminate(say_and_leave);
  limit(RLIMIT_CORE, 0.0, 0.0);
  signal(SIGXFSZ, SIG_DFL);  // which some parents ignore
  const double file = budget.file * 1024.0 * 1024.0;
  limit(RLIMIT_FSIZE, file, file);
  // The system counts ticks, which may run ahead of the clock that the runner looks at: the softer
  // limit strikes first, by a signal that means nothing else.
  const double seconds = std::ceil(budget.cpu) + 1.0;
  limit(RLIMIT_CPU, seconds, seconds + 5.0);
  // A sanitizer reserves more than any limit.
  const double bytes = budget.memory * 1024.0 * 1024.0;
  if (!IMPACTBENCH_SANITIZED) limit(RLIMIT_AS, bytes, bytes);
  omp_set_num_threads(budget.threads);
  try {
    const std::string text = work() + '\0';
    _exit(write_all(answer, text) ? 0 : exception_exit);
  } catch (...) {
    say_and_leave();
  }
}

std::vector<pid_t> guards;  // of cells that run now

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

}  // namespace

Child::Child(const Work& work, const Budget& budget)
    : budget_(budget), start_(std::chrono::steady_clock::now()) {
  const pid_t runner = getpid();
  prctl(PR_SET_CHILD_SUBREAPER, 1);
  int ends[2], reports[2];
  if (pipe2(ends, O_CLOEXEC) != 0)
    throw ConfigurationError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  if (pipe2(reports, O_CLOEXEC | O_NONBLOCK) != 0) {
    const int why = errno;
    close(ends[0]);
    close(ends[1]);
    throw ConfigurationError(fmt::format("cannot make a pipe: {}", std::strerror(why)));
  }
  pipe_ = ends[0];
  report_ = reports[0];
  // Whoever writes to a page that processes share copies it: free pages go back to the system.
  malloc_trim(0);
  pid_ = fork();
  if (pid_ == 0) {
    close(ends[0]);
    close(reports[0]);
    stand_guard(runner, reports[1], std::move(group_), [&] { live(work, budget, ends[1]); });
  }
  const int why = errno;
  close(ends[1]);
  close(reports[1]);
  if (pid_ < 0) {
    close(pipe_);
    close(report_);
    throw ConfigurationError(fmt::format("cannot fork: {}", std::strerror(why)));
  }
  guards.push_back(pid_);
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
  process_ = pidfd_open(pid_, 0);
}

Child::~Child() {
  if (pid_ > 0) {
    if (group_) group_->kill();
    for (const pid_t process : descendants(pid_))
      kill(process, SIGKILL);
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
    std::erase(guards, pid_);
    end_orphans();
  }
  close(pipe_);
  close(report_);
  if (process_ >= 0) close(process_);
}

std::array<pollfd, 2> Child::events() const {
  // A negative descriptor is passed over.
  return {pollfd{closed_ ? -1 : pipe_, POLLIN, 0}, pollfd{process_, POLLIN, 0}};
}

void Child::drain() {
  char buffer[65536];
  while (!closed_ && stopped_ != Stopped::answer) {
    const ssize_t n = read(pipe_, buffer, sizeof buffer);
    if (n > 0) {
      received_.append(buffer, static_cast<std::size_t>(n));
      if (static_cast<double>(received_.size()) > budget_.memory * 1024.0 * 1024.0) {
        stop(Stopped::answer);
      }
    } else if (n == 0) {
      closed_ = true;
    } else if (errno != EINTR) {
      return;  // nothing more for now
    }
  }
}

/// The cell itself to the nanosecond; processes that it started are sampled, in ticks if there is
/// no group.
Child::Stopped Child::over_budget() {
  const auto now = std::chrono::steady_clock::now();
  clockid_t clock{};
  timespec used{};
  if (cell_ > 0 && clock_getcpuclockid(cell_, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
      static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) > budget_.cpu) {
    return Stopped::cpu;
  }
  if (now - looked_ > std::chrono::milliseconds(50)) {
    looked_ = now;
    tree_ = use_below(pid_);
    if (group_) tree_.cpu = std::max(tree_.cpu, group_->cpu());
    if (tree_.processes > 1 && tree_.cpu > budget_.cpu) return Stopped::cpu;
    if (tree_.processes > 1 && tree_.memory > budget_.memory) return Stopped::memory;
  }
  const std::chrono::duration<double> wall = now - start_;
  return wall.count() > most_wall(budget_) ? Stopped::wall : Stopped::no;
}

/// The guard sees to the rest.
void Child::stop(Stopped why) {
  stopped_ = why;
  since_ = std::chrono::steady_clock::now();
  if (cell_ > 0) kill(cell_, SIGKILL);
}

bool Child::poll() {
  drain();
  if (cell_ < 0 && read(report_, &cell_, sizeof cell_) != sizeof cell_) cell_ = -1;
  if (stopped_ == Stopped::no) {
    if (const Stopped why = over_budget(); why != Stopped::no) stop(why);
  } else if (pid_ > 0 && std::chrono::steady_clock::now() - since_ > std::chrono::seconds(2)) {
    kill(pid_, SIGKILL);  // a guard that its cell has stopped
  }
  rusage used{};
  const pid_t done = wait4(pid_, &wait_status_, WNOHANG, &used);
  if (done != pid_) return false;
  if (cell_ < 0) (void)!read(report_, &cell_, sizeof cell_);
  GuardReport report;
  if (read(report_, &report, sizeof report) == sizeof report) {
    wait_status_ = report.wait_status;
    cpu_ = report.cpu;
  } else {
    cpu_ = tree_.cpu;
  }
  std::erase(guards, std::exchange(pid_, -1));
  group_.reset();
  end_orphans();
  drain();
  return true;
}

Ending Child::ending() const {
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

Ending run_in_child(const Child::Work& work, const Budget& budget) {
  Child child(work, budget);
  while (!child.poll())
    wait_for(child.events());
  return child.ending();
}

}  // namespace impactbench
