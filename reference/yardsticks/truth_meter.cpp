#include "reference/yardsticks/truth_meter.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace impactbench {
namespace {

constexpr std::int64_t most_errors = 2000;  ///< of the stored history of the position error
constexpr std::size_t most_graphs = 3 * 8;

/// Mean of |a_k - b_k| of two lists of the same length.
double mean_difference(const std::vector<double>& a, const std::vector<double>& b) {
  double sum = 0.0;
  for (std::size_t k = 0; k < a.size(); ++k)
    sum += std::abs(a[k] - b[k]);
  return sum / static_cast<double>(a.size());
}

}  // namespace

TruthMeter::TruthMeter(const MechanicalSystem& system, const State& start, const Truth& truth,
                       double h, std::int64_t steps, Inertia inertia)
    : system_(system),
      truth_(truth),
      inertia_(inertia),
      // For a generalised system the free motion is not available.
      jumps_(round_bodies(system).size() > 0),
      h_(h),
      horizon_(h * static_cast<double>(steps)),
      history_thinning_(steps, most_errors),
      translations_(translations(system)),
      corners_(truth.corners),
      q_true_(start.q),
      v_true_(start.v),
      q_before_(start.q),
      v_before_(start.v),
      q_start_(start.q),
      force_(Eigen::VectorXd::Zero(system.dofs())),
      ours_acting_(system, translations_, round_bodies(system).stride, h, inertia),
      exact_acting_(system, translations_, round_bodies(system).stride, h, inertia) {
  const RoundBodies bodies = round_bodies(system);
  for (Eigen::Index k = 0; k < start.q.size(); ++k) {
    if (k % bodies.stride >= bodies.dimension) rotations_.push_back(k);
  }
  std::sort(corners_.begin(), corners_.end());
  error_history_.time.reserve(history_thinning_.size());
  error_history_.value.reserve(history_thinning_.size());
  if (!jumps_) measure_events();
  if (translations_.size() > most_graphs) return;
  ours_.resize(translations_.size());
  exact_.resize(translations_.size());
  resolved_.resize(translations_.size());
  for (std::size_t c = 0; c < translations_.size(); ++c) {
    const auto& [k, arm] = translations_[c];
    ours_[c].add(0.0, arm * start.v[k]);
    // An impact at the start jumps from the velocities that bodies are given.
    exact_[c].add(0.0, arm * start.v[k]);
    resolved_[c].add(0.0, arm * start.v[k]);
  }
  Eigen::VectorXd q = start.q, v = start.v;
  if (truth.at(0.0, q, v)) add_exact(0.0, v, true);
}

void TruthMeter::add_exact(double t, const Eigen::VectorXd& v, bool resolved) {
  for (std::size_t c = 0; c < exact_.size(); ++c) {
    const double value = translations_[c].arm * v[translations_[c].entry];
    exact_[c].add(t, value);
    if (resolved) resolved_[c].add(t, value);
  }
}

/// The velocities on one side (-1, +1) of an event, extrapolated from the nearest 1e-8 and 2e-8 of
/// the horizon, as far as there is `room` before another event.
bool TruthMeter::limit(double event, double side, double room, Eigen::VectorXd& v) const {
  const double away = 1e-8 * horizon_;
  Eigen::VectorXd q = q_true_, farther = v;
  if (room <= 2.0 * away) return truth_.at(event + 0.4 * side * std::min(room, away), q, v);
  if (!truth_.at(event + side * away, q, v)) return false;
  if (truth_.at(event + 2.0 * side * away, q, farther)) v = 2.0 * v - farther;
  return true;
}

/// Where velocities have corners before a time.
void TruthMeter::draw_corners(double until) {
  if (drawn_corners_ == corners_.size() || corners_[drawn_corners_] >= until) return;
  Eigen::VectorXd q = q_true_, v = v_true_;
  for (; drawn_corners_ < corners_.size() && corners_[drawn_corners_] < until; ++drawn_corners_) {
    const double corner = corners_[drawn_corners_];
    if (corner > 0.0 && truth_.at(corner, q, v)) add_exact(corner, v, true);
  }
}

