#pragma once

#include "problems/model/generalised_system.hpp"
#include "problems/model/problem.hpp"
#include "reference/yardsticks/run_scales.hpp"
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
/// In the first step h F stands for s h F, s the share of it that the scheme states
/// (ContactStep::first_kick); where it starts with another velocity, v_0 is that of the end of the
/// first step. A scheme that moves by h ((1 - theta) v^k + theta v^{k+1}) misses the
/// second by no more than h |theta - 1/2| |V - V_0|.
///
///   free_momentum_error  [-]  largest miss of the first at any time and in any direction, over
///                             the sizes of all terms so far, |d . M v_0| among them, and
///                             sum |(d . M)_j| / arm_j of the top speed of the system, which is
///                             d . M d of it where all coordinates move alike
///   free_path_error      [-]  largest miss of the second above the rounding of places, over h and
///                             the largest |V| of the run: 1e-12 lengths of the system, and
///                             rounding_share() of the largest |q_j(0)| + |q_j - q_j(0)| so far
///                             (run_scales.hpp), both in the unit of X
///
/// A metre, or a metre a second, is 1 / arm_j of coordinate j (CoordinateArms) and
/// sum |(d . M)_j| / arm_j / (d . M d) of X and V.
/// Both are absent where there is no free direction or no inertia, the first where impulses are not
/// recorded.
class FreeBalance {
 public:
  /// `h` > 0 [s]; `first_kick`: s, or nothing; `sums`: sums_of_a_step(). The problem must outlive
  /// this.
  FreeBalance(const Problem& problem, double h, std::optional<double> first_kick,
              double sums = sums_of_a_step(true));

  /// `recorded` may be null.
  void after_step(const State& before, const State& after, const ContactImpulses* recorded);

  void finish(std::map<std::string, double>& quantities) const;

 private:
  void measure_path(const State& before, const State& after);
  void add_impulses(const ContactImpulses& recorded);

  double h_, sums_;
  std::optional<double> first_kick_;
  bool known_{true}, stepped_{false};
  Eigen::MatrixXd along_;                 ///< d, one in each row
  Eigen::MatrixXd weighs_;                ///< d . M
  Eigen::VectorXd inertia_;               ///< d . M d
  Eigen::VectorXd start_, given_, size_;  ///< d . M v_0, sums of h d . F + d . H p, of their sizes
  Eigen::VectorXd place_, path_, speed_;  ///< X_0, sum of h (V^k + V^{k+1}) / 2, largest |V|
  Eigen::VectorXd missed_;                ///< largest miss of the second
  Eigen::VectorXd begin_;                 ///< q of the start
  Eigen::VectorXd rounding_, reach_;      ///< 1e-12 lengths; largest place so far
  Eigen::VectorXd weight_;                ///< d . F
  Eigen::VectorXd rate_, next_rate_, part_;
  double momentum_error_{0.0};
};

}  // namespace impactbench
