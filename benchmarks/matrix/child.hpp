#pragma once

#include "benchmarks/store/row.hpp"

#include <sys/types.h>

#include <chrono>
#include <functional>
#include <string>

namespace impactbench {

/// What a cell may use.
struct Budget {
  double cpu{60.0};       ///< [s]; the wall clock only stops a cell after 30 times that
  double memory{2048.0};  ///< address space [MiB]
  int threads{1};         ///< of schemes that can use several; results do not depend on it
};

/// How a piece of work in a process of its own ended.
struct Ending {
  RowStatus status{RowStatus::crashed};  ///< passed: `text` is what the work returned
  std::string text;                      ///< else the sentence that says how it died
};

/// Work in a process of its own. Its death costs nobody else: it becomes a status.
class Child {
 public:
  using Work = std::function<std::string()>;

  /// Forks and calls `work` there. The caller must be single-threaded. Throws ConfigurationError
  /// when the system has no process or pipe left.
  Child(const Work& work, const Budget& budget);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] int descriptor() const { return pipe_; }
  /// Takes what the child has written; true once it is finished or was stopped by its budget.
  bool poll();
  /// Once poll() was true.
  [[nodiscard]] Ending ending() const;

 private:
  void drain();
  bool over_budget();

  Budget budget_;
  pid_t pid_{-1};
  int pipe_{-1};
  int wait_status_{0};
  bool closed_{false};
  bool stopped_by_us_{false};
  std::string received_;
  std::chrono::steady_clock::time_point start_;
};

/// Runs it to its end.
[[nodiscard]] Ending run_in_child(const Child::Work& work, const Budget& budget);

}  // namespace impactbench
