#include "reference/exact/hysteresis_loops/hysteresis_loops.hpp"

#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <functional>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

namespace impactbench::exact::hysteresis_loops {
namespace {

using std::numbers::pi;

/// An input with the instants between which it is monotone, from 0 to beyond the horizon.
struct Wave {
  std::function<double(double)> at, slope;
  std::vector<double> turns;
};

Wave harmonics(const Problem& p) {
  const double a = number(p, "amplitude"), b = number(p, "third");
  const double w = 2.0 * pi * number(p, "rate");
  Wave out{[=](double t) { return a * std::sin(w * t) + b * std::sin(3.0 * w * t); },
           [=](double t) { return w * (a * std::cos(w * t) + 3.0 * b * std::cos(3.0 * w * t)); },
           {0.0}};
  std::vector<double> angles{0.5 * pi};
  const double square = b != 0.0 ? (9.0 * b - a) / (12.0 * b) : -1.0;
  if (square > 0.0 && square < 1.0) {
    const double angle = std::acos(std::sqrt(square));
    angles.insert(angles.end(), {angle, pi - angle});
  }
  for (const double angle : angles)
    for (double x = angle; x <= w * p.horizon + pi; x += pi)
      out.turns.push_back(x / w);
  std::sort(out.turns.begin(), out.turns.end());
  return out;
}

Wave cusps(const Problem& p) {
  const double a = number(p, "amplitude"), rate = number(p, "rate");
  // y from 0 to 1 between two extremes; -1 and 1 of the rising half there.
  const auto place = [rate](double t) {
    const double half = 2.0 * rate * t + 0.5, whole = std::floor(half);
    return std::pair(half - whole, std::fmod(whole, 2.0) == 0.0 ? 1.0 : -1.0);
  };
  Wave out{[=](double t) {
             const auto [y, sign] = place(t);
             const double rise = y < 0.5 ? std::sqrt(0.5 * y) : 1.0 - std::sqrt(0.5 * (1.0 - y));
             return sign * a * (2.0 * rise - 1.0);
           },
           [=](double t) {
             const auto [y, sign] = place(t);
             return sign * a * rate / std::sqrt(0.5 * std::min(y, 1.0 - y));
           },
           {0.0}};
  for (double k = 1.0; (2.0 * k - 3.0) / (4.0 * rate) <= p.horizon; k += 1.0)
    out.turns.push_back((2.0 * k - 1.0) / (4.0 * rate));
  return out;
}

/// The play of half width r of an input times a factor, from x = 0.
class Play {
 public:
  Play(const Wave& wave, double factor, double r, double horizon)
      : wave_(wave), factor_(factor), r_(r) {
    double x = 0.0;
    for (std::size_t k = 0; k < wave.turns.size(); ++k) {
      if (k > 0) {
        find_begin(wave.turns[k - 1], wave.turns[k], x, horizon);
        const double next = cut(x, wave.turns[k]);
        if (wave.turns[k] <= horizon) variation_ += std::abs(next - x);
        if (wave.turns[k - 1] < horizon && wave.turns[k] > horizon)
          variation_ += std::abs(cut(x, horizon) - x);
        x = next;
      }
      at_turn_.push_back(x);
    }
  }

  /// Place and velocity, right limits.
  [[nodiscard]] std::pair<double, double> at(double t) const {
    const auto next = std::upper_bound(wave_.turns.begin(), wave_.turns.end(), t);
    const auto k = static_cast<std::size_t>(next - wave_.turns.begin()) - 1;
    const double x = cut(at_turn_[k], t);
    return {x, x != at_turn_[k] ? factor_ * wave_.slope(t) : 0.0};
  }
  [[nodiscard]] double variation() const { return variation_; }
  [[nodiscard]] const std::vector<double>& begins() const { return begins_; }

 private:
  [[nodiscard]] double cut(double x, double t) const {
    const double u = factor_ * wave_.at(t);
    return std::clamp(x, u - r_, u + r_);
  }
  /// When an end of the interval comes to x within a monotone piece, by halving.
  void find_begin(double low, double high, double x, double horizon) {
    if (cut(x, high) == x || cut(x, low) != x) return;
    for (int k = 0; k < 200 && low < high; ++k) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      (cut(x, middle) == x ? low : high) = middle;
    }
    if (high <= horizon) begins_.push_back(high);
  }

