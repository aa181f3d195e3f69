#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/sweeping_system.hpp"

#include <cmath>

namespace impactbench {

/// The set C(t, s) of a sweeping process (sweeping_system.hpp) as a generalised system for schemes
/// with constraints on coordinates: K = C(t, s) at the t and s given to go_to(), with the unit
/// metric and the force of the process.
class FrozenSet final : public GeneralisedSystem {
 public:
  /// The system must outlive this.
  explicit FrozenSet(const SweepingSystem& system)
      : system_(system), state_(Eigen::VectorXd::Zero(system.dofs())) {}
  /// Sets K = C(t, s).
  void go_to(SetAt set) {
    time_ = set.time;
    state_ = set.state;
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return system_.mass(); }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override {
    system_.external_force(t, q, v, force);
  }
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override {
    system_.mean_force(t0, t1, q, v, force);
  }
  [[nodiscard]] bool constant_force() const override { return system_.constant_force(); }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m.setIdentity(); }
  [[nodiscard]] Eigen::Index constraints() const override { return system_.constraints(); }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return system_.constraint(a, {time_, state_}, q);
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    system_.constraint_gradient(a, {time_, state_}, q, g);
  }
  [[nodiscard]] bool convex() const override { return std::isinf(system_.reach()); }
  [[nodiscard]] double restitution() const override { return 0.0; }
  [[nodiscard]] double length() const override { return system_.length(); }
  /// Steps of first order, which take K and the force alone, ask for no speed.
  [[nodiscard]] double top_speed() const override { return 1.0; }

 private:
  const SweepingSystem& system_;
  double time_{0.0};
  Eigen::VectorXd state_;
};

}  // namespace impactbench
