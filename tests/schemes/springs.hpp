#pragma once

#include "problems/model/generalised_setup.hpp"

#include <Eigen/Cholesky>

#include <memory>
#include <utility>

namespace impactbench::testing {

/// M x'' = -K x in two coordinates with coupled masses, one stiff and one soft.
class Springs final : public GeneralisedSystem {
 public:
  explicit Springs(double stiff) : stiff_(stiff) {}
  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return diagonal_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m = mass_; }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    // K = M T diag(1, stiff) T^-1 with T^T M T = I: frequencies 1 and sqrt(stiff).
    force = -(mass_ * (modes_ * (rate() * (modes_.transpose() * (mass_ * q)))));
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    const Eigen::VectorXd y = modes_.transpose() * (mass_ * q);
    return 0.5 * y.dot(rate() * y);
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return q[0] + 10.0;
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    g[0] = 1.0;
  }
  [[nodiscard]] double restitution() const override { return 1.0; }
  [[nodiscard]] const Eigen::MatrixXd& modes() const { return modes_; }

 private:
  [[nodiscard]] Eigen::MatrixXd rate() const { return Eigen::Vector2d(1.0, stiff_).asDiagonal(); }
  double stiff_;
  Eigen::MatrixXd mass_{{2.0, 0.5}, {0.5, 1.0}};
  Eigen::MatrixXd modes_{
      Eigen::LLT<Eigen::MatrixXd>(mass_).matrixU().solve(Eigen::MatrixXd{{0.8, -0.6}, {0.6, 0.8}})};
  Eigen::VectorXd diagonal_{mass_.diagonal()};
};

/// Both modes begin at 1 at rest.
inline Problem springs(double stiff, double horizon) {
  auto system = std::make_unique<Springs>(stiff);
  State start;
  start.q = system->modes() * Eigen::Vector2d(1.0, 1.0);
  start.v = Eigen::VectorXd::Zero(2);
  return make_generalised("springs", {}, std::move(system), start, horizon);
}

/// One spring beside a wall: x'' = -k (x - rest) for x >= wall.
class SpringAtWall final : public GeneralisedSystem {
 public:
  SpringAtWall(double stiffness, double rest, double restitution, double wall)
      : stiffness_(stiffness), rest_(rest), restitution_(restitution), wall_(wall) {}
  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m(0, 0) = 1.0; }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force[0] = -stiffness_ * (q[0] - rest_);
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return 0.5 * stiffness_ * q[0] * (q[0] - 2.0 * rest_);
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return q[0] - wall_;
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g[0] = 1.0;
  }
  [[nodiscard]] double restitution() const override { return restitution_; }

 private:
  double stiffness_, rest_, restitution_, wall_;
  Eigen::VectorXd mass_{Eigen::VectorXd::Ones(1)};
};

inline Problem spring_at_wall(double stiffness, double rest, double restitution, double x, double v,
                              double wall = 0.0) {
  State start;
  start.q = Eigen::VectorXd::Constant(1, x);
  start.v = Eigen::VectorXd::Constant(1, v);
  return make_generalised("spring_at_wall", {},
                          std::make_unique<SpringAtWall>(stiffness, rest, restitution, wall),
                          std::move(start), 1.0);
}

}  // namespace impactbench::testing
