#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Core>

namespace impactbench {

/// The external force of a step as a scheme states it (MotionStep): its mean over the time of the
/// step at q^n and v^n, or theta times that at q^{n+1} and v^{n+1} plus 1 - theta times that. The
/// memory of forces is that of the start of the step.
class StatedForce {
 public:
  StatedForce(const MechanicalSystem& system, const MotionStep& motion)
      : system_(system), motion_(motion) {}

  /// Computes it for the step of length h that ends at t, into `force`, which has its size.
  void take(const State& before, const State& after, double t, double h, Eigen::VectorXd& force) {
    system_.mean_force(t - h, t, before.q, before.v, force);
    if (!motion_.force_at_ends || system_.constant_force()) return;
    place_ = before.q;
    place_.head(after.v.size()) = after.q.head(after.v.size());
    end_ = force;
    system_.mean_force(t - h, t, place_, after.v, end_);
    force = motion_.theta * end_ + (1.0 - motion_.theta) * force;
  }

 private:
  const MechanicalSystem& system_;
  MotionStep motion_;
  Eigen::VectorXd place_, end_;
};

}  // namespace impactbench
