#include "reference/exact/sliding_ball/sliding_ball.hpp"

#include "problems/contact/geometry.hpp"
#include "problems/model/round_system.hpp"
#include "reference/support/rolling_motion.hpp"

#include <algorithm>
#include <cmath>
#include <vector>

namespace impactbench::exact::sliding_ball {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* system = disc_system(*problem.system);
  if (contact || system == nullptr || system->bodies().size() != 1 || system->walls().size() != 4 ||
      problem.traits.initial_penetration || problem.traits.driven ||
      !(system->law().friction > 0.0) || system->gravity().x() != 0.0 ||
      !(system->gravity().y() < 0.0)) {
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
  const double g = -system->gravity().y();
  const RollingMotion motion =
      rolling_motion(v_0[0], r * v_0[2], m * r * r / inertia, system->law().friction * g,
                     system->law().rolling_friction * g);
  // The furthest it comes: where rates change, or where it turns round between that.
  std::vector<double> ends{problem.horizon};
  for (const RollingMotion::Piece& piece : motion.pieces) {
    ends.push_back(piece.start);
    if (piece.f != 0.0) ends.push_back(piece.start - piece.v / piece.f);
  }
  Eigen::VectorXd q = q_0;
  for (const double end : ends) {
    const double t = std::clamp(end, 0.0, problem.horizon);
    q[0] = q_0[0] + motion.at(t).displacement(t);
    for (const std::size_t side : {1U, 3U}) {
      if (wall_frame(centre(q, 0), r, system->wall(side)).depth > 0.0) return std::nullopt;
    }
  }
  Truth out;
  out.source = "exact/sliding_ball";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  const double horizon = problem.horizon;
  out.at = [=](double t, Eigen::VectorXd& position, Eigen::VectorXd& velocity) {
    if (!(t >= 0.0 && t <= horizon * (1.0 + 1e-9))) return false;
    const RollingMotion::Piece& now = motion.at(t);
    position = q_0;
    position[0] += now.displacement(t);
    position[2] += now.turned(t) / r;
    velocity << now.velocity(t), 0.0, now.turning(t) / r;
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "sliding_ball",
          .summary =
              "one rigid disc on the floor slides with Coulomb friction until it rolls, and comes "
              "to rest with rolling friction",
          .source = "nguyen2024, section 4.5.1",
          .provenance = Provenance::closed_form,
          .truth = truth,
          .takes_torques = true};
}

}  // namespace impactbench::exact::sliding_ball
