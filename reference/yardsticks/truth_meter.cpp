#include "reference/yardsticks/truth_meter.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/yardsticks/extremes.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

constexpr std::int64_t most_samples = 20000;  ///< of a velocity graph
constexpr std::int64_t most_errors = 2000;    ///< of the stored history of the position error
constexpr Eigen::Index most_graph_dofs = 3 * 8;

}  // namespace

TruthMeter::TruthMeter(const MechanicalSystem& system, const State& start, const Truth& truth,
                       double h, std::int64_t steps)
    : system_(system),
      truth_(truth),
      // Of a generalised system the free motion is not at hand; without inertia there are no jumps.
      jumps_(round_bodies(system).size() > 0),
      h_(h),
      horizon_(h * static_cast<double>(steps)),
      thinning_(steps, most_samples),
      history_thinning_(steps, most_errors),
      q_true_(start.q),
      v_true_(start.v),
      q_before_(start.q),
      v_before_(start.v),
      q_start_(start.q),
      force_(Eigen::VectorXd::Zero(system.dofs())),
      ours_acting_(system, translations_, h),
      exact_acting_(system, translations_, h) {
  const RoundBodies bodies = round_bodies(system);
  for (Eigen::Index k = 0; k < start.q.size(); ++k) {
    (k % bodies.stride < bodies.dimension ? translations_ : rotations_).push_back(k);
  }
  if (start.q.size() <= most_graph_dofs) {
    ours_.resize(translations_.size());
    exact_.resize(translations_.size());
    for (FilledGraph& g : ours_) {
      g.time.reserve(thinning_.size());
      g.value.reserve(thinning_.size());
    }
    fill_exact_graphs();
    q_true_ = start.q;
    v_true_ = start.v;
  }
  if (!jumps_) measure_events();
  error_history_.time.reserve(history_thinning_.size());
  error_history_.value.reserve(history_thinning_.size());
  keep(start.v, 0.0);
}

/// Samples of the truth at the kept times, and both sides of every event.
void TruthMeter::fill_exact_graphs() {
  std::vector<double> times;
  const auto steps = static_cast<std::int64_t>(std::llround(horizon_ / h_));
  for (std::int64_t k = 0; k <= steps; ++k) {
    if (thinning_.keeps(k)) times.push_back(static_cast<double>(k) * h_);
  }
  for (const double event : truth_.event_times) {
    const double before = event - 1e-9 * horizon_;
    if (event < horizon_ && before > 0.0) times.insert(times.end(), {before, event});
  }
  for (const double corner : truth_.corners) {
    if (corner > 0.0 && corner < horizon_) times.push_back(corner);
  }
  std::sort(times.begin(), times.end());
  // What the start itself makes jump (a body thrown at what it touches): the graph has the whole of
  // the jump, from the velocity of the start on.
  for (std::size_t c = 0; c < translations_.size(); ++c) {
    exact_[c].time.push_back(0.0);
    exact_[c].value.push_back(v_true_[translations_[c]]);
  }
  for (const double t : times) {
    if (!truth_.at(t, q_true_, v_true_)) continue;
    for (std::size_t c = 0; c < translations_.size(); ++c) {
      exact_[c].time.push_back(t);
      exact_[c].value.push_back(v_true_[translations_[c]]);
    }
  }
}

void TruthMeter::keep(const Eigen::VectorXd& v, double t) {
  for (std::size_t c = 0; c < ours_.size(); ++c) {
    ours_[c].time.push_back(t);
    ours_[c].value.push_back(v[translations_[c]]);
  }
}

void TruthMeter::measure_truth(double t) {
  system_.mean_force(t - h_, t, q_before_, v_before_, force_);
  const auto next = std::lower_bound(truth_.event_times.begin(), truth_.event_times.end(), t - h_);
  const bool strikes = next != truth_.event_times.end() && *next <= t;
  double jump = 0.0;
  for (const Eigen::Index k : translations_) {
    const double rate = force_[k] / system_.mass()[k];
    keep_largest(range_, std::abs(q_true_[k] - q_start_[k]));
    if (!jumps_) continue;
    if (strikes) keep_largest(acceleration_, std::abs(rate));
    keep_largest(jump, std::abs(v_true_[k] - v_before_[k] - h_ * rate));
  }
  jump_ += jump;
}

