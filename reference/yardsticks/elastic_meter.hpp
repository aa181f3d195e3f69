#pragma once

#include "problems/model/problem.hpp"

#include <map>
#include <optional>
#include <string>

namespace impactbench {

/// Measurements of elastic bodies apart from their energy:
///
///   momentum_drift_relative          max |P - P_0| over the largest sum of m |v|, and
///   angular_momentum_drift_relative  max |L - L_0| over the largest sum of m |x| |v|, about the
///                                    origin [-]: of cells, where nothing holds or loads them
///   rotation_error                   largest | |quaternion|^2 - 1 | of a cell [-]
///   elastic_energy                   at the end [J]; with elastic_energy_initial
///   energy_trend_relative            change of the total energy over the run by its line of best
///                                    fit (least squares over all steps), over |E_0| [-]: what is
///                                    left of its oscillation where nothing drifts; where no load
///                                    varies in time and E_0 is not 0
///
/// and for cells that meet a rigid plane, the first plane, once the body has left it:
///
///   plane_contact_time               from the first end of a step at which a face is behind it to
///                                    the last one [s]
///   plane_rebound                    rate of the centre of mass along the normal at the end, over
///                                    that at the start with its sign turned [-]
class ElasticMeter {
 public:
  /// The problem must outlive this.
  explicit ElasticMeter(const Problem& problem);
  /// `gain` is the total energy less that at the start [J], `t` the time [s].
  void after_step(const State& after, double t, double gain);
  /// `start` is the total energy at the start [J].
  void finish(double end, const State& last, double start,
              std::map<std::string, double>& quantities) const;

 private:
  const Problem& problem_;
  bool cells_, free_;
  Eigen::Vector3d momentum_0_{0, 0, 0}, angular_0_{0, 0, 0};
  double momentum_{0.0}, angular_{0.0}, momentum_scale_{0.0}, angular_scale_{0.0};
  double rotation_{0.0};
  double steps_{0.0}, t_{0.0}, tt_{0.0}, gain_{0.0}, t_gain_{0.0};  ///< sums over the steps
  bool measured_{false};
  [[nodiscard]] bool pressed(const State& state) const;
  std::optional<double> first_pressed_, last_pressed_;  ///< [s]
};

}  // namespace impactbench
