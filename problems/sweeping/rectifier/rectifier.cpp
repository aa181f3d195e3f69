#include "problems/sweeping/rectifier/rectifier.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

namespace impactbench::rectifier {
namespace {

class DiodeSet final : public SweepingSystem {
 public:
  explicit DiodeSet(const Circuit& circuit)
      : SweepingSystem(1), c_(circuit), w_(2.0 * std::numbers::pi * circuit.frequency) {}

  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force[0] = (c_.input * voltage(t) - q[0]) / c_.decay;
  }
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                  Eigen::VectorXd& force) const override {
    // cos a - cos b without cancellation.
    const double mean = 2.0 * c_.amplitude * std::sin(0.5 * w_ * (t0 + t1)) *
                        std::sin(0.5 * w_ * (t1 - t0)) / (w_ * (t1 - t0));
    force[0] = (c_.input * mean - q[0]) / c_.decay;
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, SetAt set,
                                  const Eigen::VectorXd& x) const override {
    return x[0] - c_.follow * voltage(set.time);
  }
  void constraint_gradient(Eigen::Index, SetAt, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g[0] = 1.0;
  }
  [[nodiscard]] bool projects() const override { return true; }
  void nearest(SetAt set, const Eigen::VectorXd& w, Eigen::VectorXd& z) const override {
    z[0] = std::max(w[0], c_.follow * voltage(set.time));
  }
  [[nodiscard]] double length() const override { return c_.scale; }

 private:
  [[nodiscard]] double voltage(double t) const { return c_.amplitude * std::sin(w_ * t); }

  Circuit c_;
  double w_;
};

}  // namespace

Problem make(std::string_view name, const ParameterSet& complete, const Circuit& circuit,
             double horizon, Observable seen) {
  return make_sweeping(name, complete, std::make_unique<DiodeSet>(circuit),
                       Eigen::VectorXd::Zero(1), horizon, {std::move(seen)});
}

}  // namespace impactbench::rectifier
