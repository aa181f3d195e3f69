#include "reference/exact/dome/dome.hpp"

#include "problems/model/round_system.hpp"
#include "reference/support/gauss_legendre.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <numbers>

namespace impactbench::exact::dome {
namespace {

/// Where a function that is positive at `low` and negative at `high` is zero.
template <class Function>
double zero(double low, double high, Function&& f) {
  for (int k = 0; k < 100; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (f(middle) > 0.0 ? low : high) = middle;
  }
  return 0.5 * (low + high);
}

struct Numbers {
  double gravity, reach, radius;  ///< reach: L [m]
  double kappa, friction, start;  ///< start: a_0 [rad]
};

class Descent {
 public:
  explicit Descent(const Numbers& n) : n_(n), g_(n.gravity / n.reach) {
    const double mu = n.friction;
    const auto lift = [&](double s) { return g_ * std::cos(angle(s)) - rate_squared(s); };
    const double level = std::sqrt(0.5 * std::numbers::pi - n.start);  // there nothing is pressed
    if (n.kappa == 0.0) {
      leaves_ = zero(0.0, level, lift);
    } else {
      const double rolled = zero(0.0, level, lift);
      slips_ = zero(0.0, rolled, [&](double s) {
        return mu * lift(s) / g_ - n.kappa / (1.0 + n.kappa) * std::sin(angle(s));
      });
      const double a = angle(slips_), u = rate_squared(slips_);
      cosine_ = -2.0 * g_ * (1.0 - 2.0 * mu * mu) / (1.0 + 4.0 * mu * mu);
      sine_ = 2.0 * mu * (cosine_ - g_);
      rest_ = u - cosine_ * std::cos(a) - sine_ * std::sin(a);
      slipping_ = true;
      leaves_ = zero(slips_, rolled, lift);  // who slips is faster than who rolls
    }
    slip_time_ = slipping_ ? time(slips_) : 0.0;
    leave_time_ = time(leaves_);
  }

  [[nodiscard]] double slip_time() const { return slip_time_; }
  [[nodiscard]] double leave_time() const { return leave_time_; }
  [[nodiscard]] double angle(double s) const { return n_.start + s * s; }
  [[nodiscard]] double leaves_at() const { return angle(leaves_); }
  [[nodiscard]] double slips_at() const { return angle(slips_); }

  /// (da/dt)^2.
  [[nodiscard]] double rate_squared(double s) const {
    if (slipping_ && s > slips_) {
      const double a = angle(s);
      return cosine_ * std::cos(a) + sine_ * std::sin(a) +
             rest_ * std::exp(2.0 * n_.friction * (a - angle(slips_)));
    }
    return 4.0 * g_ / (1.0 + n_.kappa) * std::sin(n_.start + 0.5 * s * s) * std::sin(0.5 * s * s);
  }

  /// At which s a time before it leaves is, by Newton's method: dt/ds = 2 s / sqrt(u).
  [[nodiscard]] double place(double t) const {
    const double least = 1e-12 * leaves_;
    double s = std::max(least, leaves_ * t / leave_time_);
    for (int k = 0; k < 50; ++k) {
      const double change = (t - time(s)) * std::sqrt(rate_squared(s)) / (2.0 * s);
      s = std::clamp(s + change, least, leaves_);
      if (std::abs(change) < 1e-15 * leaves_) break;
    }
    return s;
  }

  /// Spin and turned angle in the sense of rolling.
  void turn(double s, double& spin, double& turned) const {
    const double rolled = std::min(s, slips_), way = n_.reach / n_.radius;
    spin = turned = 0.0;
    if (n_.kappa == 0.0) return;
    spin = way * std::sqrt(rate_squared(rolled));
    turned = way * (angle(rolled) - n_.start);
    if (!(s > slips_)) return;
    const double end = time(s), begin = spin;
    turned += begin * (end - slip_time_);
    each_gauss_node<24>(slips_, s, [&](double r, double w) {
      const double u = rate_squared(r), dt = w * 2.0 * r / std::sqrt(u);
      const double change =
          n_.friction * n_.reach * (g_ * std::cos(angle(r)) - u) / (n_.kappa * n_.radius) * dt;
      spin += change;
      turned += change * (end - time(r));
    });
  }
  [[nodiscard]] double leaves() const { return leaves_; }