/// Both sides of the events up to a time, then the truth at that time, q_true_ and v_true_. Some
/// schemes separate events closer than four steps, others do not (judge_impacts): the part between
/// them is drawn, and left out of the resolved graph.
void TruthMeter::draw_exact(double until) {
  if (exact_.empty()) return;
  const auto& events = truth_.event_times;
  const auto close = [&](std::size_t k) {  // event k to the one before
    return k > 0 && k < events.size() && events[k] - events[k - 1] < 4.0 * h_;
  };
  for (; drawn_events_ < events.size() && events[drawn_events_] <= until; ++drawn_events_) {
    const std::size_t k = drawn_events_;
    const double event = events[k];
    if (!(event > 0.0) || event >= horizon_) continue;
    draw_corners(event);
    const double before = event - (k > 0 ? events[k - 1] : 0.0);
    const double after = k + 1 < events.size() ? events[k + 1] - event : horizon_;
    Eigen::VectorXd v = v_true_;
    if (before > 0.0 && limit(event, -1.0, before, v)) add_exact(event, v, !close(k));
    if (after > 0.0 && limit(event, 1.0, after, v)) add_exact(event, v, !close(k + 1));
  }
  draw_corners(until);
  add_exact(until, v_true_, !close(drawn_events_));
}

void TruthMeter::measure_truth(double t) {
  system_.mean_force(t - h_, t, q_before_, v_before_, force_);
  const double near = 1e-9 * h_;
  const auto next =
      std::lower_bound(truth_.event_times.begin(), truth_.event_times.end(), t - h_ - near);
  const bool strikes = next != truth_.event_times.end() && *next <= t + near;
  double jump = 0.0;
  for (const auto& [k, arm] : translations_) {
    variation_ += arm * std::abs(v_true_[k] - v_before_[k]);
    // Without inertia F / M is a velocity, and forces change none.
    const double rate = inertia_ == Inertia::with ? arm * force_[k] / system_.mass()[k] : 0.0;
    keep_largest(range_, arm * std::abs(q_true_[k] - q_start_[k]));
    // A velocity that is a step late is off by its change in a step, which forces would tell.
    if (!jumps_ && !strikes && inertia_ == Inertia::with)
      keep_largest(acceleration_, arm * std::abs(v_true_[k] - v_before_[k]) / h_);
    if (!jumps_) continue;
    if (strikes) keep_largest(acceleration_, std::abs(rate));
    keep_largest(jump, std::abs(arm * (v_true_[k] - v_before_[k]) - h_ * rate));
  }
  jump_ += strikes && jumps_ ? std::max(jump, jumps_within(t - h_ + near, t + near)) : jump;
}

/// The sum of jumps at several events after `from`, up to `until`, whose net effect may be none; 0
/// where they are not several.
double TruthMeter::jumps_within(double from, double until) const {
  const auto& events = truth_.event_times;
  const auto first = std::upper_bound(events.begin(), events.end(), from);
  const auto last = std::upper_bound(first, events.end(), until);
  double sum = 0.0;
  if (last - first < 2) return sum;
  for (auto event = first; event != last; ++event) {
    const double jump = jump_at(static_cast<std::size_t>(event - events.begin()));
    if (std::isfinite(jump)) sum += jump;
  }
  return sum;
}

/// This measures both from the velocities on either side of events, where no forces are at hand.
void TruthMeter::measure_events() {
  const double apart = 1e-6 * horizon_;
  Eigen::VectorXd q = q_start_, before = v_true_, at = v_true_, after = v_true_;
  double earlier = 0.0;
  for (const double t : truth_.event_times) {
    const bool alone = t - earlier > 3.0 * apart;  // else a jump would be taken for a force
    earlier = t;
    if (t < 2.0 * apart || t + apart > horizon_) continue;
    if (!truth_.at(t - 2.0 * apart, q, before) || !truth_.at(t - apart, q, at) ||
        !truth_.at(t + apart, q, after)) {
      continue;
    }
    double jump = 0.0;
    for (const auto& [k, arm] : translations_) {
      if (alone) keep_largest(acceleration_, arm * std::abs(at[k] - before[k]) / apart);
      keep_largest(jump, arm * std::abs(after[k] - at[k]));
    }
    jump_ += jump;
  }
}

