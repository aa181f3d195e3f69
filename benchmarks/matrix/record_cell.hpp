#pragma once

#include "benchmarks/store/row.hpp"
#include "benchmarks/trajectory/recorder.hpp"

#include <optional>

namespace impactbench {

/// run_cell, with the run with instruments written to a file where `trajectory` asks for it; no
/// value of the row depends on that.
[[nodiscard]] Row record_cell(const Cell& cell, int repeats, double cpu_budget,
                              const std::optional<TrajectoryRequest>& trajectory);

}  // namespace impactbench
