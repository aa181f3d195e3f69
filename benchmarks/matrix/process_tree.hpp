#pragma once

#include <sys/types.h>

#include <vector>

namespace impactbench {

/// All processes below `root` now: its children, their children, and so on. None if the system does
/// not list them (proc(5), children).
[[nodiscard]] std::vector<pid_t> descendants(pid_t root);

/// The CPU time and the memory used by processes up to now.
struct TreeUse {
  int processes{0};
  double cpu{0.0};  ///< [s], of those that live and of those of their children that they waited for
  double memory{0.0};  ///< resident [MiB]; a page that several share is divided among them
};

/// The use of the processes below `root`, including children for which `root` waited.
[[nodiscard]] TreeUse use_below(pid_t root);

}  // namespace impactbench
