#include "reference/exact/ball_on_plane/ball_on_plane.hpp"

#include "problems/model/round_system.hpp"
#include "reference/support/half_spaces.hpp"
#include "reference/support/rolling_motion.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace impactbench::exact::ball_on_plane {
namespace {

/// Twisting about the normal: J dom/dt = -mu_o r m g sign(om) until it is zero.
struct Twisting {
  double spin, rate;  ///< [rad/s], [rad/s2] >= 0

  [[nodiscard]] double ends() const { return rate > 0.0 ? std::abs(spin) / rate : HUGE_VAL; }
  [[nodiscard]] double at(double t) const {
    return t < ends() ? spin - std::copysign(rate * t, spin) : 0.0;
  }
  [[nodiscard]] double angle(double t) const {
    const double s = std::min(t, ends());
    return spin * s - std::copysign(0.5 * rate * s * s, spin);
  }
};

/// The components along a line in the plane move as in rolling_motion.hpp; the rest is constant.
struct Motion {
  Eigen::VectorXd q;       ///< at t = 0
  Eigen::VectorXd steady;  ///< of v, what friction leaves as it is
  Vec3 line, axis;         ///< unit vectors: of the line, and of the spin du = r dom . axis
  Vec3 normal;
  double r;
  RollingMotion along;
  Twisting twisting;

  void at(double t, Eigen::VectorXd& position, Eigen::VectorXd& velocity) const {
    const RollingMotion::Piece& now = along.at(t);
    velocity = steady;
    velocity.head<3>() += now.velocity(t) * line;
    velocity.tail<3>() += now.turning(t) / r * axis + twisting.at(t) * normal;
    position = q + t * steady;
    position.head<3>() += now.displacement(t) * line;
    position.tail<3>() += now.turned(t) / r * axis + twisting.angle(t) * normal;
  }
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto* system = round_system(*problem.system);
  if (contact || system == nullptr || system->space() != BodySpace{3, true} ||
      system->bodies().size() != 1 || system->obstacles().size() != 1 ||
      !among_half_spaces(round_bodies(*system)) || !(system->law().friction > 0.0) ||
      !system->constant_force() || problem.traits.first_order) {
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
  const Vec3 belt = system->obstacles()[0].surface_velocity, spin = v_0.tail<3>();
  const Vec3 v = v_0.head<3>() - belt, u = r * n.cross(spin), slip = v + u;
  // Without friction against rolling only what lies along the slip changes; with it all must lie
  // along one line, or friction turns the axis about which the ball rolls.
  const Vec3& direction = slip.norm() > 1e-14 * (v.norm() + u.norm()) ? slip : u;
  const Vec3 line = direction.norm() > 0.0 ? Vec3(direction.normalized()) : n.unitOrthogonal();
  const ContactLaw& law = system->law();
  const double across = line.cross(v).norm() + line.cross(u).norm();
  if (law.rolling_friction > 0.0 && across > 1e-14 * (v.norm() + u.norm())) return std::nullopt;
  const double k = m * r * r / inertia;
  const Vec3 axis = -n.cross(line);
  Motion motion{.q = q_0,
                .steady = v_0,
                .line = line,
                .axis = axis,
                .normal = n,
                .r = r,
                .along = rolling_motion(v.dot(line), u.dot(line), k, law.friction * g,
                                        law.rolling_friction * g),
                .twisting = {spin.dot(n), law.twisting_friction * g * k / r}};
  motion.steady.head<3>() -= v.dot(line) * line;
  motion.steady.tail<3>() -= u.dot(line) / r * axis + spin.dot(n) * n;
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
      .takes_moving_surfaces = true,
      .takes_torques = true};
}

}  // namespace impactbench::exact::ball_on_plane
