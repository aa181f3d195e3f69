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
///   velocity_error_l1         (1/T) sum over steps of h sum over translations |v - v_true| [m/s]
///   velocity_error_hausdorff  largest Hausdorff distance of the filled-in graphs of a velocity
///                             component, time in units of T, velocity of the largest speed [-]
///   impact_count, impact_count_error, impact_time_error [s]: beginnings of steps in which a force
///                             other than the external one acted after one in which none did,
///                             against the truth's event times (mean absolute difference)
class TruthMeter {
 public:
  TruthMeter(const MechanicalSystem& system, const State& start, const Truth& truth, double h,
             std::int64_t steps);
  void after_step(const State& before, const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;
  [[nodiscard]] const Series& position_error() const { return error_history_; }

 private:
  void note_impact(const State& before, const State& after, double t);
  void keep(const Eigen::VectorXd& v, double t);
  void fill_exact_graphs();

  const MechanicalSystem& system_;
  const Truth& truth_;
  double h_, horizon_;
  Thinning thinning_;
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
