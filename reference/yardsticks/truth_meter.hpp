#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/filled_graph.hpp"
#include "reference/yardsticks/series.hpp"

#include <Eigen/Core>

#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Error of a run against a truth with a trajectory.
///
///   position_error_sup        max over steps and translations of |x - x_true| [m]
///   velocity_error_l1         mean over steps of the sum over translations |v - v_true| [m/s]: the
///                             L1 norm in time over the part of [0, T] that the truth covers,
///                             divided by its length
///   velocity_error_hausdorff  largest Hausdorff distance of the filled-in graphs of a velocity
///                             component, time in units of T, velocity of the largest speed [-];
///                             of the points up to 0.98 T, since an impact just before the end in
///                             one graph may come just after it in the other
///   impact_count, impact_count_error, impact_time_error [s]  for rigid runs: steps in which
///                             another force than the external one acted after a step in which
///                             none did, against the truth's event times (mean absolute
///                             difference); events within two steps are one, those in the last two
///                             steps are left out
class TruthMeter {
 public:
  TruthMeter(const MechanicalSystem& system, const State& start, const Truth& truth, bool rigid,
             double h, std::int64_t steps);
  void after_step(const State& before, const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;
  [[nodiscard]] const Series& position_error() const { return error_history_; }

 private:
  void judge_impacts(std::map<std::string, double>& quantities) const;
  void note_impact(const State& before, const State& after, double t);
  void keep(const Eigen::VectorXd& v, double t);
  void fill_exact_graphs();

  const MechanicalSystem& system_;
  const Truth& truth_;
  bool rigid_;
  double h_, horizon_;
  Thinning thinning_, history_thinning_;
  std::vector<Eigen::Index> translations_;
  Eigen::VectorXd q_true_, v_true_, force_;
  std::int64_t compared_{0};
  double position_error_{0.0}, velocity_error_{0.0}, top_speed_{0.0};
  bool active_{false};
  std::vector<double> impacts_;
  std::vector<FilledGraph> ours_, exact_;  ///< per translation
  Series error_history_;
};

}  // namespace impactbench
