#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/round_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Core>

namespace impactbench {

/// The external force of a step where a scheme states that it takes it (ForcePlace), at the start
/// where it states nothing. The memory of forces is that of the start of the step.
class StatedForce {
 public:
  StatedForce(const MechanicalSystem& system, const MotionStep& motion)
      : system_(system), motion_(motion) {}

  /// Whether its place is stated, or does not matter.
  [[nodiscard]] bool known() const {
    return motion_.force != ForcePlace::unstated || system_.constant_force() ||
           disc_system(system_) != nullptr;
  }

  /// Computes it for the step of length h that ends at t, into `force`, which has its size.
  void take(const State& before, const State& after, double t, double h, Eigen::VectorXd& force) {
    const Eigen::Index places = after.v.size();
    place_ = before.q;
    if (motion_.force == ForcePlace::middle) place_.head(places) += (0.5 * h) * before.v;
    system_.mean_force(t - h, t, place_, before.v, force);
    if (motion_.force != ForcePlace::ends || system_.constant_force()) return;
    place_.head(places) = after.q.head(places);
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
