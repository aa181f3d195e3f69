#pragma once

#include "schemes/solvers/support/coulomb/proximal_newton.hpp"

#include <array>
#include <vector>

namespace impactbench {

/// A primal-dual interior point method on Coulomb's law itself: Newton's method sees how the bound
/// on the convexified velocity changes with the slip, so that there is no outer fixed point.
///
/// With the packed form w = G x + b, x = G^T y, per contact with friction in the variables
///
///   z = (mu y_n, y_t),   g = (w_n / mu, w_t),   v = (g_n + s(g_t), g_t),   s(t) = |t|
///
/// the law is z in K, v in K, z o v = 0 (de Saxce's bipotential; K: SecondOrderCone), and v is in
/// K just where w_n >= 0. All that is not linear stands in z o v = target: with P = dg/dw,
///
///   dx = G^T P dz + (G^T P z - x),   dg = P G dx + r,   r = P (G x + b) - g,
///   W dz + W^-1 S dg = q,   S = dv/dg = (1 s'; 0 1),   hence   dz = W^-1 q - D dg,   D = W^-2 S
///   (1 + G^T P D P G) dx = G^T P (W^-1 q - D r) + (G^T P z - x)
///
/// with W of Nesterov and Todd, which Mehrotra's predictor and corrector share with one unsymmetric
/// factorisation in velocity space; two refinements of dx each, without which D (1e12 where
/// contacts stick) carries rounding into redundant impulses. x and g are iterates of their own and
/// r only shrinks: g_n of 1e-12 keeps its digits beside velocities of 1. s is sqrt(|t|^2 + e^2),
/// e a tenth of the least trace(z o v) / z_n so far: where a contact sticks without a load on its
/// tangents, |t| has its kink on the path itself. Its second order is left out of the corrector on
/// purpose: with it settled piles of mu >= .6 stall. Without friction z = y_n, g = w_n. After a
/// step shorter than a tenth the next aims at half of the products at least.
///
/// Ends at the tolerance, at the limit or where ten steps have reduced the residual by less than a
/// tenth; then ProximalNewton continues from the best iterate, as interior points end at about the
/// root of rounding where contacts are degenerate. K is not definite (sliding rows are not
/// symmetric) and convergence is not proved. The given start is not used.
/// Source: de Saxce and Feng 1998; Acary and Cadoux 2013 (the convexification); Mehrotra 1992.
class FrictionInterior {
 public:
  struct Settings {
    int factorisations;  ///< at most, of both
    double tolerance;    ///< on the natural residual
  };

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Writes y; offers every iterate to `best`. Returns the number of factorisations.
  int run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
          std::vector<double>& y, BestIterate& best);

 private:
  template <class F>
  void each_cone(const CoulombForm& form, F&& f) const;
  [[nodiscard]] int approach(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                             std::vector<double>& y, BestIterate& best);
  void start(const CoulombForm& form);
  [[nodiscard]] bool step(const CoulombForm& form, CoulombSystem& system);
  void linearise(const CoulombForm& form);
  void correct(const CoulombForm& form, double target);
  void direction(const CoulombForm& form, CoulombSystem& system);
  void move(const CoulombForm& form);
  void sharpen(const CoulombForm& form);
  void impulses(const CoulombForm& form, const std::vector<double>& z,
                std::vector<double>& y) const;
  /// Mean of z . v after a step of this length along dz, dg.
  [[nodiscard]] double mean_product(const CoulombForm& form, double length) const;
  /// The step length of this share of the distance to the boundary, 1 at most.
  [[nodiscard]] double longest(const CoulombForm& form, double share) const;

  ProximalNewton newton_;
  double mean_{0.0}, length_{1.0};
  std::vector<double> z_, g_, dz_, dg_, r_;    ///< per row
  std::vector<double> c_;                      ///< W^-1 q
  std::vector<double> d_, block_;              ///< D, and P D P of it: rows x rows a contact
  std::vector<double> edge_;                   ///< e of s, per contact
  std::vector<double> y_, gx_;                 ///< work, per row
  std::vector<double> x_, dx_, gap_, change_;  ///< per body entry; gap_ = G^T P z - x
};

}  // namespace impactbench
