#pragma once

#include "benchmarks/matrix/machine.hpp"
#include "benchmarks/store/row.hpp"
#include "benchmarks/trajectories/recorder.hpp"
#include "reference/api/reference.hpp"

#include <cstdint>
#include <functional>
#include <limits>
#include <optional>
#include <string_view>

namespace impactbench {

/// Step size and number of steps of a cell: h = dt, or dt rounded to single precision, and
/// floor(T / h (1 + 1e-9)) steps (nguyen2024's INT(T/dt) is one step short for dt = 1e-3 single).
/// Throws ConfigurationError where those are more than 2^53.
struct StepCount {
  double h;
  std::int64_t steps;
};
[[nodiscard]] StepCount step_count(double horizon, double dt, std::string_view dt_precision);

/// The best trajectory that some reference knows for rigid contact (`contact` absent) or for that
/// compliance, closed forms first, with the scalars of all; nothing if none covers the case.
[[nodiscard]] std::optional<Truth> find_truth(const Problem& problem, const ContactModel& contact);

/// Checks that the files named by parameters of the cell have not changed since the plan was read.
/// Throws MachineError if they have.
void expect_same_files(const Cell& cell);

/// The row that `make` gives for a cell; an exception becomes a status with its sentence. A refusal
/// (ConfigurationError: a start that cannot be computed, a step beyond the stability limit, a
/// setting that only the first contact problem shows to be outside its range) makes the cell
/// not_applicable, trouble of the machine (MachineError, or a file that has changed) failed.
[[nodiscard]] Row row_or_reason(const Cell& cell, const std::function<Row()>& make);

/// Makes the scheme and solver of an instrumented run from a cell, its problem, a step, an audit.
using MakeMachine = std::function<Machine(const Cell&, const Problem&, double, SolveAudit*)>;

/// Runs one cell in this process: one instrumented run judged by the yardsticks, then `repeats`
/// timed runs without instruments, or as many of them as `cpu_budget` [s] leaves time for: a result
/// must not be lost to its stopwatch. Never throws on numerical trouble; that is a status. A step
/// that did not converge is counted (unconverged_steps) and judged; only a breakdown or an energy
/// blow-up stops the run. A refusal before the end of the first step becomes a reason as in
/// row_or_reason, a later one stops the run at that time. Key, plan, revision, build and
/// environment are left to the caller. If `trajectory` requests it, the instrumented run is also
/// written to a file; no value of the row depends on that. `make` may replace the machine of the
/// cell by a wrong one: the yardsticks and limits do not depend on it.
[[nodiscard]] Row run_cell(const Cell& cell, int repeats,
                           double cpu_budget = std::numeric_limits<double>::infinity(),
                           const std::optional<TrajectoryRequest>& trajectory = std::nullopt,
                           const MakeMachine& make = {});

}  // namespace impactbench
