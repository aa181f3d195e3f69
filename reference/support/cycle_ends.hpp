#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace impactbench {

/// An instant at which a cycle ends, with the drifting observable there (Cycle of reference.hpp).
struct CycleEnd {
  double time, drift;
};

/// The period and the drift against the direction of `drift`, as means over ends k from m = n / 2,
/// rounded down, to n: (t_n - t_m) / (n - m) and (d_m - d_n) / (n - m).
struct SettledCycle {
  double period, descent;
  std::size_t count;  ///< n
};

/// Nothing for fewer than four cycles.
[[nodiscard]] inline std::optional<SettledCycle> settled_cycle(const std::vector<CycleEnd>& ends) {
  if (ends.size() < 5) return std::nullopt;
  const std::size_t n = ends.size() - 1, m = n / 2;
  const auto cycles = static_cast<double>(n - m);
  return SettledCycle{(ends[n].time - ends[m].time) / cycles,
                      (ends[m].drift - ends[n].drift) / cycles, n};
}

}  // namespace impactbench