/// Where forces are not at hand, both from the velocities on either side of the events.
void TruthMeter::measure_events() {
  const double apart = 1e-6 * horizon_;
  Eigen::VectorXd q = q_start_, before = v_true_, at = v_true_, after = v_true_;
  for (const double t : truth_.event_times) {
    if (t < 2.0 * apart || t + apart > horizon_) continue;
    if (!truth_.at(t - 2.0 * apart, q, before) || !truth_.at(t - apart, q, at) ||
        !truth_.at(t + apart, q, after)) {
      continue;
    }
    double jump = 0.0;
    for (const Eigen::Index k : translations_) {
      keep_largest(acceleration_, std::abs(at[k] - before[k]) / apart);
      keep_largest(jump, std::abs(after[k] - at[k]));
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
  if (!truth_.at(t, q_true_, v_true_)) return;
  covered_ = t;  // a contact that the truth says nothing of is not counted
  if (jumps_) ours_acting_.after_step(before.q, before.v, after.v, t);
  if (jumps_) exact_acting_.after_step(q_before_, v_before_, v_true_, t);
  ++compared_;
  measure_truth(t);
  double position = 0.0;
  double velocity = 0.0;
  for (const Eigen::Index k : translations_) {
    keep_largest(position, std::abs(after.q[k] - q_true_[k]));
    const double off = std::abs(after.v[k] - v_true_[k]);
    velocity += off;
    keep_largest(velocity_sup_, off);
    top_speed_ = std::max(top_speed_, std::abs(v_true_[k]));
  }
  keep_largest(position_error_, position);
  velocity_error_ += h_ * velocity;
  compare_rotations(after);
  if (thinning_.keeps(after.step)) keep(after.v, t);
  if (history_thinning_.keeps(after.step)) {
    error_history_.time.push_back(t);
    error_history_.value.push_back(position);
  }
}

/// One list of instants out of events that are closer than so many steps.
std::vector<double> TruthMeter::distinct(const std::vector<double>& times, double steps) const {
  std::vector<double> out;
  for (const double t : times) {
    if (t < covered_ - 2.0 * h_ && (out.empty() || t > out.back() + steps * h_)) out.push_back(t);
  }
  return out;
}

void TruthMeter::judge_impacts(std::map<std::string, double>& quantities) const {
  std::vector<double> begins;
  std::vector<double> realised;
  for (const ContactEpisodes::Episode& e : ours_acting_.episodes()) {
    begins.push_back(e.begin);
    if (e.restitution) realised.push_back(*e.restitution);
  }
  if (!realised.empty()) {
    const auto [least, largest] = std::minmax_element(realised.begin(), realised.end());
    quantities["restitution_least"] = *least;
    quantities["restitution_largest"] = *largest;
  }
  const std::vector<double> ours = distinct(begins);
  const std::vector<double> exact = distinct(truth_.event_times);
  quantities["impact_count"] = static_cast<double>(ours.size());
  if (exact.empty()) return;
  // Where impacts accumulate, the last ones that are told apart are told by some schemes, not by
  // others: anything between what is four steps apart and what is one step apart is right.
  const auto count = static_cast<double>(ours.size());
  const auto least = static_cast<double>(distinct(truth_.event_times, 4.0).size());
  const auto most = static_cast<double>(distinct(truth_.event_times, 1.0).size());
  quantities["impact_count_error"] = std::max({0.0, least - count, count - most});
  if (ours.size() != exact.size()) return;
  double sum = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    sum += std::abs(ours[k] - exact[k]);
  quantities["impact_time_error"] = sum / static_cast<double>(exact.size());
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
  double sum = 0.0;
  for (std::size_t k = 0; k < exact.size(); ++k)
    sum += std::abs(ours[k] - exact[k]);
  quantities["take_off_time_error"] = sum / static_cast<double>(exact.size());
}

void TruthMeter::finish(std::map<std::string, double>& quantities) const {
  if (compared_ == 0) return;
  quantities["position_error_sup"] = position_error_;
  quantities["truth_range"] = range_;
  quantities["truth_speed"] = top_speed_;
  quantities["truth_acceleration"] = acceleration_;
  quantities["truth_jump"] = jump_;
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
  if (top_speed_ > 0.0) {
    double worst = 0.0;
    for (std::size_t c = 0; c < ours_.size(); ++c) {
      if (exact_[c].size() == 0) continue;
      worst = std::max(worst, hausdorff_distance(ours_[c], exact_[c], horizon_, top_speed_,
                                                 0.98 * std::min(1.0, covered_ / horizon_)));
    }
    if (!ours_.empty()) quantities["velocity_error_hausdorff"] = worst;
  }
}

}  // namespace impactbench
