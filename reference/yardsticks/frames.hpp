#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/state.hpp"
#include "reference/yardsticks/contact_forces.hpp"
#include "reference/yardsticks/frame.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impactbench {

/// Keeps `frames` + 1 instants of a run, including the start, evenly over its steps, with normal
/// forces as StepForces finds them: as a rule the recorded impulses of the step over `h`.
class FrameRecorder {
 public:
  FrameRecorder(const MechanicalSystem& system, const ContactModel& contact, double h,
                std::int64_t steps, std::int64_t frames);
  /// `state.step` counts the steps; all else as in Meter::after_step.
  void record(const State& state, const ContactProblem* problem, std::span<const double> impulses,
              const ContactImpulses* recorded);
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

 private:
  StepForces forces_;
  double h_;
  std::int64_t steps_, wanted_;
  std::vector<Frame> frames_;
};

}  // namespace impactbench
