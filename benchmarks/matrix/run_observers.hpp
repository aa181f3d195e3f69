#pragma once

#include "benchmarks/store/row.hpp"
#include "benchmarks/trajectories/recorder.hpp"
#include "problems/model/problem.hpp"
#include "reference/api/reference.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace impactbench {

/// The observers see this of a step.
struct SeenStep {
  const State& before;
  const State& after;
  const ContactProblem* problem;     ///< that the scheme posed; null: none
  std::span<const double> impulses;  ///< its solution
  const ContactImpulses* recorded;   ///< impulses that the scheme records by body; null: none
};

/// Watches the states of an instrumented run and adds to its row. No value that one adds depends on
/// which others watch.
class RunObserver {
 public:
  virtual ~RunObserver() = default;
  virtual void after_step(const SeenStep& step) = 0;
  /// Why the run must end here; empty: it may go on.
  [[nodiscard]] virtual std::string objection() const { return ""; }
  /// After the last step, or that at which the run stopped.
  virtual void finish(Row& row, std::map<std::string, double>& quantities) = 0;
};

/// The observers of a run from problem.initial in `steps` steps of `h` [s] that the cell and
/// `trajectory` request: frames in the row, a trajectory, tables of states and impacts, and always
/// the yardsticks, which write quantities (among them some that are not finite) and series.
[[nodiscard]] std::vector<std::unique_ptr<RunObserver>> make_observers(
    const Cell& cell, const Problem& problem, const SchemeClaims& claims,
    std::optional<Truth> truth, double h, std::int64_t steps,
    const std::optional<TrajectoryRequest>& trajectory);

}  // namespace impactbench
