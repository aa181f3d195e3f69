#include "benchmarks/matrix/child.hpp"

#include "problems/model/error.hpp"

#include <fcntl.h>
#include <fmt/format.h>
#include <omp.h>
#include <poll.h>
#include <signal.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cmath>
#include <cstring>
#include <new>

namespace impactbench {
namespace {

constexpr int out_of_memory_exit = 70;
constexpr int exception_exit = 71;

void limit(int what, double amount) {
  const auto value = static_cast<rlim_t>(amount);
  const rlimit both{value, value};
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

/// The address sanitizer reserves terabytes of address space that nobody uses.
#if defined(__SANITIZE_ADDRESS__)
constexpr bool limit_memory = false;
#else
constexpr bool limit_memory = true;
#endif

/// The child's whole life. A complete answer ends with a zero; anything else is a death.
[[noreturn]] void live(const Child::Work& work, const Budget& budget, int fd, pid_t runner) {
  prctl(PR_SET_PDEATHSIG, SIGKILL);  // no orphans when the runner is killed
  if (getppid() != runner) _exit(0);
  // Ctrl-C and a batch system's warning reach the whole group; the runner decides what ends.
  for (const int s : {SIGINT, SIGTERM, SIGUSR1})
    signal(s, SIG_IGN);
  const int null = open("/dev/null", O_RDWR);
  dup2(null, STDOUT_FILENO);
  dup2(null, STDERR_FILENO);
  limit(RLIMIT_CORE, 0.0);
  limit(RLIMIT_CPU, std::ceil(budget.cpu) + 1.0);
  if (limit_memory) limit(RLIMIT_AS, budget.memory * 1024.0 * 1024.0);
  omp_set_num_threads(budget.threads);
  int code = 0;
  try {
    const std::string text = work() + '\0';
    if (!write_all(fd, text)) code = exception_exit;
  } catch (const std::bad_alloc&) {
    code = out_of_memory_exit;
  } catch (const std::exception& e) {
    write_all(fd, e.what());
    code = exception_exit;
  }
  _exit(code);
}

}  // namespace

Child::Child(const Work& work, const Budget& budget)
    : budget_(budget), start_(std::chrono::steady_clock::now()) {
  const pid_t runner = getpid();
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) {
    throw ConfigurationError(fmt::format("cannot make a pipe: {}", std::strerror(errno)));
  }
  pid_ = fork();
  if (pid_ < 0) {
    close(ends[0]);
    close(ends[1]);
    throw ConfigurationError(fmt::format("cannot fork: {}", std::strerror(errno)));
  }
  if (pid_ == 0) {
    close(ends[0]);
    live(work, budget, ends[1], runner);
  }
  close(ends[1]);
  pipe_ = ends[0];
  fcntl(pipe_, F_SETFL, O_NONBLOCK);
}

Child::~Child() {
  if (pid_ > 0) {
    kill(pid_, SIGKILL);
    waitpid(pid_, nullptr, 0);
  }
  if (pipe_ >= 0) close(pipe_);
}

void Child::drain() {
  char buffer[65536];
  while (!closed_) {
    const ssize_t n = read(pipe_, buffer, sizeof buffer);
    if (n > 0) {
      received_.append(buffer, static_cast<std::size_t>(n));
    } else if (n == 0) {
      closed_ = true;
    } else if (errno != EINTR) {
      return;  // nothing more for now
    }
  }
}

bool Child::over_budget() {
  clockid_t clock{};
  timespec used{};
  if (clock_getcpuclockid(pid_, &clock) == 0 && clock_gettime(clock, &used) == 0 &&
      static_cast<double>(used.tv_sec) + 1e-9 * static_cast<double>(used.tv_nsec) > budget_.cpu) {
    return true;
  }
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start_;
  return wall.count() > 30.0 * budget_.cpu + 5.0;
}

bool Child::poll() {
  drain();
  if (!closed_ && over_budget()) {
    stopped_by_us_ = true;
    kill(pid_, SIGKILL);
  }
  const pid_t done = waitpid(pid_, &wait_status_, closed_ || stopped_by_us_ ? 0 : WNOHANG);
  if (done != pid_) return false;
  pid_ = -1;
  drain();
  return true;
}

Ending Child::ending() const {
  const bool complete = !received_.empty() && received_.back() == '\0';
  if (WIFEXITED(wait_status_) && WEXITSTATUS(wait_status_) == 0 && complete)
    return {RowStatus::passed, received_.substr(0, received_.size() - 1)};
  if (stopped_by_us_ || (WIFSIGNALED(wait_status_) && WTERMSIG(wait_status_) == SIGXCPU))
    return {RowStatus::timed_out,
            fmt::format("used up its budget of {} s CPU time", to_text(budget_.cpu))};
  if (WIFEXITED(wait_status_) && WEXITSTATUS(wait_status_) == out_of_memory_exit)
    return {RowStatus::out_of_memory,
            fmt::format("needs more than {} MiB", to_text(budget_.memory))};
  if (WIFSIGNALED(wait_status_))
    return {RowStatus::crashed, fmt::format("died by signal {} ({})", WTERMSIG(wait_status_),
                                            strsignal(WTERMSIG(wait_status_)))};
  return {RowStatus::crashed,
          received_.empty() ? fmt::format("ended with exit status {}", WEXITSTATUS(wait_status_))
                            : received_.substr(0, 500)};
}

Ending run_in_child(const Child::Work& work, const Budget& budget) {
  Child child(work, budget);
  while (!child.poll()) {
    pollfd end{child.descriptor(), POLLIN, 0};
    ::poll(&end, 1, 50);
  }
  return child.ending();
}

}  // namespace impactbench
