#include "reference/exact/ball_in_box/ball_in_box.hpp"

#include "reference/support/line_motion.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <vector>

namespace impactbench::exact::ball_in_box {
namespace {

/// One coordinate: constant speed from hit to hit.
class Zigzag {
 public:
  Zigzag(const Axis& axis, double restitution, double horizon)
      : legs_{{0.0, axis.position, axis.speed}} {
    double v = axis.speed;
    double t = 0.0;
    double way = v > 0.0 ? axis.high - axis.position : axis.position - axis.low;
    while (v != 0.0) {
      t += way / std::abs(v);
      if (!(t < horizon)) break;
      if (legs_.size() > most_hits) {
        complete_ = false;
        break;
      }
      legs_.push_back({t, v > 0.0 ? axis.high : axis.low, -restitution * v});
      v = legs_.back().v;
      way = axis.high - axis.low;
    }
  }

  [[nodiscard]] bool complete() const { return complete_; }
  [[nodiscard]] std::size_t hits() const { return legs_.size() - 1; }

  /// Right limits: at a hit the motion has already turned.
  void at(double t, double& x, double& v) const {
    const auto after = std::upper_bound(legs_.begin(), legs_.end(), t,
                                        [](double s, const Leg& leg) { return s < leg.start; });
    const Leg& leg = after == legs_.begin() ? legs_.front() : *std::prev(after);
    x = leg.x + leg.v * (t - leg.start);
    v = leg.v;
  }

  void list(std::vector<double>& times) const {
    for (std::size_t k = 1; k < legs_.size(); ++k)
      times.push_back(legs_[k].start);
  }

 private:
  static constexpr std::size_t most_hits = 1000000;
  struct Leg {
    double start, x, v;
  };
  std::vector<Leg> legs_;
  bool complete_{true};
};

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto axes = axes_of_single_disc(problem);
  if (contact || !axes || problem.traits.gravity || problem.traits.initial_penetration) {
    return std::nullopt;
  }
  const auto zigzag = [&](const Axis& axis) {
    return std::make_shared<const Zigzag>(axis, problem.traits.restitution, problem.horizon);
  };
  const auto x = zigzag((*axes)[0]);
  const auto y = zigzag((*axes)[1]);
  if (!x->complete() || !y->complete()) return std::nullopt;
  Truth out;
  out.source = "exact/ball_in_box";
  out.provenance = Provenance::closed_form;
  // The times of the hits are sums: one rounding of the horizon each, at the speed of the start.
  const double speed = std::max(std::abs((*axes)[0].speed), std::abs((*axes)[1].speed));
  const auto hits = static_cast<double>(std::max(x->hits(), y->hits()));
  out.uncertainty =
      std::numeric_limits<double>::epsilon() *
      (4.0 * std::max((*axes)[0].high, (*axes)[1].high) + (hits + 2.0) * speed * problem.horizon);
  const double angle = problem.initial.q[2], spin = problem.initial.v[2];
  out.at = [=, end = problem.horizon](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    x->at(t, q[0], v[0]);
    y->at(t, q[1], v[1]);
    q[2] = angle + spin * t;
    v[2] = spin;
    return true;
  };
  x->list(out.event_times);
  y->list(out.event_times);
  std::sort(out.event_times.begin(), out.event_times.end());
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "ball_in_box",
          .summary = "one disc between rigid walls without gravity",
          .source = "elementary; zigzag of constant speed",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::ball_in_box