  Wave wave_;
  double factor_, r_, variation_{0.0};
  std::vector<double> at_turn_, begins_;
};

Truth of_plays(const Wave& wave, const std::vector<Play>& plays, double horizon) {
  Truth out;
  out.source = "exact/hysteresis_loops";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  out.corners = wave.turns;
  for (const Play& play : plays)
    out.event_times.insert(out.event_times.end(), play.begins().begin(), play.begins().end());
  std::sort(out.event_times.begin(), out.event_times.end());
  std::erase_if(out.corners, [=](double t) { return t > horizon; });
  return out;
}

bool covers(double t, double horizon) {
  return t >= 0.0 && t <= horizon * (1.0 + 1e-12);
}

Truth play_truth(const Problem& problem, const Wave& wave, double share) {
  const double r = number(problem, "half_width"), T = problem.horizon;
  const auto play = std::make_shared<const Play>(wave, 1.0 / (1.0 - share), r / (1.0 - share), T);
  Truth out = of_plays(wave, {*play}, T);
  const bool shown = problem.initial.q.size() > 1;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!covers(t, T)) return false;
    std::tie(q[0], v[0]) = play->at(t);
    if (shown) q[1] = wave.at(t), v[1] = wave.slope(t);
    return std::isfinite(v[0]);  // of a cusp there is no velocity
  };
  const auto place = [=](double t) { return covers(t, T) ? play->at(t).first : std::nan(""); };
  out.histories["play"] = place;
  if (shown) out.histories["stop"] = [=](double t) { return wave.at(t) - place(t); };
  return out;
}

Truth chain_truth(const Problem& problem, const Wave& wave, const std::vector<double>& stiffness,
                  const std::vector<double>& yield) {
  const double T = problem.horizon;
  const auto plays = std::make_shared<std::vector<Play>>();
  for (std::size_t i = 0; i < stiffness.size(); ++i)
    plays->emplace_back(wave, 1.0, yield[i] / stiffness[i], T);
  Truth out = of_plays(wave, *plays, T);
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!covers(t, T)) return false;
    const double u = wave.at(t), slope = wave.slope(t);
    for (std::size_t i = 0; i < plays->size(); ++i) {
      const auto [x, rate] = (*plays)[i].at(t);
      const auto at = static_cast<Eigen::Index>(i);
      q[at] = std::sqrt(stiffness[i]) * (u - x);
      v[at] = std::sqrt(stiffness[i]) * (slope - rate);
    }
    q[q.size() - 1] = u;
    v[v.size() - 1] = slope;
    return true;
  };
  out.histories["stress"] = [=](double t) {
    if (!covers(t, T)) return std::nan("");
    double sum = 0.0;
    for (std::size_t i = 0; i < plays->size(); ++i)
      sum += stiffness[i] * (wave.at(t) - (*plays)[i].at(t).first);
    return sum;
  };
  double work = 0.0;
  for (std::size_t i = 0; i < plays->size(); ++i)
    work += yield[i] * (*plays)[i].variation();
  out.scalars["dissipated_work"] = work;
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact) return std::nullopt;
  std::optional<Truth> out;
  if (problem.name == "play_of_state")
    return play_truth(problem, harmonics(problem), number(problem, "share"));
  if (problem.name == "rough_play") {
    out = play_truth(problem, cusps(problem), 0.0);
    out->sampling_order = 0.5;
    out->uncertainty = 1e-7;  // a cusp is known to the root of rounding
    return out;
  }
  if (problem.name == "play") out = play_truth(problem, harmonics(problem), 0.0);
  if (problem.name == "stop") {
    out = chain_truth(problem, harmonics(problem), {number(problem, "stiffness")},
                      {number(problem, "yield")});
  }
  if (problem.name == "elastoplastic_chain") {
    const double n = number(problem, "n"), y = number(problem, "yield");
    std::vector<double> yield;
    for (double i = 1.0; i <= n; i += 1.0)
      yield.push_back(y * i / (n * n));
    const std::vector<double> stiffness(yield.size(), number(problem, "stiffness") / n);
    out = chain_truth(problem, harmonics(problem), stiffness, yield);
  }
  // An extreme of u between two instants is missed by u'' h^2 / 8 at most.
  if (out) out->sampling_order = 2.0;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "hysteresis_loops",
          .summary = "play and stop operators, alone and side by side: memory of extremes",
          .source = "Krasnoselskii and Pokrovskii 1989; Moreau 1977",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::hysteresis_loops
