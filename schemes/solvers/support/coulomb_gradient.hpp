#pragma once

#include "schemes/solvers/support/coulomb_form.hpp"

#include <vector>

namespace impactbench {

/// Nesterov's accelerated projected gradient with Coulomb's law, on the packed form w = G x + b,
/// x = G^T y, C of CoulombCone, with adaptive restart:
///
///   z = y + beta (y - y_old),   y_new_c = C(z_c - w_c(z) / L),
///   beta = (t - 1) / t_new,   t_new = (1 + sqrt(1 + 4 t^2)) / 2,
///   t = 1 anew where w(z) . (y_new - y) > 0
///
/// The sums x are kept and that of z combined from them, so a step is one pass over the contacts. A
/// fixed point solves the problem. Without friction C is the projection on y >= 0 and this is
/// Nesterov's method; with friction C is no projection in the sense of convex analysis, and nothing
/// proves convergence.
class CoulombGradient {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count, int rows);

  /// The largest eigenvalue of G G^T, from below: so many steps of the power method from a fixed
  /// start.
  [[nodiscard]] double largest_eigenvalue(const CoulombForm& form, int steps);

  /// From y, with L = `curvature`. The form must outlive the steps.
  void start(const CoulombForm& form, const std::vector<double>& y, double curvature);

  [[nodiscard]] const std::vector<double>& y() const { return y_; }

  /// Where `test`: while the step d = y_new - z has |G^T d|^2 > L |d|^2, L is raised to that
  /// quotient and the step taken anew.
  void step(bool test);

 private:
  void advance();
  void accept();
  /// |G^T d|^2 / |d|^2.
  [[nodiscard]] double curvature_along() const;

  const CoulombForm* form_{nullptr};
  double curvature_{1.0}, t_{1.0}, beta_{0.0};
  double ascent_{0.0};  ///< w(z) . (y_new - y)
  double length_{0.0};  ///< |y_new - z|^2
  std::vector<double> y_, old_, new_;
  std::vector<double> x_, x_old_, x_new_, x_z_;  ///< G^T of y, y_old, y_new, z
};

}  // namespace impactbench
