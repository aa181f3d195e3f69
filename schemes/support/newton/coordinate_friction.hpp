#pragma once

#include "problems/model/generalised_system.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"
#include "schemes/support/newton/contact_response.hpp"
#include "schemes/support/newton/coulomb.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <vector>

namespace impactbench {

/// Coulomb's law with a viscous stick (coulomb.hpp) at constraints of a generalised system, for the
/// implicit compliant schemes: the force f_a along the tangents T_a of a constraint is an unknown
/// of its own, and w_a = T_a^T w with the velocity w whose slip friction opposes. In the plane the
/// second tangent is 0. Only prepare() allocates.
class CoordinateFriction {
 public:
  /// The system must outlive this; `per_dq`: dw / d(T^T dq) [1/s].
  void prepare(const GeneralisedSystem& system, double c_tau, double per_dq, double h);
  [[nodiscard]] bool acts() const { return tangents_ > 0; }
  [[nodiscard]] Eigen::Index tangents() const { return tangents_; }

  /// To be called before the constraints of an iterate are closed: the next linearisation starts
  /// from `share` of the change of the last one.
  void begin(double share);
  /// Closes constraint a with this pressure; tangents are those at q times `stretch`.
  void close(Eigen::Index a, const Pressure& pressure, const Eigen::VectorXd& q, double stretch,
             const Eigen::VectorXd& w, const CoordinateStep& mass);
  /// add_forces adds `factor` sum T_a f_a, add_changes the same sum of the changes by linearise().
  void add_forces(double factor, Eigen::VectorXd& x) const;
  void add_changes(double factor, Eigen::VectorXd& x) const;
  /// The square of the defect of the law: dq per force times the error of the force [m^2].
  [[nodiscard]] double defect() const;
  /// Chooses stick or slip for each constraint and linearises its law.
  void linearise();
  /// Adds to the changes of the forces their response to n_a . dq and T_a^T dq.
  void complete(Eigen::Index a, double along_normal, const Eigen::VectorXd& dq);

  /// T_a and M^-1 T_a; zero for open constraints and for those without friction.
  [[nodiscard]] auto row(Eigen::Index a, Eigen::Index k) const { return rows_.col(2 * a + k); }
  [[nodiscard]] auto push(Eigen::Index a, Eigen::Index k) const { return pushes_.col(2 * a + k); }
  [[nodiscard]] const ActiveFriction<3>& friction(Eigen::Index a) const {
    return at_[static_cast<std::size_t>(a)].now;
  }

 private:
  struct One {
    bool closed{false};
    ActiveFriction<3> now{};
    Slip<3> force{Slip<3>::Zero()}, change{Slip<3>::Zero()};  ///< of the last linearisation
  };
  [[nodiscard]] double mobility(const ActiveFriction<3>& g) const {
    return 0.5 * h_ * h_ * per_dq_ * g.inverse_mass;
  }

  const GeneralisedSystem* system_{nullptr};
  Coulomb law_;
  double per_dq_{0.0}, h_{0.0}, share_{1.0};
  Eigen::Index tangents_{0};
  std::vector<One> at_;
  Eigen::MatrixXd rows_, pushes_;
  Eigen::VectorXd row_;
};

}  // namespace impactbench
