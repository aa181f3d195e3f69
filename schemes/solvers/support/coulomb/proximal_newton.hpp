#pragma once

#include "schemes/solvers/support/coulomb/coulomb_system.hpp"
#include "schemes/solvers/support/coulomb/kink_path.hpp"

#include <vector>

namespace impactbench {

/// Proximal point iterations on Coulomb's law, each solved by a semi-smooth Newton method in
/// velocity space. With the packed form w = G x + b, x = G^T y, and C of CoulombCone:
///
///   outer: y <- y(x)
///   inner: F(x) = G^T (y(x) - y) - x = 0, x the change of velocity,
///          y(x)_c = C(y_c - sigma (G x + w)_c), w that of y
///          (1 + sigma G^T D G) dx = F,   D_c = C'(y_c - sigma (G x + w)_c):
///          the unit matrix where contact c sticks, (1 0; +-mu 0) where it slides, 0 where open
///
/// C cuts along the tangents and is not a projection in the sense of convex analysis
/// (non-associated), so K is not symmetric and convergence is not proved; a fixed point y = y(x) is
/// exact for every sigma. Where no step 1, 1/2, .., 2^-8 lowers |F|, or 20 steps were not enough,
/// KinkPath continues from x (one or two rows). Small sigma is safe and slow, large sigma fast near
/// a solution: after a success in one or two steps sigma grows fourfold, after a failure before
/// twofold, after a success in at most ten steps twofold, up to `largest`; it falls to a tenth
/// where the inner problem fails, which leaves y unchanged.
///
/// A jump: near a solution, and again whenever the residual has fallen to a fifth since, the outer
/// iteration with `largest` is tried at once along the KinkPath from y to the solution. If the path
/// arrives, little work remains.
///
/// Path following (follow_paths): outer iterations by such paths alone, without Newton steps. The
/// impulses of the last time step are wrong in a few contacts; a path crosses the kinks of these
/// and leaves all others unchanged, unlike damped steps. The smaller sigma is, the fewer kinks and
/// folds a path crosses: sigma is doubled after a path that arrived and divided by ten after one
/// that did not.
class ProximalNewton {
 public:
  struct Settings {
    double sigma;        ///< first
    double largest;      ///< sigma
    int factorisations;  ///< at most
    double tolerance;    ///< on the natural residual
    int patience;        ///< failures in turn that may find the residual no tenth lower
    double near;         ///< natural residual below which jumps are tried
    int kinks;           ///< of a path, at most
  };

  struct PathSettings {
    double sigma;        ///< first
    double largest;      ///< sigma
    int factorisations;  ///< at most
    double tolerance;    ///< on the natural residual
    int patience;        ///< paths in turn that may not arrive, at least 1
    int kinks;           ///< of a path, at most
  };

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Starts from y, which it changes; offers every outer iterate to `best`. Ends at the tolerance,
  /// at the limit, out of patience (it cycles), or where sigma has fallen to 1e-6 of its start.
  /// Returns the number of factorisations.
  int run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
          std::vector<double>& y, BestIterate& best);

  /// Like run, by paths alone. Ends at the tolerance, at the limit, or out of patience. One or two
  /// rows a contact; with three it does nothing.
  int follow_paths(CoulombForm& form, CoulombSystem& system, const PathSettings& settings,
                   std::vector<double>& y, BestIterate& best);

 private:
  enum class Inner { solved, failed };
  [[nodiscard]] Inner minimise(const CoulombForm& form, CoulombSystem& system,
                               const Settings& settings, double wanted);
  double evaluate(const CoulombForm& form, const std::vector<double>& x);
  [[nodiscard]] bool newton_step(CoulombSystem& system);
  [[nodiscard]] bool follow_path(const CoulombForm& form, CoulombSystem& system, int kinks,
                                 int factorisations);
  [[nodiscard]] bool jump(const CoulombForm& form, CoulombSystem& system, double sigma, int kinks,
                          int factorisations);

  KinkPath path_;
  double sigma_{1.0};
  int made_{0}, steps_{0};
  const std::vector<double>* centre_{nullptr};    ///< y of the outer iteration
  std::vector<double> x_, trial_, step_, force_;  ///< per body entry; force_ = F
  std::vector<double> argument_, next_;           ///< y - sigma w, and C of it
  std::vector<double> shift_;                     ///< of the path
  std::vector<char> status_, last_status_;        ///< per contact
};

}  // namespace impactbench
