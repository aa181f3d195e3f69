#include "reference/exact/rocking_block/rocking_block.hpp"

#include "reference/support/gauss_legendre.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

namespace impactbench::exact::rocking_block {
namespace {

using Kind = ConstraintEvent::Kind;

struct Block {
  double b, h, gravity;
  [[nodiscard]] double reach() const { return std::hypot(b, h); }
  [[nodiscard]] double alpha() const { return std::atan2(b, h); }
  [[nodiscard]] double square() const { return 0.75 * gravity / reach(); }  ///< p^2
  [[nodiscard]] double kept() const { return 1.0 - 1.5 * std::pow(std::sin(alpha()), 2); }
};

/// From one impact to the next, about one corner.
class Swing {
 public:
  Swing(const Block& block, double largest)
      : alpha_(block.alpha()), square_(block.square()), largest_(largest) {}

  [[nodiscard]] double largest() const { return largest_; }
  [[nodiscard]] double half() const { return time(std::sqrt(largest_)); }
  /// Between the highest point and an angle below it.
  [[nodiscard]] double time_to(double angle) const { return time(std::sqrt(largest_ - angle)); }
  [[nodiscard]] double speed_at(double angle) const { return speed(std::sqrt(largest_ - angle)); }
  /// Angle and its rate a time after the highest point, before it with -rate.
  void at(double t, double& angle, double& rate) const {
    const double whole = std::sqrt(largest_);
    double s = whole * std::min(1.0, t / half());
    for (int k = 0; k < 50 && s > 0.0; ++k) {
      const double change = (t - time(s)) * speed(s) / (2.0 * s);
      s = std::clamp(s + change, 0.0, whole);
      if (std::abs(change) < 1e-15 * whole) break;
    }
    angle = largest_ - s * s;
    rate = -speed(s);
  }
  /// |dth/dt| at th = a - s^2.
  [[nodiscard]] double speed(double s) const {
    return 2.0 *
           std::sqrt(square_ * std::sin(alpha_ - largest_ + 0.5 * s * s) * std::sin(0.5 * s * s));
  }
  [[nodiscard]] double acceleration(double angle) const {
    return -square_ * std::sin(alpha_ - angle);
  }

 private:
  [[nodiscard]] double time(double s) const {
    double out = 0.0;
    each_gauss_node<32>(0.0, s, [&](double r, double w) { out += w * 2.0 * r / speed(r); });
    return out;
  }

