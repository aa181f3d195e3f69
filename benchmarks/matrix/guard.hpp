#pragma once

#include "benchmarks/matrix/cell_group.hpp"

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <memory>

namespace impactbench {

/// The report of a guard on its cell, once the cell and all that it started have ended.
struct GuardReport {
  /// The end of the cell as reported by waitpid(2). It is as wide as the times: padding would also
  /// go to the runner, without a value.
  std::int64_t wait_status{0};
  double cpu{0.0};  ///< of the cell and of all that it started [s]
  double all{0.0};  ///< of all cells that this guard has watched [s]
};

/// The descriptors of a guard.
struct GuardPipes {
  int orders;   ///< a socket of messages: numbers of cells (std::size_t) come in, reports go out
  int answers;  ///< of the cells: a pipe to the runner
};

/// The main function of a guard: a process between the runner and the cells of a slot, which starts
/// them one after the other and ensures that nothing started by a cell outlives it, or the runner,
/// even if either is killed. Orphans become children of the guard (prctl(2),
/// PR_SET_CHILD_SUBREAPER). For each number it receives it sends the process of the cell (pid_t),
/// and a GuardReport at its end. `life` is the work of the cell of a number, in a process of its
/// own that writes to the descriptor `answers`; it does not return. Cells are in `group`, if that
/// is not null; if the runner is gone, the guard removes it. Ends once nobody holds the other end
/// of `orders`.
[[noreturn]] void stand_guard(pid_t runner, const GuardPipes& pipes,
                              std::unique_ptr<CellGroup> group,
                              const std::function<void(std::size_t number, int answers)>& life);

}  // namespace impactbench
