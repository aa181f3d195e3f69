#pragma once

#include "benchmarks/matrix/plan.hpp"

#include <sys/types.h>

#include <chrono>
#include <string>

namespace impactbench {

/// What a cell may use.
struct Budget {
  double cpu{60.0};       ///< [s]; the wall clock only stops a cell after 30 times that
  double memory{2048.0};  ///< address space [MiB]
  int threads{1};         ///< of schemes that can use several; results do not depend on it
};

/// One cell in a process of its own. Its death costs nobody else: it becomes a status.
class Child {
 public:
  /// Forks. The caller must be single-threaded. Throws ConfigurationError when the system has no
  /// process or pipe left.
  Child(const Cell& cell, int repeats, const Budget& budget);
  ~Child();
  Child(const Child&) = delete;
  Child& operator=(const Child&) = delete;

  [[nodiscard]] int descriptor() const { return pipe_; }
  /// Takes what the child has written; true once it is finished or was stopped by its budget.
  bool poll();
  /// The row, once poll() was true: the child's own, or one that says how it died.
  [[nodiscard]] Row row() const;

 private:
  void drain();
  bool over_budget();

  Cell cell_;
  Budget budget_;
  pid_t pid_{-1};
  int pipe_{-1};
  int wait_status_{0};
  bool closed_{false};
  bool stopped_by_us_{false};
  std::string received_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace impactbench
