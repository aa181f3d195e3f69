#pragma once

#include "benchmarks/matrix/plan.hpp"
#include "benchmarks/matrix/shard.hpp"
#include "benchmarks/store/store.hpp"

#include <functional>
#include <optional>
#include <string>

namespace impactbench {

struct RunOptions {
  int jobs{1};
  Shard shard{};
  bool rerun{false};  ///< also cells whose row is already stored
  /// Also runs cells that crashed, timed out or lacked memory; those that the machine failed are
  /// run again in any case.
  bool retry{false};
  /// Runs steps from coarse to fine; if one used up its CPU time, finer ones of the same ladder
  /// become rows timed_out that say so, and are not run.
  bool stop_ladders{false};
  std::optional<int> repeats{};        ///< overrides the plan's
  std::optional<double> cpu_budget{};  ///< overrides the plan's [s]
  std::optional<int> threads{};        ///< overrides the plan's
  bool progress{true};                 ///< lines on stderr, with an estimate of the time left
  std::function<void()> stored{};      ///< called after each row that was stored
  std::function<void()> finished{};    ///< and after the last; signals to end wait for both
  std::string trajectory{};    ///< folder for a file of each cell's motion; empty: none is kept
  std::int64_t instants{100};  ///< that a trajectory keeps after the start
  bool tables{false};          ///< beside each trajectory (TrajectoryRequest)
  std::vector<double> at{};    ///< times of states in these [s]
};

struct RunSummary {
  int planned{0}, run{0}, resumed{0};
  int passed{0}, unjudged{0}, unresolved{0}, missed{0}, expected{0}, not_applicable{0}, failed{0};
  int unexpected_passes{0};
  bool interrupted{false};  ///< SIGTERM or SIGINT: running cells were finished, the rest left
  [[nodiscard]] bool all_passed() const { return missed == 0 && failed == 0; }
};

/// The file of the trajectory of a cell: FOLDER/problem_scheme_solver_KEY.h5, with the first 8
/// digits of its key.
[[nodiscard]] std::string trajectory_path(const std::string& folder, const Cell& cell,
                                          const std::string& key);

/// Runs every cell of the plan that the store lacks or holds as failed, each in a child process
/// with limits on CPU time and memory; every cell ends in a row. Where trajectories are asked for,
/// a cell whose row is stored is run again if its file is missing, or if tables are asked for. This
/// process is the only writer of the store.
RunSummary run_plan(const Plan& plan, Store& store, const RunOptions& options);

}  // namespace impactbench
