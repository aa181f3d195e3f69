#pragma once

#include "benchmarks/peers/engine.hpp"
#include "problems/contact/neighbours.hpp"
#include "reference/yardsticks/contact_scan.hpp"

#include <limits>
#include <variant>

namespace impactbench {

/// Measures an engine in a race from its states alone, with a contact detection of its own.
class SceneMeter {
 public:
  /// `contact`: the springs of the engine, whose energy counts.
  SceneMeter(const Scene& scene, const ContactModel& contact);

  /// The state before a step of h and the one after it. With D a depth, u the velocity at which a
  /// contact opens, before (u^-) and after (u^+): where D > 0 before the step, and in free flight
  /// in its middle and at its end, the step must leave u^+ + e u^- >= 0.
  void step(const Eigen::VectorXd& q_before, const Eigen::VectorXd& v_before,
            const Eigen::VectorXd& q_after, const Eigen::VectorXd& v_after);

  [[nodiscard]] double penetration() const { return deepest_ / diameter_; }  ///< [-]
  /// Mean over all overlaps of all instants, over the largest diameter; 0 where there was none [-].
  [[nodiscard]] double mean_penetration() const;
  /// Over the largest kinetic energy seen, the start's included; not a number where that is 0.
  [[nodiscard]] double energy_error() const { return energy_error_ / largest_kinetic_; }
  [[nodiscard]] double energy_change() const { return energy_ - first_energy_; }  ///< [J]
  [[nodiscard]] double kinetic() const { return kinetic_; }                       ///< [J]
  /// Largest violation over g h; not a number without gravity [-].
  [[nodiscard]] double residual() const { return violation_ / weight_; }

 private:
  void measure_energy(const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  template <int Dim, int Dofs>
  void look(const Eigen::VectorXd& q_before, const Eigen::VectorXd& v_before,
            const Eigen::VectorXd& q_after, const Eigen::VectorXd& v_after);
  void overlap(double depth);
  void count(double before, double middle, double end, double opens_before, double opens_after);

  const RoundSystem& system_;
  double h_, diameter_, weight_;
  RoundBodies bodies_;
  std::variant<Neighbours<2, 3>, Neighbours<3, 6>> neighbours_;
  ContactScan scan_;
  double deepest_{0.0}, sum_{0.0}, overlaps_{0.0}, violation_{0.0};
  double first_energy_{0.0}, energy_{0.0}, energy_error_{0.0}, kinetic_{0.0}, largest_kinetic_{0.0};
};

}  // namespace impactbench