  double alpha_, square_, largest_;
};

struct Part {
  double top;   ///< when the angle is largest [s]
  double side;  ///< 1: about the left corner, -1: about the right one
  double foot;  ///< place of that corner [m]
  Swing swing;
};

struct Motion {
  Block block;
  std::vector<Part> parts;
  std::vector<double> impacts;

  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
    const auto next = std::upper_bound(impacts.begin(), impacts.end(), t);
    const Part& p = parts[static_cast<std::size_t>(std::distance(impacts.begin(), next))];
    double angle = 0.0, rate = 0.0;
    p.swing.at(std::abs(t - p.top), angle, rate);
    if (t < p.top) rate = -rate;
    // The centre turns about the foot: at alpha - th from the vertical, towards the inside.
    const double tilt = block.alpha() - angle, r = block.reach();
    q << p.foot + p.side * r * std::sin(tilt), r * std::cos(tilt), p.side * angle;
    v << -p.side * r * std::cos(tilt) * rate, r * std::sin(tilt) * rate, p.side * rate;
  }
};

Motion motion_of(const Block& block, double angle, double end) {
  Motion out{block, {{0.0, 1.0, 0.0, Swing(block, angle)}}, {}};
  const double alpha = block.alpha();
  while (out.parts.size() < 1000) {
    const Part& p = out.parts.back();
    const double hit = p.top + p.swing.half();
    if (!(hit < end)) return out;
    const double fall = std::cos(alpha - p.swing.largest()) - std::cos(alpha);
    const double next = alpha - std::acos(std::cos(alpha) + block.kept() * block.kept() * fall);
    if (!(next > 1e-9 * alpha)) return out;
    const Swing swing(block, next);
    out.impacts.push_back(hit);
    out.parts.push_back({hit + swing.half(), -p.side, p.foot + p.side * 2.0 * block.b, swing});
  }
  return out;
}

/// The error of an impact that a step may make.
struct Off {
  std::size_t impact;
  double late;  ///< [s]
  double slow;  ///< [rad/s]
};

/// The instants of so many impacts of which one is off. A corner that lands late is too deep by 2 b
/// times the angle that the block has turned on by, and stays there.
std::vector<double> impacts_of(const Block& block, double angle, std::size_t count, Off off) {
  const double alpha = block.alpha();
  std::vector<double> out;
  Swing swing(block, angle);
  double t = 0.0, depth = 0.0;  // of the corner that the block stands on, over 2 b
  while (out.size() < count) {
    const bool here = out.size() == off.impact;
    const double lands = here ? swing.speed_at(0.0) * off.late : 0.0;
    const double turned = lands - depth;
    t += swing.time_to(-turned);
    out.push_back(t);
    const double speed = block.kept() * swing.speed_at(-turned) - (here ? off.slow : 0.0);
    const double tip = std::cos(alpha - turned) + 0.5 * speed * speed / block.square();
    swing = Swing(block, alpha - std::acos(std::min(tip, 1.0)));
    t += swing.time_to(turned);
    depth = lands;
  }
  return out;
}

/// The most that the instants of impacts are moved by one that comes a step late, and by one whose
/// step turns the block the wrong way from the corner that it stands on, over the step, in the mean
/// over the impacts.
double growth_of(const Block& block, double angle, const std::vector<double>& impacts) {
  const double by = 1e-6 / std::sqrt(block.square());
  const double slow = (1.0 + block.kept()) * block.square() * std::sin(block.alpha()) * by;
  double sum = 0.0;
  for (std::size_t impact = 0; impact < impacts.size(); ++impact) {
    for (const Off off : {Off{impact, by, 0.0}, Off{impact, 0.0, slow}}) {
      const std::vector<double> moved = impacts_of(block, angle, impacts.size(), off);
      double most = 0.0;
      for (std::size_t k = 0; k < moved.size(); ++k)
        most = std::max(most, std::abs(moved[k] - impacts[k]));
      sum += most / by;
    }
  }
  return impacts.empty() ? 1.0 : std::max(1.0, sum / static_cast<double>(impacts.size()));
}

/// Whether friction holds the corners, and the floor presses them, all the time.
bool stands(const Block& block, double angle, double mu) {
  const double kept = block.kept();
  if (!(kept > 0.0) || !((1.0 - kept) / (1.0 + kept) * block.h <= mu * block.b)) return false;
  const Swing swing(block, angle);
  const double r = block.reach();
  for (int k = 0; k <= 200; ++k) {
    const double s = std::sqrt(angle) * k / 200.0, th = angle - s * s;
    const double tilt = block.alpha() - th, a = swing.acceleration(th);
    const double square = std::pow(swing.speed(s), 2);
    const double along = -r * (std::cos(tilt) * a + std::sin(tilt) * square);
    const double up = r * (std::sin(tilt) * a - std::cos(tilt) * square);
    const double pressed = block.gravity + up;
    if (!(pressed > 0.0) || std::abs(along) > mu * pressed) return false;
  }
  return true;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "rocking_block" || number(problem, "restitution") != 0.0)
    return std::nullopt;
  const Block block{0.5 * number(problem, "width"), 0.5 * number(problem, "height"),
                    number(problem, "gravity")};
  const double angle = number(problem, "angle");
  if (!(angle > 0.0 && angle < 0.95 * block.alpha()) ||
      !stands(block, angle, number(problem, "friction"))) {
    return std::nullopt;
  }
  const double end = problem.horizon * (1.0 + 1e-9);
  const auto motion = std::make_shared<const Motion>(motion_of(block, angle, end));
  Truth out;
  out.source = "exact/rocking_block";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-11;
  const double covered = motion->parts.back().top + motion->parts.back().swing.half();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= std::min(end, covered))) return false;
    motion->at(t, q, v);
    return true;
  };
  out.growth = growth_of(block, angle, motion->impacts);
  out.event_times = motion->impacts;
  out.constraint_events.push_back({0.0, 0, Kind::closes});
  Eigen::Index stands_on = 0;
  for (const double t : motion->impacts) {
    out.constraint_events.push_back({t, stands_on, Kind::opens});
    stands_on = 1 - stands_on;
    out.constraint_events.push_back({t, stands_on, Kind::closes});
  }
  out.histories["angle"] = [=](double t) {
    Eigen::VectorXd q(3), v(3);
    motion->at(std::min(t, covered), q, v);
    return q[2];
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "rocking_block",
          .summary = "Housner's block rocks from corner to corner, swing by swing",
          .source = "Housner 1963; energy of each swing, Gauss's rule for time",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::rocking_block
