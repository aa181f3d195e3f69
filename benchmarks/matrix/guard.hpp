#pragma once

#include "benchmarks/matrix/cell_group.hpp"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace impactbench {

/// The report of a guard on its cell, once the cell has ended.
struct GuardReport {
  /// The end of the cell as reported by waitpid(2). It is as wide as the time: padding would also
  /// go to the pipe, without a value.
  std::int64_t wait_status{0};
  double cpu{0.0};  ///< of the cell and of all that it started [s]
};

/// The main function of a guard: a process between the runner and a cell, which only ensures that
/// nothing started by the cell outlives it, or the runner, even if either is killed. Orphans become
/// children of the guard (prctl(2), PR_SET_CHILD_SUBREAPER). To the pipe `report` it writes the
/// number of the cell (pid_t), and a GuardReport at the end. `life` is the work of the cell, in a
/// process of its own; it does not return. The cell is in `group`, if that is not null; if the
/// runner is gone, the guard removes it.
[[noreturn]] void stand_guard(pid_t runner, int report, std::unique_ptr<CellGroup> group,
                              const std::function<void()>& life);

}  // namespace impactbench
