#pragma once

#include "benchmarks/trajectories/trajectory_file.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/state.hpp"

#include <memory>
#include <optional>

namespace impactbench {

/// The file of a run's trajectory, and the number of instants after the start that it keeps, evenly
/// over its steps (all steps if there are fewer).
struct TrajectoryRequest {
  std::string path;
  std::int64_t instants{0};
  std::map<std::string, std::string> facts{};
  /// Beside the file also impacts, and states at given times, as CSV and JSON lines.
  bool tables{false};
  std::vector<double> at{};  ///< [s]
};

/// Writes a run to a file in progress. It reads states and impulses and changes nothing: a run with
/// it has the same bits as one without.
class TrajectoryRecorder {
 public:
  TrajectoryRecorder(const TrajectoryRequest& request, const MechanicalSystem& system,
                     const State& start, const ContactModel& contact, double h, std::int64_t steps);
  /// To be called after every step, and once at the start: `state.step` counts. Contact problem,
  /// impulses and those that the scheme records as in Meter::after_step.
  void record(const State& state, const ContactProblem* problem, std::span<const double> impulses,
              const ContactImpulses* recorded);
  /// Gives the file its name; without it (the run died) the name ends in .part.
  void finish() { writer_->finish(); }

 private:
  Shapes shapes_;
  StepForces forces_;
  double h_;
  std::int64_t steps_, wanted_, written_{0};
  std::unique_ptr<TrajectoryWriter> writer_;
  Instant instant_;
};

}  // namespace impactbench
