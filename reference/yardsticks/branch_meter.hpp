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
///   branch_error  max over steps and translations of |x - x_branch| for that one [m]
class BranchMeter {
 public:
  /// `truth` must outlive this.
  BranchMeter(const MechanicalSystem& system, const Truth& truth);
  void after_step(const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;

 private:
  std::vector<Translation> translations_;
  const Truth& truth_;
  std::vector<double> worst_;  ///< per branch [m]
  bool compared_{false};
  Eigen::VectorXd q_, v_;
};

}  // namespace impactbench
