#pragma once

#include "problems/contact/round_bodies.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/lubrication/pressed_system.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench::lubrication {

/// Finds the impulses of one step of viscous contacts that lie in the rows given:
///
///   gap_c(p) = l exp(-p_c / mu) where p_c > 0,   gap_c(p) >= l where p_c = 0,
///   gap_c(p) = D_c + h n_c.(u_b - u_a),          u = u_0 + M^-1 G^T p,
///
/// which are the conditions for the minimum over p >= 0 of the strictly convex function
///
///   phi(p) = h p.W p / 2 + gap(0).p + l mu sum exp(-p_c / mu),   W = G M^-1 G^T.
///
/// Sweeps, contact by contact and each solved exactly, alternate with Newton steps; both lower phi.
/// The Newton step is taken in t, which measures both how near a contact is and how hard it
/// presses, and in which the contacts would be solved in one step if they were independent:
///
///   d(t) - s p(t) = t,   d = l exp(-p / mu),   s = h W_cc;     F_c = gap_c(p) - d_c,
///   (h W + diag(d / mu)) dp = -F,   dt = -(s + d / mu) dp      over the contacts that press,
///
/// which are those with a share s / (s + d / mu) above a fifth: the others, the majority, depend on
/// their own gaps, so that sweeps settle them. Damped conjugate gradients solve with a tolerance
/// that decreases with the residual, and dt is halved until phi falls. The residual, a length, is
/// the largest |F_c| s / (s + d / mu): to first order the distance by which contact c alone would
/// still move. Allocates nothing once prepared.
template <int Dim>
class ViscousNewton {
 public:
  struct Row {
    int a, b;         ///< normal of b; an obstacle is a body of no inverse mass
    double distance;  ///< D(q^n) [m]
    double slope;     ///< s = h G.M^-1 G^T [m/(N s)]
    Vec<Dim> normal;
  };
  struct Law {
    double h, viscosity, range;
    double unit;  ///< a length that residuals are small against [m]
  };

  void prepare(std::size_t bodies, std::size_t rows);
  /// `u0`, `u`: Dim entries per body, then zeros for the obstacle; `p`: start in, impulses out.
  /// Adds the iterations to the counts of the report.
  void solve(const std::vector<Row>& rows, const std::vector<double>& inverse_mass, const Law& law,
             double tolerance, int max_iterations, const Eigen::VectorXd& u0,
             std::vector<double>& p, Eigen::VectorXd& u, StepReport& report);

 private:
  /// Sweeps once; also stores the distances d.
  void sweep(std::vector<double>& p, Eigen::VectorXd& u);
  /// Returns the residual [m]; selects the contacts that press.
  double look(const std::vector<double>& p, const Eigen::VectorXd& u);
  /// Assembles their system, with `damping` s on the diagonal.
  void pose(double damping);
  /// Goes along the step as far as phi falls, or not at all.
  void advance(std::vector<double>& p, Eigen::VectorXd& u);
  /// Moves p and u by `share` of the step; returns the changes of phi and of its terms.
  struct Change {
    double phi{0.0}, size{0.0};
  };
  Change move(double share, std::vector<double>& p, Eigen::VectorXd& u) const;
  [[nodiscard]] double gap(const Row& row, const Eigen::VectorXd& u) const;
  /// p(t), from an initial guess.
  [[nodiscard]] double impulse(const Row& row, double t, double guess) const;
  void push(const Row& row, double impulse, Eigen::VectorXd& u) const;

  const std::vector<Row>* rows_{nullptr};
  const std::vector<double>* inverse_mass_{nullptr};
  Law law_{};
  std::vector<double> distance_;      ///< d of each row, after a sweep
  std::vector<std::size_t> pressed_;  ///< rows, as all that follows
  std::vector<double> force_;         ///< -F
  std::vector<double> start_;         ///< p before a step
  PressedSystem<Dim> system_;
  Eigen::VectorXd start_u_;
};

extern template class ViscousNewton<1>;
extern template class ViscousNewton<2>;
extern template class ViscousNewton<3>;

}  // namespace impactbench::lubrication
