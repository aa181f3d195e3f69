#include "problems/generalised/two_point_pendulum/two_point_pendulum.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::two_point_pendulum {

Pendulum::Pendulum(const Rods& p)
    : rods_(p),
      inner_((p.mass_1 + p.mass_2) * p.length_1 * p.length_1),
      outer_(p.mass_2 * p.length_2 * p.length_2),
      coupling_(p.mass_2 * p.length_1 * p.length_2),
      weight_1_((p.mass_1 + p.mass_2) * p.length_1 * p.gravity),
      weight_2_(p.mass_2 * p.length_2 * p.gravity),
      mass_(Eigen::Vector2d(inner_, outer_)) {}

void Pendulum::mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const {
  const double shared = coupling_ * std::cos(q[0] - q[1]);
  m << inner_, shared, shared, outer_;
}

void Pendulum::inertial_force(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                              Eigen::VectorXd& force) const {
  const double shared = coupling_ * std::sin(q[0] - q[1]);
  force << -shared * v[1] * v[1], shared * v[0] * v[0];
}

void Pendulum::external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                              Eigen::VectorXd& force) const {
  force << -weight_1_ * std::sin(q[0]), -weight_2_ * std::sin(q[1]);
}

double Pendulum::external_potential(double, const Eigen::VectorXd& q) const {
  return weight_1_ * (1.0 - std::cos(q[0])) + weight_2_ * (1.0 - std::cos(q[1]));
}

double Pendulum::arm(Eigen::Index k) const {
  return k == 0 ? rods_.length_1 : rods_.length_2;
}

double Pendulum::length() const {
  return std::min(rods_.length_1, rods_.length_2);
}

double Pendulum::top_speed() const {
  const double lowest = 2.0 * (std::min(0.0, weight_1_) + std::min(0.0, weight_2_));
  const double energy = external_potential(0.0, rods_.start().q) - lowest;
  return std::sqrt(2.0 * energy * (1.0 / rods_.mass_1 + 1.0 / rods_.mass_2));
}

Picture Pendulum::picture(const Eigen::VectorXd& q) const {
  const auto below = [](double length, double angle) {
    return Eigen::Vector2d(length * std::sin(angle), -length * std::cos(angle));
  };
  const Eigen::Vector2d inner = below(rods_.length_1, q[0]);
  const Eigen::Vector2d outer = inner + below(rods_.length_2, q[1]);
  const double radius = 0.03 * (rods_.length_1 + rods_.length_2);
  return {{{Eigen::Vector2d::Zero(), inner, outer}},
          {{inner, radius, q[0]}, {outer, radius, q[1]}}};
}

}  // namespace impactbench::two_point_pendulum
