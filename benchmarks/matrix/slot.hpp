#pragma once

#include "benchmarks/matrix/cell_group.hpp"
#include "benchmarks/matrix/cell_life.hpp"
#include "benchmarks/matrix/process_tree.hpp"
#include "benchmarks/store/row.hpp"

#include <poll.h>
#include <sys/types.h>

#include <array>
#include <chrono>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace impactbench {

/// The end of work in a process of its own.
struct Ending {
  RowStatus status{RowStatus::crashed};  ///< passed: `text` is what the work returned
  std::string text;                      ///< else the sentence that says how it died
};

/// Work and its limits.
struct CellTask {
  std::function<std::string()> work;
  Budget budget;
};

/// A place for cells, one at a time, each in a process of its own. If it dies it becomes a status;
/// others go on.
///
/// A cell has a session of its own, no descriptor but an answering pipe and /dev/null, and all that
/// it has started ends with it, even outside its session, and even if the caller is killed: a guard
/// stands between the two (guard.hpp), and a control group holds all of it if the system allows one
/// (cell_group.hpp). Budgets include what it has started.
///
/// The guard is forked at the first start and starts all cells of the slot: they see the memory of
/// the caller as it was then. A runner that forked for each cell would copy the pages that it
/// writes each time.
class Slot {
 public:
  /// The task of a number; it is also called in the guard's copy of this process.
  using Tasks = std::function<CellTask(std::size_t number)>;

  explicit Slot(Tasks tasks);
  ~Slot();
  Slot(const Slot&) = delete;
  Slot& operator=(const Slot&) = delete;

  /// Starts the task of this number; only once poll() was true for the one before. The caller must
  /// be single-threaded. Throws ConfigurationError, as poll() does, when the system has no process
  /// or pipe left.
  void start(std::size_t number);
  /// The events for poll(2): the answer, a report of the guard, its end.
  [[nodiscard]] std::array<pollfd, 3> events() const;
  /// Reads what the cell has written; true once it has finished or its budget has stopped it.
  bool poll();
  /// The end; only once poll() was true.
  [[nodiscard]] Ending ending() const;
  [[nodiscard]] double cpu() const { return cpu_; }  ///< time that the cell has used in all [s]

 private:
  enum class Stopped { no, cpu, wall, memory, answer };

  void post_guard();
  void dismiss_guard();
  bool give_number(std::size_t number);
  [[nodiscard]] bool reported();
  [[nodiscard]] bool guard_ended();
  void drain(int most_reads);
  [[nodiscard]] Stopped over_budget();
  void stop(Stopped why);

  Tasks tasks_;
  std::unique_ptr<CellGroup> group_;
  pid_t guard_{-1};
  int orders_{-1};        ///< to the guard
  int answers_{-1};       ///< of the cells
  int process_{-1};       ///< of the guard, pidfd_open(2); -1 where the system has none
  double watched_{0.0};   ///< CPU time of earlier cells of this guard [s]
  double in_group_{0.0};  ///< and of those in its group [s]

  Budget budget_;
  pid_t cell_{-1};  ///< once the guard has said it
  int wait_status_{0};
  double cpu_{0.0};
  Stopped stopped_{Stopped::no};
  std::chrono::steady_clock::time_point since_{};  ///< it was stopped
  TreeUse tree_{};                                 ///< when it was looked at last
  std::chrono::steady_clock::time_point looked_{};
  std::string received_;
  std::chrono::steady_clock::time_point start_{};
};

/// Waits until one of them may have an event, 50 ms at most.
void wait_for(std::span<const pollfd> events);

/// Runs the work to its end.
[[nodiscard]] Ending run_in_child(const std::function<std::string()>& work, const Budget& budget);

}  // namespace impactbench
