#pragma once

#include "problems/contact/neighbour_list.hpp"
#include "problems/model/behaviour.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/state.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <cstdint>
#include <span>
#include <vector>

namespace impactbench {

/// A normal force between two discs, or a disc and a wall.
struct FrameContact {
  int a;           ///< disc
  int b;           ///< disc, or ContactProblem::fixed for a wall
  double nx, ny;   ///< unit normal from a to b [-]
  double force;    ///< >= 0 [N]
  double nz{0.0};  ///< its third component, of spheres in space
  friend bool operator==(const FrameContact&, const FrameContact&) = default;
};

/// All bodies at one instant, for pictures of the motion.
struct Frame {
  double time{0.0};          ///< [s]
  std::vector<double> q, v;  ///< of State: x, y, angle per disc [m, m, rad] and their rates, or
                             ///< the coordinates of each sphere
  std::vector<FrameContact> contacts;
  friend bool operator==(const Frame&, const Frame&) = default;
};

/// Keeps `frames` + 1 instants of a run, the start included, evenly over its steps. Forces of
/// compliant contact are those of its energy at the end of the step, c alpha D^(alpha-1), with its
/// own detection; of rigid contact the impulses of the step over `h` (none at the start).
class FrameRecorder {
 public:
  FrameRecorder(const MechanicalSystem& system, const ContactModel& contact, double h,
                std::int64_t steps, std::int64_t frames);
  /// `state.step` counts the steps; contact problem and impulses as Meter::after_step has them.
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
