#pragma once

#include "problems/model/generalised_system.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/coordinates/mass_matrix.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <span>
#include <string_view>
#include <vector>

namespace impactbench {

/// The quantities of a generalised system (generalised_system.hpp) at one place q that a step
/// needs: M(q), the forces, and for each constraint its gap f_a, its rows j and M^-1 j. Row 0 is
/// g_a = grad f_a; if some constraint has friction, tangents follow (zeros for constraints
/// without).
///
///   M(q) (v' - v) = h (F + S(q, w)) + impulse,   F the mean over the step at (q, v).
///
/// A scheme whose forces are those of the start of the step takes w = v; the others take w = (v +
/// v') / 2, for which the work of S is, to second order, the change of the kinetic energy due to
/// M(q). Only prepare() allocates.
class CoordinateStep {
 public:
  /// The system must outlive this; `h` is the step [s].
  void prepare(const GeneralisedSystem& system, double h);
  /// Evaluates all at q, in the step that begins at t with v. False where M(q) is not positive
  /// definite or a value is not finite: the step then fails.
  [[nodiscard]] bool look(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v);
  /// The parts of look(): the constraints at q, the factorisation of a metric in place of M, and
  /// its solutions for the gradients.
  void look_at_constraints(const Eigen::VectorXd& q);
  [[nodiscard]] bool factorise(const Eigen::MatrixXd& metric) { return mass_.take(metric); }
  void compute_pushes();
  void compute_push(Eigen::Index a);

  [[nodiscard]] Eigen::Index constraints() const { return gaps_.size(); }
  [[nodiscard]] double gap(Eigen::Index a) const { return gaps_[a]; }
  [[nodiscard]] const ContactLaw& law(Eigen::Index a) const {
    return laws_[static_cast<std::size_t>(a)];
  }
  [[nodiscard]] Eigen::Index rows() const { return rows_; }  ///< of a constraint
  [[nodiscard]] auto row(Eigen::Index a, Eigen::Index r) const {
    return directions_.col(a * rows_ + r);
  }
  [[nodiscard]] auto rows_of(Eigen::Index a) const {
    return directions_.middleCols(a * rows_, rows_);
  }
  [[nodiscard]] auto gradient(Eigen::Index a) const { return row(a, 0); }
  /// M^-1 j of row r.
  [[nodiscard]] auto push(Eigen::Index a, Eigen::Index r = 0) const {
    return pushes_.col(a * rows_ + r);
  }
  /// The largest eigenvalue of T^T M^-1 T, T the tangents; 0 without friction [1/kg].
  [[nodiscard]] double slip_weight(Eigen::Index a) const;
  /// M^-1 of a vector of momenta, in place.
  void solve(Eigen::VectorXd& x) const { mass_.solve(x); }
  [[nodiscard]] const Eigen::MatrixXd& mass() const { return mass_.matrix(); }
  [[nodiscard]] const Eigen::LLT<Eigen::MatrixXd>& factor() const { return mass_.factor(); }

  /// v' with w = v, into `next`.
  void kick_at_start(const Eigen::VectorXd& v, const Eigen::VectorXd& impulse,
                     Eigen::VectorXd& next);
  /// v' with w = (v + v') / 2, found by fixed-point iteration; false where that does not converge,
  /// because the step is too long for the change of M.
  [[nodiscard]] bool kick(const Eigen::VectorXd& v, const Eigen::VectorXd& impulse,
                          Eigen::VectorXd& next);
  /// Motion without inertia: M^-1 (F + force) into `next`.
  void follow(const Eigen::VectorXd& force, Eigen::VectorXd& next) const {
    next = force_ + force;
    mass_.solve(next);
  }

 private:
  void kick_with(const Eigen::VectorXd& w, const Eigen::VectorXd& v, const Eigen::VectorXd& impulse,
                 Eigen::VectorXd& next);

  const GeneralisedSystem* system_{nullptr};
  double h_{0.0};
  MassMatrix mass_;
  Eigen::VectorXd place_, force_, inertial_, middle_, last_, gradient_;
  std::vector<ContactLaw> laws_;
  Eigen::Index rows_{1};
  Eigen::VectorXd gaps_;
  Eigen::MatrixXd directions_, pushes_;  ///< columns j and M^-1 j, constraint by constraint
};

/// The reason why a step in coordinates fails.
inline constexpr std::string_view no_mass_there =
    "the mass matrix is not positive definite there, or a position or velocity is not a number";
inline constexpr std::string_view inertial_force_unsettled =
    "the inertial force at the mean velocity of the step was not found: the step is too long";

/// Records the impulse of a constraint along its gradient, in the form of ContactImpulses.
void record_constraint(Eigen::Index constraint, const Eigen::Ref<const Eigen::VectorXd>& gradient,
                       double impulse, ContactImpulses& out);
/// Records the impulses along all rows of a constraint, which are columns here.
void record_constraint(Eigen::Index constraint, const Eigen::Ref<const Eigen::MatrixXd>& rows,
                       std::span<const double> impulses, ContactImpulses& out);

}  // namespace impactbench
