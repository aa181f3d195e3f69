#pragma once

#include "problems/contact/neighbour_list.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/state.hpp"
#include "reference/yardsticks/frame.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impactbench {

/// Keeps `frames` + 1 instants of a run, including the start, evenly over its steps. Forces of
/// compliant contact are those of its energy at the end of the step, c alpha D^(alpha-1), with its
/// own detection; for rigid contact the impulses of the step over `h` (none at the start).
class FrameRecorder {
 public:
  FrameRecorder(const MechanicalSystem& system, const ContactModel& contact, double h,
                std::int64_t steps, std::int64_t frames);
  /// `state.step` counts the steps; contact problem and impulses as in Meter::after_step.
  void record(const State& state, const ContactProblem* problem, std::span<const double> impulses);
  [[nodiscard]] const std::vector<Frame>& frames() const { return frames_; }

 private:
  [[nodiscard]] std::vector<FrameContact> springs(const Eigen::VectorXd& q);

  const RoundSystem* discs_;  ///< null for others, which have no compliant contact
  ContactModel contact_;
  double h_;
  std::int64_t steps_, wanted_;
  NeighbourList neighbours_;
  bool prepared_{false};
  std::vector<Frame> frames_;
};

}  // namespace impactbench
