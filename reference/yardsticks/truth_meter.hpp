#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"
#include "reference/api/reference.hpp"
#include "reference/yardsticks/contact_episodes.hpp"
#include "reference/yardsticks/filled_graph.hpp"
#include "reference/yardsticks/run_scales.hpp"
#include "reference/yardsticks/series.hpp"
#include "reference/yardsticks/translations.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace impactbench {

/// Error of a run against a truth with a trajectory. Translations are entries of q and v times the
/// metres that their unit stands for (translations.hpp).
///
///   position_error_sup        max over steps and translations of |x - x_true| [m]
///   velocity_error_l1         mean over steps of the sum over translations |v - v_true| [m/s]: the
///                             L1 norm in time over the part of [0, T] that the truth covers,
///                             divided by its length
///   velocity_error_sup        max over steps and
///   translations of |v - v_true| [m/s]: the whole jump of an
///   impact that is a step late, so that it is shown and
///   never judged
///   spin_error_l1             as velocity_error_l1, of the angular velocities [rad/s]
///   spin_error_relative       that over the largest angular
///   velocity of both motions [-]; the three are absent if nothing
///   rotates
///   velocity_error_hausdorff  largest Hausdorff distance of the filled-in graphs of a velocity
///                             component, time in units of T, velocity of the largest speed [-]; of
///                             the points up to 0.98 T, since an impact just before the end in one
///                             graph may come just after it in the other; the graphs have every
///                             step, and the exact one both sides of every event; between events
///                             closer than four steps it need not be near ours
///   impact_count, impact_count_error, impact_time_error [s]  instants at which a force began to
///                             act on a body (ContactEpisodes::begins) against the truth's event
///                             times (mean absolute difference); instants within two steps are one,
///                             those in the first step and in the last two are left out; the count
///                             is held against those of the truth's events one step apart and of
///                             those more than four steps after the one before, and further apart
///                             from it than four steps leave out of it, the latter less those
///                             that a delay at each impact moves beyond the end
///   take_off_time_error       mean absolute difference of the ends of episodes from those of the
///                             truth, seen in its own velocities in the same steps [s]
///   truth_range, truth_speed, truth_acceleration, truth_jump, truth_impacts, truth_exposure of
///                             the reference solution itself, for limits: largest displacement
///                             from the start and velocity of a coordinate, largest |F / M| in
///                             steps with an event, sum over steps of the largest component of |v'
///                             - v - h F / M|, or of |v^+ - v^-| at each of several events in a
///                             step, which may cancel out (for generalised systems both from the
///                             velocities on either side of events, the acceleration also over each
///                             step without an event), distinct instants of contact, the sum of the
///                             remaining times of the run after each of them [s]
///   truth_variation  of its velocity, from the end of a step to the next, over all translations
///                    [m/s]
///   truth_uncertainty         of its positions, where above 1e-6 of truth_range [m]
///   restitution_least, restitution_largest  realised by impacts (ContactEpisodes) [-]
class TruthMeter {
 public:
  TruthMeter(const MechanicalSystem& system, const State& start, const Truth& truth, double h,
             std::int64_t steps, Inertia inertia = Inertia::with);
  TruthMeter(const TruthMeter&) = delete;
  TruthMeter& operator=(const TruthMeter&) = delete;
  /// The number of steps by which impacts may delay all later ones; one each by default.
  void delay_impacts(const ImpactDelay& steps) { delay_ = steps; }
  void after_step(const State& before, const State& after, double t);
  void finish(std::map<std::string, double>& quantities) const;
  [[nodiscard]] const Series& position_error() const { return error_history_; }

 private:
  void judge_impacts(std::map<std::string, double>& quantities) const;
  [[nodiscard]] std::vector<double> distinct(const std::vector<double>& times, double steps = 2.0,
                                             double from = 0.0) const;
  void judge_take_offs(std::map<std::string, double>& quantities) const;
  void measure_truth(double t);
  void measure_events();
  void compare_rotations(const State& after);
  void draw_corners(double until);
  void draw_exact(double until);
  void add_exact(double t, const Eigen::VectorXd& v, bool resolved);
  [[nodiscard]] bool limit(double event, double side, double room, Eigen::VectorXd& v) const;
  [[nodiscard]] double jump_at(std::size_t event) const;
  [[nodiscard]] double jumps_within(double from, double until) const;
  [[nodiscard]] bool stands_out(std::size_t event) const;
  [[nodiscard]] double worst_graph() const;

  const MechanicalSystem& system_;
  const Truth& truth_;
  Inertia inertia_;
  ImpactDelay delay_{};
  bool jumps_;  ///< the free motion is at hand, so that episodes of contact can be seen
  double h_, horizon_;
  double covered_{0.0};  ///< last time that the truth had something to say of [s]
  Thinning history_thinning_;
  std::vector<Translation> translations_;
  std::vector<Eigen::Index> rotations_;
  std::vector<double> corners_;                            ///< of the truth, ascending [s]
  Eigen::VectorXd q_true_, v_true_, q_before_, v_before_;  ///< of the truth
  std::int64_t compared_{0};
  Eigen::VectorXd q_start_, force_;
  double range_{0.0}, acceleration_{0.0}, jump_{0.0}, variation_{0.0};
  double position_error_{0.0}, velocity_error_{0.0}, velocity_sup_{0.0}, top_speed_{0.0};
  double angle_error_{0.0}, spin_error_{0.0}, top_spin_{0.0};
  ContactEpisodes ours_acting_, exact_acting_;
  std::vector<GraphRecorder> ours_, exact_;  ///< per translation
  std::vector<GraphRecorder> resolved_;      ///< exact_ without what lies between close events
  std::size_t drawn_events_{0}, drawn_corners_{0};
  Series error_history_;
};

}  // namespace impactbench
