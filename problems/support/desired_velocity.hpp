#pragma once

#include "problems/model/obstacle.hpp"
#include "problems/model/round_force.hpp"

#include <functional>
#include <utility>
#include <vector>

namespace impactbench {

/// A desired velocity for each sphere of a first-order problem, as the force m U(i, x).
class DesiredVelocity final : public RoundForce {
 public:
  using Field = std::function<Vec3(std::size_t i, const Vec3& x)>;  ///< [m/s]
  DesiredVelocity(int dimension, std::vector<double> mass, Field field)
      : dimension_(dimension), mass_(std::move(mass)), field_(std::move(field)) {}

  [[nodiscard]] std::string_view noun() const override { return "a desired velocity"; }
  void add(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    Vec3 x = Vec3::Zero();
    for (std::size_t i = 0; i < mass_.size(); ++i) {
      const auto first = static_cast<Eigen::Index>(i) * dimension_;
      x.head(dimension_) = q.segment(first, dimension_);
      force.segment(first, dimension_) += mass_[i] * field_(i, x).head(dimension_);
    }
  }
  [[nodiscard]] bool drives() const override { return true; }

 private:
  int dimension_;
  std::vector<double> mass_;
  Field field_;
};

}  // namespace impactbench
