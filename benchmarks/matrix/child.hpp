#pragma once

#include "benchmarks/matrix/cell_group.hpp"
#include "benchmarks/matrix/process_tree.hpp"
#include "benchmarks/store/row.hpp"

#include <poll.h>
#include <signal.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
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

/// The end of work in a process of its own.
struct Ending {
  RowStatus status{RowStatus::crashed};  ///< passed: `text` is what the work returned
  std::string text;                      ///< else the sentence that says how it died
};

/// Work in a process of its own. If it dies it becomes a status; others go on.
///
/// It has a session of its own, no descriptor but an answering pipe and /dev/null, and all that it
/// has started ends with it, even outside its session, and even if the caller is killed: a guard
/// stands between the two (guard.hpp), and a control group holds all of it if the system allows one
/// (cell_group.hpp). Budgets include what it has started.
class Child {
 public:
  using Work = std::function<std::string()>;

  /// Forks and calls `work` there. The caller must be single-threaded. Throws ConfigurationError
  /// when the system has no process or pipe left.
  Child(const Work& work, const Budget& budget);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  /// The events for poll(2): the answer, and the end.
  [[nodiscard]] std::array<pollfd, 2> events() const;
  /// Reads what the child has written; true once it has finished or its budget has stopped it.
  bool poll();
  /// The end; only once poll() was true.
  [[nodiscard]] Ending ending() const;
  [[nodiscard]] double cpu() const { return cpu_; }  ///< time that it has used in all [s]

 private:
  enum class Stopped { no, cpu, wall, memory, answer };

  void drain();
  [[nodiscard]] Stopped over_budget();
  void stop(Stopped why);

  Budget budget_;
  std::unique_ptr<CellGroup> group_{CellGroup::make()};
  pid_t pid_{-1};    ///< of the guard
  pid_t cell_{-1};   ///< of the cell, once the guard has said it
  int pipe_{-1};     ///< the answer
  int report_{-1};   ///< of the guard
  int process_{-1};  ///< pidfd_open(2); -1 where the system has none
  int wait_status_{0};
  double cpu_{0.0};
  bool closed_{false};
  Stopped stopped_{Stopped::no};
  std::chrono::steady_clock::time_point since_{};  ///< it was stopped
  TreeUse tree_{};                                 ///< when it was looked at last
  std::chrono::steady_clock::time_point looked_{};
  std::string received_;
  std::chrono::steady_clock::time_point start_;
};

/// Waits until one of them may have an event, 50 ms at most.
void wait_for(std::span<const pollfd> events);

/// Runs the work to its end.
[[nodiscard]] Ending run_in_child(const Child::Work& work, const Budget& budget);

}  // namespace impactbench
