#pragma once

#include "benchmarks/matrix/cell_group.hpp"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace impactbench {

/// The report of a guard on its cell, once that has ended.
struct GuardReport {
  /// How the cell ended, as waitpid(2) has it. It is as wide as the time: padding would go to the
  /// pipe too, without a value.
  std::int64_t wait_status{0};
  double cpu{0.0};  ///< of the cell and of all that it started [s]
};

/// The main function of a guard: a process between the runner and a cell, whose only task is that
/// nothing which the cell starts outlives it, or the runner, even where either is killed. What a
/// dead process leaves becomes a child of the guard (prctl(2), PR_SET_CHILD_SUBREAPER). To the pipe
/// `report` it writes the number of the cell (pid_t), and a GuardReport at the end. `life` is what
/// the cell does, in a process of its own; it does not return. The cell is in `group`, if that is
/// not null; where the runner has gone, the guard removes it.
[[noreturn]] void stand_guard(pid_t runner, int report, std::unique_ptr<CellGroup> group,
                              const std::function<void()>& life);

}  // namespace impactbench
