#pragma once

#include "problems/model/generalised_system.hpp"

#include <Eigen/Core>

#include <functional>
#include <utility>
#include <vector>

namespace impactbench::testing {

/// A point in the plane with any constraints and any constant metric, without force.
class Plane final : public GeneralisedSystem {
 public:
  struct Wall {
    std::function<double(const Eigen::Vector2d&)> f;
    std::function<Eigen::Vector2d(const Eigen::Vector2d&)> gradient;
  };
  Plane(Eigen::Matrix2d m, std::vector<Wall> walls, bool is_convex, double restitution = 0.0)
      : m_(std::move(m)),
        walls_(std::move(walls)),
        convex_(is_convex),
        restitution_(restitution),
        mass_(m_.diagonal()) {}
  [[nodiscard]] double length() const override { return 1.0; }
  [[nodiscard]] double top_speed() const override { return 1.0; }
  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m = m_; }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force.setZero();
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  [[nodiscard]] Eigen::Index constraints() const override {
    return static_cast<Eigen::Index>(walls_.size());
  }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return walls_[static_cast<std::size_t>(a)].f(q);
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    g = walls_[static_cast<std::size_t>(a)].gradient(q);
  }
  [[nodiscard]] bool convex() const override { return convex_; }
  [[nodiscard]] double restitution() const override { return restitution_; }

 private:
  Eigen::Matrix2d m_;
  std::vector<Wall> walls_;
  bool convex_;
  double restitution_;
  Eigen::VectorXd mass_;
};

}  // namespace impactbench::testing
