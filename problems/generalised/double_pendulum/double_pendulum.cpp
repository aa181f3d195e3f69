#include "problems/generalised/double_pendulum/double_pendulum.hpp"

#include <Eigen/LU>
#include "problems/model/coordinate_arms.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::double_pendulum {
namespace {

class Pendulum final : public GeneralisedSystem, public CoordinateArms {
 public:
  explicit Pendulum(const Params& p)
      : p_(p),
        inner_((p.mass_1 + p.mass_2) * p.length_1 * p.length_1),
        outer_(p.mass_2 * p.length_2 * p.length_2),
        coupling_(p.mass_2 * p.length_1 * p.length_2),
        weight_1_((p.mass_1 + p.mass_2) * p.length_1 * p.gravity),
        weight_2_(p.mass_2 * p.length_2 * p.gravity),
        mass_(Eigen::Vector2d(inner_, outer_)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const override {
    const double shared = coupling_ * std::cos(q[0] - q[1]);
    m << inner_, shared, shared, outer_;
  }
  [[nodiscard]] bool constant_mass() const override { return false; }
  void inertial_force(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override {
    const double shared = coupling_ * std::sin(q[0] - q[1]);
    force << -shared * v[1] * v[1], shared * v[0] * v[0];
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force << -weight_1_ * std::sin(q[0]), -weight_2_ * std::sin(q[1]);
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return weight_1_ * (1.0 - std::cos(q[0])) + weight_2_ * (1.0 - std::cos(q[1]));
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return a == 0 ? q[0] + p_.stop_1 : q[1] - q[0] + p_.stop_2;
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g << (a == 0 ? 1.0 : -1.0), (a == 0 ? 0.0 : 1.0);
  }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double arm(Eigen::Index k) const override {
    return k == 0 ? p_.length_1 : p_.length_2;
  }
  /// Of an angle: all energy in the lighter motion.
  [[nodiscard]] double top_speed() const override {
    const double energy = external_potential(0.0, Eigen::Vector2d(p_.angle_1, p_.angle_2));
    return std::sqrt(2.0 * energy / std::min(inner_, outer_));
  }
  /// (grad f_1, M^-1 grad f_2) over the norms of both where both stops act.
  [[nodiscard]] double corner() const {
    Eigen::MatrixXd m(2, 2);
    mass_matrix(Eigen::Vector2d(-p_.stop_1, -p_.stop_1 - p_.stop_2), m);
    const Eigen::Matrix2d inverse = m.inverse();
    const Eigen::Vector2d wall(1.0, 0.0), knee(-1.0, 1.0);
    return wall.dot(inverse * knee) /
           std::sqrt(wall.dot(inverse * wall) * knee.dot(inverse * knee));
  }

 private:
  Params p_;
  double inner_, outer_, coupling_;  ///< [kg m2]
  double weight_1_, weight_2_;       ///< [N m]
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  auto pendulum = std::make_unique<Pendulum>(p);
  const double corner = pendulum->corner();
  State start{Eigen::Vector2d(p.angle_1, p.angle_2), Eigen::Vector2d(0.0, 0.0)};
  return make_generalised("double_pendulum", to_set(p), std::move(pendulum), std::move(start),
                          p.horizon, corner);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "double_pendulum",
          .summary = "a double pendulum swings against a wall and a knee stop",
          .reference = "paoli2010; numbers the choice of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem double_pendulum"));
          }};
}

}  // namespace impactbench::double_pendulum