void TruthMeter::compare_rotations(const State& after) {
  double spin = 0.0;
  for (const Eigen::Index k : rotations_) {
    keep_largest(angle_error_, std::abs(after.q[k] - q_true_[k]));
    spin += std::abs(after.v[k] - v_true_[k]);
    top_spin_ = std::max({top_spin_, std::abs(v_true_[k]), std::abs(after.v[k])});
  }
  spin_error_ += h_ * spin;
}

void TruthMeter::after_step(const State& before, const State& after, double t) {
  q_before_ = q_true_;
  v_before_ = v_true_;
  for (std::size_t c = 0; c < ours_.size(); ++c)
    ours_[c].add(t, translations_[c].arm * after.v[translations_[c].entry]);
  if (!truth_.at(t, q_true_, v_true_)) return;
  covered_ = t;  // a contact that the truth says nothing of is not counted
  draw_exact(t);
  // Without inertia velocities answer to the forces of their own instant.
  const bool keeps = inertia_ == Inertia::with;
  if (jumps_) ours_acting_.after_step(before.q, before.v, after.v, t);
  if (jumps_) exact_acting_.after_step(keeps ? q_before_ : q_true_, v_before_, v_true_, t);
  ++compared_;
  measure_truth(t);
  double position = 0.0;
  double velocity = 0.0;
  for (const auto& [k, arm] : translations_) {
    keep_largest(position, arm * std::abs(after.q[k] - q_true_[k]));
    const double off = arm * std::abs(after.v[k] - v_true_[k]);
    velocity += off;
    keep_largest(velocity_sup_, off);
    top_speed_ = std::max(top_speed_, arm * std::abs(v_true_[k]));
  }
  keep_largest(position_error_, position);
  velocity_error_ += h_ * velocity;
  compare_rotations(after);
  if (after.step == 1 || history_thinning_.keeps(after.step)) {
    error_history_.time.push_back(t);
    error_history_.value.push_back(position);
  }
}

/// One list of instants, not before `from`, out of those that are closer than so many steps.
std::vector<double> TruthMeter::distinct(const std::vector<double>& times, double steps,
                                         double from) const {
  std::vector<double> out;
  for (const double t : times) {
    if (t < from || t >= covered_ - 2.0 * h_) continue;
    if (out.empty() || t > out.back() + steps * h_) out.push_back(t);
  }
  return out;
}

/// The largest change of a velocity at event k; infinite where the truth is not known on both
/// sides.
double TruthMeter::jump_at(std::size_t k) const {
  const auto& events = truth_.event_times;
  const double since = events[k] - (k > 0 ? events[k - 1] : 0.0);
  const double left = (k + 1 < events.size() ? events[k + 1] : horizon_) - events[k];
  Eigen::VectorXd before = v_true_, after = v_true_;
  if (!limit(events[k], -1.0, since, before) || !limit(events[k], 1.0, left, after))
    return std::numeric_limits<double>::infinity();
  double jump = 0.0;
  for (const auto& [entry, arm] : translations_)
    keep_largest(jump, arm * std::abs(after[entry] - before[entry]));
  return jump;
}

/// A scheme must show event k if it comes more than four steps after the one before, and if
/// bodies have come further apart until then than four steps leave out of that one.
bool TruthMeter::stands_out(std::size_t k) const {
  if (k == 0) return true;
  const double since = truth_.event_times[k] - truth_.event_times[k - 1];
  return since > 4.0 * h_ && jump_at(k) * since > 4.0 * h_ * jump_at(k - 1);
}

