#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

#include <cstddef>
#include <vector>

namespace impactbench {

/// Sweeps of the nonlinear Gauss-Seidel method over the contacts: projected, matrix-free (it keeps
/// M^-1 H p).
///
///   normal:   p_n <- max(0, p_n - omega u_n / W_nn)
///   friction: p_t <- clip(p_t - omega u_t / W_tt, -mu p_n, mu p_n), in space with the largest
///             eigenvalue of W_tt and the projection on |p_t| <= mu p_n
///
/// u is always that of the latest impulses, so a coupling W_nt is respected. A contact whose W_nn
/// or W_tt is not positive is left alone. Allocates nothing once prepared.
class GaussSeidel {
 public:
  /// What a sweep changed.
  struct Change {
    double change{0.0};    ///< 2-norm of dp
    double norm{0.0};      ///< 2-norm of p
    double largest{0.0};   ///< largest |dp|
    double residual{0.0};  ///< largest W_cc |dp|: the natural residual as the sweep met it
  };

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Takes the problem, which must outlive the sweeps, and p. False where a number is not finite:
  /// left to the sweeps, a NaN in W would pass for a contact without weight.
  [[nodiscard]] bool start(const ContactProblem& problem, const std::vector<double>& p);
  /// p is to be that of the last start() or sweep().
  Change sweep(const ContactProblem& problem, std::vector<double>& p, double omega);
  /// max |min(W_nn p_n, u_n)|, W_tt |p_t - clip(p_t - u_t / W_tt, -mu p_n, mu p_n)| over the
  /// contacts [m/s], computed from p, the kept velocities aside; NaN where a number is not finite.
  [[nodiscard]] double natural(const ContactProblem& problem, const std::vector<double>& p);

 private:
  std::vector<double> velocity_;  ///< M^-1 H p
  std::vector<double> diagonal_;  ///< of W
};

}  // namespace impactbench
