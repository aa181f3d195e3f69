#pragma once

#include "benchmarks/matrix/run_cell.hpp"

#include <fmt/format.h>

#include <string>

namespace impactbench {

/// The remark on whole steps that end before the horizon (by more than a millionth of a step):
/// published tables take INT(T / dt) steps, so the run ends there, and the exact motion is compared
/// at that time. Empty if they reach it.
[[nodiscard]] inline std::string short_of_horizon(const StepCount& count, double horizon) {
  const double reached = count.h * static_cast<double>(count.steps);
  if (!(horizon - reached > 1e-6 * count.h)) return "";
  return fmt::format("ends at {:.10g} s: {} whole steps of {:.10g} s fit into {:.10g} s", reached,
                     count.steps, count.h, horizon);
}

}  // namespace impactbench
