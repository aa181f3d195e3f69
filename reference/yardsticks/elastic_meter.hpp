#pragma once

#include "problems/model/problem.hpp"

#include <map>
#include <string>

namespace impactbench {

/// What is asked of elastic bodies beside their energy:
///
///   momentum_drift_relative          max |P - P_0| over the largest sum of m |v|, and
///   angular_momentum_drift_relative  max |L - L_0| over the largest sum of m |x| |v|, about the
///                                    origin [-]: of cells, where nothing holds or loads them
///   rotation_error                   largest | |quaternion|^2 - 1 | of a cell [-]
///   elastic_energy                   at the end [J]; with elastic_energy_initial
class ElasticMeter {
 public:
  /// The problem must outlive this.
  explicit ElasticMeter(const Problem& problem);
  void after_step(const State& after);
  void finish(double end, const State& last, std::map<std::string, double>& quantities) const;

 private:
  const Problem& problem_;
  bool cells_, free_;
  Eigen::Vector3d momentum_0_{0, 0, 0}, angular_0_{0, 0, 0};
  double momentum_{0.0}, angular_{0.0}, momentum_scale_{0.0}, angular_scale_{0.0};
  double rotation_{0.0};
  bool measured_{false};
};

}  // namespace impactbench
