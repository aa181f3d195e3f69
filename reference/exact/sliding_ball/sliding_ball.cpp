#include "reference/exact/sliding_ball/sliding_ball.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/model/round_system.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::exact::sliding_ball {
namespace {

/// Positions and velocities along x and of the angle, piecewise: constant acceleration, then none.
struct Motion {
  double x, v, angle, spin;  ///< at t = 0
  double deceleration;       ///< of v while sliding, with its sign [m/s2]
  double spin_rate;          ///< of om while sliding [rad/s2]
  double sliding;            ///< t_bar [s]

  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& u) const {
    const double s = std::min(t, sliding);
    u[0] = v + deceleration * s;
    u[2] = spin + spin_rate * s;
    q[0] = x + v * s + 0.5 * deceleration * s * s + u[0] * (t - s);
    q[2] = angle + spin * s + 0.5 * spin_rate * s * s + u[2] * (t - s);
  }
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* system = disc_system(*problem.system);
  if (contact || system == nullptr || system->bodies().size() != 1 || system->walls().size() != 4 ||
      problem.traits.initial_penetration || !(system->law().friction > 0.0) ||
      system->gravity().x() != 0.0 || !(system->gravity().y() < 0.0)) {
    return std::nullopt;
  }
  const double r = system->bodies().radius[0];
  const double m = system->bodies().mass[0];
  const double inertia = system->bodies().inertia[0];
  const Eigen::VectorXd q_0 = problem.initial.q;
  const Eigen::VectorXd v_0 = problem.initial.v;
  const Wall& floor = system->wall(0);
  if (floor.inward != Vec2(0.0, 1.0) || v_0[1] != 0.0 ||
      !(std::abs(wall_frame(centre(q_0, 0), r, floor).depth) < 1e-12)) {
    return std::nullopt;
  }
  const double slip = v_0[0] + r * v_0[2];
  const double pull = system->law().friction * -system->gravity().y();  // mu g
  const double sign = slip > 0.0 ? 1.0 : -1.0;
  const double share = 1.0 + m * r * r / inertia;
  const Motion motion{.x = q_0[0],
                      .v = v_0[0],
                      .angle = q_0[2],
                      .spin = v_0[2],
                      .deceleration = -sign * pull,
                      .spin_rate = -sign * pull * m * r / inertia,
                      .sliding = std::abs(slip) / (pull * share)};
  // The furthest it comes: at an end, where sliding ends, or where backspin turns it round.
  const double turn = std::clamp(v_0[0] / (sign * pull), 0.0, motion.sliding);
  Eigen::VectorXd q = q_0;
  Eigen::VectorXd v = v_0;
  for (const double t : {0.0, turn, motion.sliding, problem.horizon}) {
    motion.at(std::min(t, problem.horizon), q, v);
    for (const std::size_t side : {1U, 3U}) {
      if (wall_frame(centre(q, 0), r, system->wall(side)).depth > 0.0) return std::nullopt;
    }
  }
  Truth out;
  out.source = "exact/sliding_ball";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  const double horizon = problem.horizon;
  const double height = q_0[1];
  out.at = [=](double t, Eigen::VectorXd& position, Eigen::VectorXd& velocity) {
    if (!(t >= 0.0 && t <= horizon * (1.0 + 1e-9))) return false;
    motion.at(t, position, velocity);
    position[1] = height;
    velocity[1] = 0.0;
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "sliding_ball",
          .summary = "one rigid disc on the floor sliding with Coulomb friction until it rolls",
          .source = "nguyen2024, section 4.5.1",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::sliding_ball
