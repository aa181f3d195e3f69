#pragma once

#include "schemes/solvers/support/coulomb/coulomb_system.hpp"

#include <vector>

namespace impactbench {

/// Alternating directions on Coulomb's law, with one factorisation. With the packed form
/// w = G x + b, x = G^T y, C of CoulombCone, u the scaled dual (at a solution u = -w / rho):
///
///   r = z - u                  (1 + G^T G / rho) x = G^T (r - b / rho)
///   y = r - (G x + b) / rho    (that is, (G G^T + rho) y = rho r - b)
///   z <- C(a y + (1 - a) z + u),   u <- u + a y + (1 - a) z_old - z,   a the over-relaxation
///
/// z, which lies in the cones, is the iterate. A fixed point solves the problem; C is not a
/// projection in the sense of convex analysis, so that convergence is not proved, and at a = 1.6 it
/// cycles for some rho.
class CoulombAdmm {
 public:
  struct Settings {
    double rho;         ///< [-], of the scaled form
    double relaxation;  ///< a
    int iterations;     ///< at most
    int check;          ///< iterations between looks at the residual
    double tolerance;   ///< on the natural residual
  };

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Starts from y, which it changes; offers the checked iterates to `best`. Returns the number of
  /// iterations, fewer where the tolerance is met or a number is not finite.
  int run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
          std::vector<double>& y, BestIterate& best);

 private:
  void start_dual(const CoulombForm& form, const std::vector<double>& y, double rho);
  void begin_sum(const CoulombForm& form, const std::vector<double>& y, double rho);
  void iterate(const CoulombForm& form, CoulombSystem& system, double relaxation, double rho,
               std::vector<double>& y);

  std::vector<double> dual_;      ///< u
  std::vector<double> x_, next_;  ///< per body entry: G^T (r - b / rho), then x; the next one's
};

}  // namespace impactbench
