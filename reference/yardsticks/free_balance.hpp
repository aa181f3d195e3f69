#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/problem.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"

#include <Eigen/Core>

#include <map>
#include <optional>
#include <string>

namespace impactbench {

/// Balances of a generalised system along its free directions d (GeneralisedSystem), such as the
/// translation of an elastic bar as a whole. They hold for every scheme that steps momenta,
/// whatever it makes of the forces within a body:
///
///   d . M (v - v_0) = sum of h d . F + sum of d . H p      H p: impulses that contacts transmitted
///   X - X_0 = sum of h (V^k + V^{k+1}) / 2 +- h V_most     V = d . M v / d . M d, X of q the same
///
/// In the first step h F and h stand for s h F and s h, s the share of it that the scheme states
/// (ContactStep::first_kick); where it starts with another velocity, v_0 is that of the end of the
/// first step. A scheme that moves by h ((1 - theta) v^k + theta v^{k+1}) misses the
/// second by no more than h |theta - 1/2| |V - V_0|.
///
///   free_momentum_error  [-]  largest miss of the first at any time and in any direction, over
///                             the sizes of all terms so far, |d . M v_0| among them, and d . M d
///                             at the top speed of the system
///   free_path_error      [-]  largest miss of the second above the rounding of places, over h and
///                             the largest |V| of the run: 1e-12 lengths, and eps |q_j| in
///                             coordinate j and each step, whose middle and end are rounded by half
///                             of that
///
/// Both are absent where there is no free direction or no inertia, the first where impulses are not
/// recorded.
class FreeBalance {
 public:
  /// `h` > 0 [s]; `first_kick`: s, or nothing. The problem must outlive this.
  FreeBalance(const Problem& problem, double h, std::optional<double> first_kick);

  /// `recorded` may be null.
  void after_step(const State& before, const State& after, const ContactImpulses* recorded);

  void finish(std::map<std::string, double>& quantities) const;

 private:
  void measure_path(const State& before, const State& after);
  void add_impulses(const ContactImpulses& recorded);

  double h_, rounding_{0.0};
  std::optional<double> first_kick_;
  bool known_{true}, stepped_{false};
  Eigen::MatrixXd along_;                 ///< d, one in each row
  Eigen::MatrixXd weighs_;                ///< d . M
  Eigen::VectorXd inertia_;               ///< d . M d
  Eigen::VectorXd start_, given_, size_;  ///< d . M v_0, sums of h d . F + d . H p, of their sizes
  Eigen::VectorXd place_, path_, speed_;  ///< X_0, sum of h (V^k + V^{k+1}) / 2, largest |V|
  Eigen::VectorXd missed_;                ///< largest miss of the second
  Eigen::VectorXd weight_;                ///< d . F
  Eigen::VectorXd rate_, next_rate_, part_;
  double momentum_error_{0.0};
};

}  // namespace impactbench
