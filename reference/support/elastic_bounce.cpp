#include "reference/support/elastic_bounce.hpp"

#include "problems/contact/round_bodies.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

double ElasticBounce::speed_of_approach(const Axis& axis) {
  if (axis.gravity == 0.0) return std::abs(axis.speed);
  return std::sqrt(axis.speed * axis.speed - 2.0 * axis.gravity * (axis.position - axis.low));
}

ElasticBounce::ElasticBounce(const Axis& axis, ContactProfile profile)
    : axis_(axis), profile_(std::move(profile)), approach_(speed_of_approach(axis)) {
  if (axis.gravity != 0.0) {
    first_ = (axis.speed + approach_) / -axis.gravity;
    flight_ = 2.0 * approach_ / -axis.gravity;
  } else if (approach_ > 0.0) {
    first_ = (axis.speed > 0.0 ? axis.high - axis.position : axis.position - axis.low) / approach_;
    flight_ = (axis.high - axis.low) / approach_;
  }
}

void ElasticBounce::at(double t, double& x, double& v) const {
  if ((approach_ == 0.0 && axis_.gravity == 0.0) || t < first_) {
    x = axis_.position + axis_.speed * t + 0.5 * axis_.gravity * t * t;
    v = axis_.speed + axis_.gravity * t;
    return;
  }
  const double cycle = profile_.duration + flight_;
  const double number = std::floor((t - first_) / cycle);
  const double since = t - first_ - number * cycle;
  // Side of this contact: -1 at the low wall, +1 at the high one; they alternate without gravity.
  const bool first_is_high = axis_.gravity == 0.0 && axis_.speed > 0.0;
  const bool odd = axis_.gravity == 0.0 && std::fmod(number, 2.0) != 0.0;
  const double side = first_is_high != odd ? 1.0 : -1.0;
  const double wall = side > 0.0 ? axis_.high : axis_.low;
  if (since < profile_.duration) {
    const DepthState s = profile_.at(since);
    x = wall + side * s.depth;
    v = side * s.rate;
    return;
  }
  const double s = since - profile_.duration;
  x = wall - side * approach_ * s + 0.5 * axis_.gravity * s * s;
  v = -side * approach_ + axis_.gravity * s;
}

void ElasticBounce::events(double horizon, std::vector<double>& times) const {
  if (approach_ == 0.0) return;
  for (double t = first_; t < horizon; t += profile_.duration + flight_)
    times.push_back(t);
}

std::optional<Truth> bouncing_truth(const Problem& problem, const ContactModel& contact,
                                    const ProfileOf& profile) {
  const auto axes = axes_of_single_disc(problem);
  if (!contact || !axes || problem.traits.initial_penetration) return std::nullopt;
  const Axis& x = (*axes)[0];
  const Axis& y = (*axes)[1];
  const bool falls = y.gravity < 0.0;
  if (x.gravity != 0.0 || y.gravity > 0.0) return std::nullopt;
  if (falls && (x.speed != 0.0 || y.position + 0.5 * y.speed * y.speed / -y.gravity > y.high)) {
    return std::nullopt;
  }
  const double mass = problem.system->mass()[0];
  std::vector<ElasticBounce> motions;
  for (const Axis& axis : *axes) {
    const double speed = ElasticBounce::speed_of_approach(axis);
    const bool meets = speed > 0.0 || axis.gravity != 0.0;
    auto found = meets ? profile(mass, speed, -axis.gravity) : ContactProfile{0.0, 0.0, {}};
    if (!found) return std::nullopt;
    motions.emplace_back(axis, std::move(*found));
  }
  Truth out;
  const double angle = problem.initial.q[2], spin = problem.initial.v[2];
  out.at = [=, end = problem.horizon](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    motions[0].at(t, q[0], v[0]);
    motions[1].at(t, q[1], v[1]);
    q[2] = angle + spin * t;
    v[2] = spin;
    return true;
  };
  for (const ElasticBounce& m : motions)
    m.events(problem.horizon, out.event_times);
  std::sort(out.event_times.begin(), out.event_times.end());
  return out;
}

std::optional<PressedStart> pressed_start(const Problem& problem) {
  const auto axes = axes_of_single_disc(problem);
  if (!axes || !problem.traits.initial_penetration) return std::nullopt;
  const Axis& x = (*axes)[0];
  const Axis& y = (*axes)[1];
  const double depth = y.low - y.position;
  const bool elsewhere = x.position < x.low || x.position > x.high || y.position > y.high;
  if (x.speed != 0.0 || x.gravity != 0.0 || y.speed != 0.0 || !(y.gravity < 0.0) ||
      !(depth > 0.0) || elsewhere) {
    return std::nullopt;
  }
  const double radius = round_bodies(*problem.system).radius.front();
  return PressedStart{problem.system->mass()[0], -y.gravity, depth, y.low, radius};
}

Truth pressed_truth(const Problem& problem, const PressedStart& start,
                    std::function<DepthState(double)> depth) {
  Truth out;
  const double x = problem.initial.q[0];
  const double angle = problem.initial.q[2], spin = problem.initial.v[2];
  out.at = [=, end = problem.horizon](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    const DepthState s = depth(t);
    q << x, start.floor - s.depth, angle + spin * t;
    v << 0.0, -s.rate, spin;
    return true;
  };
  return out;
}

}  // namespace impactbench
