#pragma once

#include "problems/model/state.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/translations.hpp"

#include <Eigen/Core>

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Distance of a run from the nearest of several solutions.
///
///   branch        number of the nearest one in the order of Truth::branches, from 1 [-]
///   branch_apart  max over steps and translations of |x_branch - x_other| for the nearest one and
///                 the next solution that parts from it; 0 where none does [m]
///   branch_error  max over steps and translations of |x - x_branch| for the nearest one [m]
///
/// A solution counts in steps of which it says something, and is never the nearest if there are
/// none.
class BranchMeter {
 public:
  /// `truth` must outlive this.
  BranchMeter(const MechanicalSystem& system, const Truth& truth);
  void after_step(const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  [[nodiscard]] double distance(const Eigen::VectorXd& a, const Eigen::VectorXd& b) const;

  std::vector<Translation> translations_;
  const Truth& truth_;
  std::vector<double> worst_;   ///< per branch [m]
  std::vector<bool> compared_;  ///< per branch
  std::vector<bool> speaks_;    ///< per branch, of the step at hand
  std::vector<Eigen::VectorXd> places_;
  std::vector<double> apart_;  ///< of each pair [m]
  Eigen::VectorXd v_;
};

}  // namespace impactbench
