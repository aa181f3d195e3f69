#include "benchmarks/matrix/cell_life.hpp"

#include "problems/base/sanitized.hpp"

#include <omp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <cerrno>
#include <cmath>
#include <exception>
#include <new>
#include <string_view>
#include <system_error>

namespace impactbench {
namespace {

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

constexpr int answering = STDERR_FILENO + 1;  // the descriptor of the answer

/// Ends the process after an exception that is not caught: of a thread, or through noexcept.
[[noreturn]] void say_and_leave() {
  int code = exception_exit;
  try {
    if (const auto current = std::current_exception()) std::rethrow_exception(current);
    write_all(answering, "std::terminate without an exception");
  } catch (const std::bad_alloc&) {
    code = out_of_memory_exit;
  } catch (const std::system_error& e) {
    // pthread_create fails so if there is no address space left for a stack.
    if (e.code() == std::errc::resource_unavailable_try_again) code = out_of_memory_exit;
    write_all(answering, e.what());
  } catch (const std::exception& e) {
    write_all(answering, e.what());
  } catch (...) {
    write_all(answering, "an exception that is not a std::exception");
  }
  _exit(code);
}

void set_limits(const Budget& budget) {
  limit(RLIMIT_CORE, 0.0, 0.0);
  const double file = budget.file * 1024.0 * 1024.0;
  limit(RLIMIT_FSIZE, file, file);
  // The system counts ticks, which may run ahead of the clock that the runner looks at: the softer
  // limit strikes first, by a signal that means nothing else.
  const double seconds = std::ceil(budget.cpu) + 1.0;
  limit(RLIMIT_CPU, seconds, seconds + 5.0);
  // A sanitizer reserves more than any limit.
  const double bytes = budget.memory * 1024.0 * 1024.0;
  if (!IMPACTBENCH_SANITIZED) limit(RLIMIT_AS, bytes, bytes);
}

}  // namespace

void live(const std::function<std::string()>& work, const Budget& budget, int answer) {
  setsid();
  // A batch system's warning may reach every process; the runner decides which end.
  for (const int s : ending_signals)
    signal(s, s == SIGPIPE ? SIG_DFL : SIG_IGN);
  signal(SIGXFSZ, SIG_DFL);  // which some parents ignore
  dup2(answer, answering);
  close_range(answering + 1, ~0U, 0);
  std::set_terminate(say_and_leave);
  set_limits(budget);
  omp_set_num_threads(budget.threads);
  try {
    const std::string text = work() + '\0';
    _exit(write_all(answering, text) ? 0 : exception_exit);
  } catch (...) {
    say_and_leave();
  }
}

}  // namespace impactbench
