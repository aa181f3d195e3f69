#pragma once

#include <signal.h>

#include <array>
#include <functional>
#include <string>

namespace impactbench {

/// The limits of CPU time, memory, threads and files of a cell.
struct Budget {
  /// CPU time of all processes of a cell [s]; the wall clock stops it only after 30 times that.
  double cpu{60.0};
  /// Address space of each process, memory of all of them, and size of the answer [MiB].
  double memory{2048.0};
  int threads{1};        ///< of schemes that can use several; results do not depend on it
  double file{65536.0};  ///< largest file that it may write [MiB]
};

/// Signals that end a process and that anybody may send: on them a runner ends in order, and
/// decides itself about its cells. SIGPIPE, the last, is ignored by the runner and usual in a
/// cell.
inline constexpr std::array ending_signals{SIGINT,  SIGTERM, SIGHUP,    SIGUSR1,
                                           SIGUSR2, SIGALRM, SIGVTALRM, SIGPIPE};

/// Exit statuses of a cell that failed.
inline constexpr int out_of_memory_exit = 70;
inline constexpr int exception_exit = 71;

/// The whole life of the process of a cell, which has a session of its own, no descriptor but
/// `answer` and the standard ones, and the limits of its budget. Writes to `answer` what `work`
/// returns and a zero; anything else is a death.
[[noreturn]] void live(const std::function<std::string()>& work, const Budget& budget, int answer);

}  // namespace impactbench