void TruthMeter::judge_impacts(std::map<std::string, double>& quantities) const {
  std::vector<double> realised;
  for (const ContactEpisodes::Episode& e : ours_acting_.episodes()) {
    if (e.restitution) realised.push_back(*e.restitution);
  }
  if (!realised.empty()) {
    const auto [least, largest] = std::minmax_element(realised.begin(), realised.end());
    quantities["restitution_least"] = *least;
    quantities["restitution_largest"] = *largest;
  }
  const std::vector<double> ours = distinct(ours_acting_.begins());
  // A force that acts in the first step may have begun to act before it.
  const std::vector<double> exact = distinct(truth_.event_times, 2.0, h_);
  quantities["impact_count"] = static_cast<double>(ours.size());
  if (truth_.event_times.empty()) return;
  // Impacts in steps that follow each other are one to some schemes and several to others: any
  // count between that of the events that stand out and that of all is right. An impact off by a
  // step shifts all later ones: the k-th by k steps, so that the last ones may come after the end,
  // or before it where those of the truth do not.
  const auto count = static_cast<double>(ours.size());
  const auto most = static_cast<double>(truth_.event_times.size());
  double least = 0.0;
  for (std::size_t k = 0; k < truth_.event_times.size(); ++k) {
    const double t = truth_.event_times[k];
    const bool asked = t >= h_ && t < covered_ - (3.0 + delay_.after(least)) * h_;
    if (asked && stands_out(k)) least += 1.0;
  }
  const double tail = covered_ - (3.0 + delay_.after(least)) * h_;
  const auto sure = static_cast<double>(
      std::count_if(ours.begin(), ours.end(), [&](double t) { return t < tail; }));
  quantities["impact_count_error"] = std::max({0.0, least - count, sure - most});
  if (ours.size() != exact.size() || exact.empty()) return;
  quantities["impact_time_error"] = mean_difference(ours, exact);
}

void TruthMeter::judge_take_offs(std::map<std::string, double>& quantities) const {
  const auto ends = [&](const ContactEpisodes& acting) {
    std::vector<double> out;
    for (const ContactEpisodes::Episode& e : acting.episodes()) {
      if (e.end) out.push_back(*e.end);
    }
    return distinct(out);
  };
  const std::vector<double> ours = ends(ours_acting_);
  const std::vector<double> exact = ends(exact_acting_);
  if (exact.empty() || ours.size() != exact.size()) return;
  quantities["take_off_time_error"] = mean_difference(ours, exact);
}

double TruthMeter::worst_graph() const {
  const double until = 0.98 * std::min(1.0, covered_ / horizon_);
  double worst = 0.0;
  for (std::size_t c = 0; c < ours_.size(); ++c) {
    const FilledGraph ours = ours_[c].graph();
    keep_largest(worst, distance_from(ours, exact_[c].graph(), horizon_, top_speed_, until));
    keep_largest(worst, distance_from(resolved_[c].graph(), ours, horizon_, top_speed_, until));
  }
  return worst;
}

void TruthMeter::finish(std::map<std::string, double>& quantities) const {
  if (compared_ == 0) return;
  quantities["position_error_sup"] = position_error_;
  quantities["truth_range"] = range_;
  quantities["truth_speed"] = top_speed_;
  quantities["truth_acceleration"] = acceleration_;
  quantities["truth_jump"] = jump_;
  quantities["truth_variation"] = variation_;
  // Rounding is none.
  if (truth_.uncertainty > 1e-6 * range_) quantities["truth_uncertainty"] = truth_.uncertainty;
  const std::vector<double> impacts = distinct(truth_.event_times);
  quantities["truth_impacts"] = static_cast<double>(impacts.size());
  double exposure = 0.0;
  for (const double t : impacts)
    exposure += horizon_ - t;
  quantities["truth_exposure"] = exposure;
  quantities["velocity_error_l1"] = velocity_error_ / (h_ * static_cast<double>(compared_));
  quantities["velocity_error_sup"] = velocity_sup_;
  if (top_spin_ > 0.0) {
    quantities["angle_error_sup"] = angle_error_;
    quantities["spin_error_l1"] = spin_error_ / (h_ * static_cast<double>(compared_));
    quantities["spin_error_relative"] = quantities["spin_error_l1"] / top_spin_;
  }
  if (jumps_) {
    judge_impacts(quantities);
    judge_take_offs(quantities);
  }
  if (top_speed_ > 0.0 && !ours_.empty()) quantities["velocity_error_hausdorff"] = worst_graph();
}

}  // namespace impactbench
