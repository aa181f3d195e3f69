#pragma once

#include "schemes/solvers/support/sweeps/gauss_seidel.hpp"

#include <cstddef>
#include <vector>

namespace impactbench {

/// Sweeps S of the nonlinear Gauss-Seidel method from extrapolated impulses, with adaptive restart:
///
///   p_{k+1} = S(z_k),   z_{k+1} = p_{k+1} + beta_k (p_{k+1} - p_k),   z_0 = p_0
///   beta_k = (t_k - 1) / t_{k+1},   t_{k+1} = (1 + sqrt(1 + 4 t_k^2)) / 2,   t_0 = 1
///   restart (t = 1, beta = 0) where the change |S(z_k) - z_k|_2 has grown
///
/// z may leave the cone; S returns every contact to its own. Allocates nothing once prepared.
/// Source: Nesterov 1983; O'Donoghue and Candes 2015 (Found. Comput. Math. 15), section 3.2, with
/// the change in place of the objective.
class MomentumSweeps {
 public:
  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// As GaussSeidel::start.
  [[nodiscard]] bool start(const ContactProblem& problem, std::vector<double>& p);
  /// Goes from p_k to p_{k+1}; problem and p must be those of the last start() or step().
  void step(const ContactProblem& problem, std::vector<double>& p);
  /// As GaussSeidel::natural.
  [[nodiscard]] double natural(const ContactProblem& problem, const std::vector<double>& p) {
    return sweeps_.natural(problem, p);
  }

 private:
  void restart();

  GaussSeidel sweeps_;
  double t_{1.0}, change_{0.0};  ///< change of the last sweep
  std::vector<double> next_, old_;
};

}  // namespace impactbench
