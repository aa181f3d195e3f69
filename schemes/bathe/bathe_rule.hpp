#pragma once

#include "schemes/support/theta/acceleration_rule.hpp"

namespace impactbench::bathe {

/// Bathe's two alternating steps: trapezoid, three-point backward Euler.
class BatheRule final : public AccelerationRule {
 public:
  explicit BatheRule(double h) : h_(h) {}

  void start(const Eigen::VectorXd& a) override {
    before_ = now_ = a;
    second_ = false;
  }

  [[nodiscard]] Weights begin(Eigen::VectorXd& gain, Eigen::VectorXd& shift) const override {
    if (!second_) {
      gain = (0.5 * h_) * now_;
      shift.setZero();
      return {0.5 * h_, 0.0};
    }
    gain = (h_ / 6.0) * (before_ + now_);
    shift = (-h_ / 3.0) * gain;
    return {2.0 / 3.0 * h_, h_ * h_ / 9.0};
  }

  void finish(const Eigen::VectorXd& a) override {
    before_ = now_;
    now_ = a;
    second_ = !second_;
  }

 private:
  double h_;
  Eigen::VectorXd before_, now_;  ///< a at the start of the step before and of this one
  bool second_{false};
};

}  // namespace impactbench::bathe
