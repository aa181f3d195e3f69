#pragma once

#include "schemes/solvers/support/coulomb/coulomb_system.hpp"

#include <vector>

namespace impactbench {

/// The piecewise linear equation of a proximal step on Coulomb's law, solved kink by kink. With y,
/// w and sigma of ProximalNewton, from a solution at tau = 1 to one of F = 0 at tau = 0 along
///
///   G^T (C(z) - y) - x = tau f,   z = y - sigma (G x + w) + tau e
///   dx/dtau = -K^-1 (f - G^T D e),   K = 1 + sigma G^T D G,  D = C'(z)
///
/// From any x_0 there is a path with e = 0 and f = F(x_0); from x = 0 one with f = 0, where e is
/// the obstacle to y being the solution (Lemke's covering vector): it meets only the kinks of
/// contacts that do not yet have their final status.
///
/// At the end of a piece one contact opens or closes, begins or ceases to slide: K changes by u
/// v^T, and dx/dtau by a multiple of K^-1 u (Sherman and Morrison). Where 1 + v^T K^-1 u < 0 the
/// determinant changes its sign and the path turns back: tau grows, until the next such kink. The
/// path thus follows folds, where no step of a damped Newton method lowers |F|. A solution exists
/// (for large x . F(x) <= -|x|^2 + a |x|), but the path may turn back for good; then, and at the
/// limit of kinks, there is no result.
///
/// A kink costs one solve and two passes over the contacts; K is factorised after every 32. Source:
/// Katzenelson 1965 (Bell Syst. Tech. J. 44), without folds; Eaves 1976 (SIAM-AMS Proc. 9) with
/// folds; Lemke 1965 (Manage. Sci. 11).
class KinkPath {
 public:
  struct Settings {
    double sigma;
    int kinks;           ///< at most
    int factorisations;  ///< at most
  };

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Starts from x, `argument` = z, `status` its pieces, `force` = f and `shift` = e; if true, x,
  /// `argument` and `status` are those of the solution. One or two rows a contact.
  [[nodiscard]] bool follow(const CoulombForm& form, CoulombSystem& system,
                            const Settings& settings, const std::vector<double>& force,
                            const std::vector<double>& shift, std::vector<double>& x,
                            std::vector<double>& argument, std::vector<char>& status);
  [[nodiscard]] int factorisations() const { return factorisations_; }
  [[nodiscard]] int kinks() const { return kinks_; }
  [[nodiscard]] int turns() const { return turns_; }  ///< where tau began to grow or to fall

 private:
  /// A change of K: sigma G_c^T e f^T G_c.
  struct Change {
    std::size_t contact;
    double e[2], f[2];
    double determinant;  ///< new by old
  };

  [[nodiscard]] bool factor(const CoulombForm& form, CoulombSystem& system,
                            const std::vector<double>& force, const std::vector<double>& shift,
                            const std::vector<double>& argument, const std::vector<char>& status);
  void compute_ends(const CoulombForm& form, std::size_t c, char status);
  static Change pass(const CoulombForm& form, std::size_t c, int end, double tangent, char& status);
  [[nodiscard]] double along(const CoulombForm& form, const Change& change, const double* x) const;
  /// K^-1 u, appended to inverse_.
  const double* solve_for(const CoulombForm& form, CoulombSystem& system, const Change& change);

  double sigma_{1.0};
  int factorisations_{0}, kinks_{0}, turns_{0};
  std::vector<double> direction_;  ///< K^-1 (f - G^T D e) = -dx/dtau, per body entry
  std::vector<double> rate_;       ///< of `argument` along the path
  std::vector<double> ends_;      ///< per contact two rows on `argument`, positive inside its piece
  std::vector<Change> changes_;   ///< since the last factorisation
  std::vector<double> inverse_;   ///< of each change K^-1 u, K with the changes before
  std::vector<double> products_;  ///< of change j and each i before: v_j^T of that of i
  std::vector<double> solved_;    ///< u, then K^-1 u
};

}  // namespace impactbench
