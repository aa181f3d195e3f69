#pragma once

#include <Eigen/Core>

#include <string_view>

namespace impactbench {

/// A force on round bodies in addition to gravity; several add up. Allocates nothing. It has no
/// state of its own: a force that depends on the past keeps its memory in entries of q behind all
/// centres (RoundSetup::memory), so that every copied or stored state includes it.
class RoundForce {
 public:
  virtual ~RoundForce() = default;
  RoundForce() = default;
  RoundForce(const RoundForce&) = delete;
  RoundForce& operator=(const RoundForce&) = delete;

  /// Its name in messages: "a liquid bridge".
  [[nodiscard]] virtual std::string_view noun() const = 0;
  /// Adds F(t, q, v) [N]; the right limit where it jumps in time.
  virtual void add(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                   Eigen::VectorXd& force) const = 0;
  /// Adds its mean over [t0, t1], q and v held; exact up to rounding.
  virtual void add_mean(double t0, double /*t1*/, const Eigen::VectorXd& q,
                        const Eigen::VectorXd& v, Eigen::VectorXd& force) const {
    add(t0, q, v, force);
  }
  /// Updates its memory from the centres at the end of a step. Called once a step; a second call
  /// changes nothing.
  virtual void remember(Eigen::VectorXd& /*q*/) const {}
  /// Its potential [J]; not used if it has none.
  [[nodiscard]] virtual double potential(const Eigen::VectorXd& /*q*/) const { return 0.0; }
  /// Whether it has no potential: it varies in time, or is not a gradient.
  [[nodiscard]] virtual bool drives() const { return false; }
};

}  // namespace impactbench
