#pragma once

#include "schemes/solvers/support/coulomb/central_point.hpp"
#include "schemes/solvers/support/coulomb/proximal_newton.hpp"

#include <array>
#include <limits>
#include <vector>

namespace impactbench {

/// An interior point method on Coulomb's law itself that follows the central path (CentralPoint) by
/// its length, and so around its folds.
///
/// Coulomb's law is not monotone: the path may turn, and tau grows for a while, where methods that
/// only lower tau find no step. The tangent T has unit length in the metric of
/// CentralPoint::product, and its sense is that of a determinant,
///
///   dtau < 0 along T  where  det K > 0,   dtau > 0  where  det K < 0,   K = 1 + G^T P D P G
///
/// so that a path is never followed backwards. For most data the path is a smooth curve from the
/// one solution at tau_0; where some velocity opens all contacts faster than they slide (see
/// solve_opening), z . v = n tau keeps z bounded, and the curve ends at a solution of the law.
///
///   predictor  Newton's correction, and along T as far as all eigenvalues of z o v stay within ten
///              times of tau, and tau above a fiftieth of what it was
///   corrector  Newton's correction across T, until the eigenvalues are within three times of tau
///              and another correction would move no contact by more than half (size())
///   return     after six corrections, or where none fits: to the point before with a quarter of
///              the step; the third time to the point before that
///
/// Interior points end at about the root of rounding. Once the residual is below 3e-4, each time it
/// has fallen to a fifth of that, and at the end, ProximalNewton starts from there with sigma =
/// 2e5, 20 and 2e5, and has up to 100 factorisations in all. The given start is not used. A contact
/// has 1, 2 or 3 rows. Source: this suite; Allgower and Georg 1990, Numerical Continuation Methods;
/// de Saxce and Feng 1998 (the law as a complementarity of cones).
class CentralPath {
 public:
  struct Settings {
    int factorisations;                          ///< at most, of both
    double tolerance;                            ///< on the natural residual
    int turns{std::numeric_limits<int>::max()};  ///< it stops after more of them since start()
  };

  /// Arguments of start(), each of which gives another path. The first two solve most boxes of
  /// balls.
  static constexpr std::array pressures{1.0, 0.1, 10.0};

  void prepare(std::size_t contact_count, std::size_t body_count, int rows);
  /// Calls start() and follow(); goes on with the next of `pressures` if a path ends without a
  /// solution.
  int run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
          std::vector<double>& y, BestIterate& best);
  /// Sets out from the usual pressure times `pressure`, which gives another path.
  void start(const CoulombForm& form, double pressure = 1.0);
  /// Goes on from where it is. Writes y if it makes a step; offers every iterate to `best`. Returns
  /// the number of factorisations.
  int follow(CoulombForm& form, CoulombSystem& system, const Settings& settings,
             std::vector<double>& y, BestIterate& best);
  /// No step is left: at a solution, out of digits, or lost.
  [[nodiscard]] bool ended() const { return ended_; }
  [[nodiscard]] int turns() const { return turns_; }  ///< how often tau began to grow or to fall

 private:
  /// A point of the path and the step that was taken from it.
  struct Base {
    CentralPoint::State state;
    double reach{0.0};
    int failures{0};
  };

  [[nodiscard]] bool step(const CoulombForm& form, bool falls);
  [[nodiscard]] bool predict(const CoulombForm& form, double along, double across);
  [[nodiscard]] bool correct(const CoulombForm& form, double across, double here);
  [[nodiscard]] bool go_back();
  void keep_base();
  [[nodiscard]] int sharpen(CoulombForm& form, CoulombSystem& system, int factorisations,
                            double tolerance, std::vector<double>& y, BestIterate& best);

  CentralPoint point_;
  ProximalNewton newton_;
  CentralPoint::Direction step_;
  std::vector<double> kept_y_;  ///< of sharpen()
  std::array<Base, 4> bases_;
  std::size_t kept_{0};
  double reach_{1.0}, sharpen_below_{3e-4};
  int corrections_{0}, turns_{0};
  bool falls_{true}, returned_{false}, ended_{false};
};

}  // namespace impactbench