 private:
  [[nodiscard]] double time(double s) const {
    double out = 0.0;
    const auto add = [&](double from, double to) {
      each_gauss_node<24>(
          from, to, [&](double r, double w) { out += w * 2.0 * r / std::sqrt(rate_squared(r)); });
    };
    if (!slipping_ || s <= slips_) {
      add(0.0, s);
    } else {
      out = slip_time_;
      add(slips_, s);
    }
    return out;
  }

  Numbers n_;
  double g_;
  double slips_{0.0}, leaves_{0.0}, slip_time_{0.0}, leave_time_{0.0};
  bool slipping_{false};
  double cosine_{0.0}, sine_{0.0}, rest_{0.0};
};

std::optional<Numbers> numbers_of(const Problem& problem) {
  if (problem.name != "dome" || number(problem, "tangential_restitution") != 0.0)
    return std::nullopt;
  const RoundSystem& system = *round_system(*problem.system);
  const double m = system.bodies().mass[0], r = system.bodies().radius[0];
  const bool turns = !system.bodies().inertia.empty();
  const double mu = problem.traits.friction ? number(problem, "friction") : 0.0;
  Numbers out{.gravity = number(problem, "gravity"),
              .reach = number(problem, "dome") + r,
              .radius = r,
              .kappa = turns && mu > 0.0 ? system.bodies().inertia[0] / (m * r * r) : 0.0,
              .friction = mu,
              .start = number(problem, "angle")};
  const bool stuck = out.kappa == 0.0 && mu > 0.0;
  const bool rolls = out.kappa / (1.0 + out.kappa) * std::tan(out.start) < mu;
  if (!(out.start > 0.0) || stuck || (out.kappa > 0.0 && !rolls)) return std::nullopt;
  return out;
}

/// Where the body is, and how fast: along, up, in the sense of rolling.
struct Motion {
  Eigen::Vector2d x, v;
  double turned, spin;
};

Motion motion_at(const Descent& descent, const Numbers& n, double t) {
  const bool touches = t < descent.leave_time();
  const double s = touches ? descent.place(t) : descent.leaves();
  const double a = descent.angle(s), rate = std::sqrt(descent.rate_squared(s));
  Motion out{n.reach * Eigen::Vector2d(std::sin(a), std::cos(a)),
             n.reach * rate * Eigen::Vector2d(std::cos(a), -std::sin(a)), 0.0, 0.0};
  descent.turn(s, out.spin, out.turned);
  if (touches) return out;
  const double flight = t - descent.leave_time();
  const Eigen::Vector2d fall(0.0, -n.gravity);
  out.x += flight * out.v + 0.5 * flight * flight * fall;
  out.v += flight * fall;
  out.turned += flight * out.spin;
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact) return std::nullopt;
  const auto numbers = numbers_of(problem);
  if (!numbers) return std::nullopt;
  const auto descent = std::make_shared<const Descent>(*numbers);
  const Numbers n = *numbers;
  const Eigen::VectorXd start = problem.initial.q;
  const int up = problem.traits.dimension - 1;
  const bool turns = problem.traits.rotates;
  const double end = problem.horizon * (1.0 + 1e-9);
  Truth out;
  out.source = "exact/dome";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-11;
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end)) return false;
    const Motion m = motion_at(*descent, n, t);
    q = start;
    v.setZero();
    q[0] = m.x.x(), q[up] = m.x.y();
    v[0] = m.v.x(), v[up] = m.v.y();
    // To the right down the dome: clockwise in the plane, about +y in space.
    if (turns && up == 1) q[2] = start[2] - m.turned, v[2] = -m.spin;
    if (turns && up == 2) q[4] = start[4] + m.turned, v[4] = m.spin;
    return true;
  };
  if (n.kappa > 0.0 && descent->slip_time() < problem.horizon)
    out.corners.push_back(descent->slip_time());
  if (descent->leave_time() < problem.horizon) out.corners.push_back(descent->leave_time());
  out.histories["from_top"] = [=](double t) {
    const Motion m = motion_at(*descent, n, t);
    return std::atan2(m.x.x(), m.x.y());
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "dome",
          .summary = "a body slides or rolls down a dome until it leaves it",
          .source = "elementary; energy, a linear equation in the angle, Gauss's rule for time",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::dome
