#pragma once

#include "schemes/generalised_alpha/generalised_alpha.hpp"
#include "schemes/support/theta/acceleration_rule.hpp"

namespace impactbench::generalised_alpha {

/// The generalised alpha method as an AccelerationRule; b: its averaged acceleration.
class AlphaRule final : public AccelerationRule {
 public:
  AlphaRule(const AlphaWeights& w, double h)
      : h_(h),
        now_((1.0 - w.alpha_f) / (1.0 - w.alpha_m)),
        last_(w.alpha_f / (1.0 - w.alpha_m)),
        averaged_(w.alpha_m / (1.0 - w.alpha_m)),
        gamma_(w.gamma),
        bend_(w.beta - 0.5 * w.gamma) {}

  [[nodiscard]] bool one_step() const override { return last_ == 0.0 && averaged_ == 0.0; }
  void start(const Eigen::VectorXd& a) override { a_ = b_ = a; }

  [[nodiscard]] Weights begin(Eigen::VectorXd& gain, Eigen::VectorXd& shift) const override {
    // b^{n+1} = now a' + known
    gain = last_ * a_ - averaged_ * b_;
    shift = (bend_ * h_ * h_) * (gain - b_);
    gain = h_ * (gamma_ * gain + (1.0 - gamma_) * b_);
    return {h_ * gamma_ * now_, bend_ * h_ * h_ * now_};
  }

  void finish(const Eigen::VectorXd& a) override {
    b_ = now_ * a + last_ * a_ - averaged_ * b_;
    a_ = a;
  }

 private:
  double h_, now_, last_, averaged_, gamma_, bend_;
  Eigen::VectorXd a_, b_;
};

}  // namespace impactbench::generalised_alpha
