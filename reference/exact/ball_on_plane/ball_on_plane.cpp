#include "reference/exact/ball_on_plane/ball_on_plane.hpp"

#include "problems/model/round_system.hpp"
#include "reference/support/half_spaces.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace impactbench::exact::ball_on_plane {
namespace {

/// Constant rates while it slides, none from then on.
struct Motion {
  Eigen::VectorXd q, v;   ///< at t = 0
  Eigen::VectorXd rates;  ///< of v while sliding [m/s2, rad/s2]
  double sliding;         ///< t_bar [s]

  void at(double t, Eigen::VectorXd& position, Eigen::VectorXd& velocity) const {
    const double s = std::min(t, sliding);
    velocity = v + s * rates;
    position = q + s * v + (0.5 * s * s) * rates + (t - s) * velocity;
  }
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* system = round_system(*problem.system);
  if (contact || system == nullptr || system->space() != BodySpace{3, true} ||
      system->bodies().size() != 1 || system->obstacles().size() != 1 ||
      !among_half_spaces(round_bodies(*system)) || !(system->law().friction > 0.0)) {
    return std::nullopt;
  }
  const double r = system->bodies().radius[0];
  const double m = system->bodies().mass[0];
  const double inertia = system->bodies().inertia[0];
  const Eigen::VectorXd& q_0 = problem.initial.q;
  const Eigen::VectorXd& v_0 = problem.initial.v;
  const Vec3 n = system->obstacles()[0].b;
  const double height = (q_0.head<3>() - system->obstacles()[0].a).dot(n) - r;
  const double g = -system->gravity().dot(n);
  const Vec3 along = system->gravity() + g * n;
  if (!(std::abs(height) < 1e-12) || !(g > 0.0) || !(along.norm() <= 1e-14 * g) ||
      !(std::abs(v_0.head<3>().dot(n)) <= 1e-14 * v_0.head<3>().norm())) {
    return std::nullopt;
  }
  const Vec3 slip =
      v_0.head<3>() - system->obstacles()[0].surface_velocity + r * n.cross(v_0.tail<3>());
  const double speed = slip.norm();
  const Vec3 s = speed > 0.0 ? Vec3(slip / speed) : Vec3(Vec3::Zero());
  const double pull = system->law().friction * g;
  Motion motion{q_0, v_0, Eigen::VectorXd::Zero(6), speed / (pull * (1.0 + m * r * r / inertia))};
  motion.rates.head<3>() = -pull * s;
  motion.rates.tail<3>() = (pull * m * r / inertia) * n.cross(s);
  Truth out;
  out.source = "exact/ball_on_plane";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  const double horizon = problem.horizon;
  out.at = [=](double t, Eigen::VectorXd& position, Eigen::VectorXd& velocity) {
    if (!(t >= 0.0 && t <= horizon * (1.0 + 1e-9))) return false;
    motion.at(t, position, velocity);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {
      .name = "ball_on_plane",
      .summary = "one rigid ball with spin on a plane slides with Coulomb friction until it rolls",
      .source = "elementary; Coriolis 1835",
      .provenance = Provenance::closed_form,
      .truth = truth,
      .takes_moving_surfaces = true};
}

}  // namespace impactbench::exact::ball_on_plane
