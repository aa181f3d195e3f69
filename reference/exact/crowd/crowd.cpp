#include "reference/exact/crowd/crowd.hpp"

#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace impactbench::exact::crowd {
namespace {

using Vec2 = Eigen::Vector2d;

/// sqrt(x^2 + r^2) - r asinh(r / x): its derivative is sqrt(x^2 + r^2) / x.
double passed(double x, double r) {
  return std::hypot(x, r) - r * std::asinh(r / x);
}

/// x > 0 with passed(x, r) = value, by bisection in ln x and Newton's method.
double place(double value, double r, double highest) {
  double low = std::log(highest) - 1.0, high = std::log(highest);
  while (passed(std::exp(low), r) > value)
    low -= 2.0;
  for (int k = 0; k < 200 && high - low > 1e-16 * std::abs(low); ++k) {
    const double middle = 0.5 * (low + high);
    (passed(std::exp(middle), r) > value ? high : low) = middle;
  }
  return std::exp(0.5 * (low + high));
}

Truth closed_form() {
  Truth out;
  out.source = "exact/crowd";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  return out;
}

Truth at_exit(const Problem& problem) {
  const double r = number(problem, "radius"), distance = number(problem, "distance");
  const double angle = number(problem, "half_angle"), speed = number(problem, "speed");
  const Vec2 from(std::cos(angle), std::sin(angle));
  const double meet = (distance - r / from.y()) / speed;
  const double x_meet = r / std::tan(angle);
  Truth out = closed_form();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    Vec2 x = (distance - speed * t) * from, u = -speed * from;
    if (t >= meet) {
      x = {place(passed(x_meet, r) - speed * (t - meet), r, x_meet), r};
      u = {-speed * x.x() / x.norm(), 0.0};
    }
    q << x, x.x(), -x.y();
    v << u, u.x(), -u.y();
    return true;
  };
  if (meet <= problem.horizon) out.event_times = {meet};
  return out;
}

/// The tractrix of unit length, from its cusp at a = pi / 2.
Vec2 tractrix(double a) {
  return {std::log(std::tan(0.5 * a)) + std::cos(a), std::sin(a)};
}

Truth pushed(const Problem& problem) {
  const double reach = 2.0 * number(problem, "radius"), start = number(problem, "angle");
  const double speed = number(problem, "speed"), ratio = number(problem, "ratio");
  const double share = ratio / (1.0 + ratio);
  const double slip = -reach / speed * std::log(std::tan(0.5 * start));
  const Vec2 idle = reach * Vec2(std::cos(start), std::sin(start));
  Truth out = closed_form();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    const double s = std::min(t, slip);
    const double a = s < slip ? 2.0 * std::atan(std::tan(0.5 * start) * std::exp(speed * s / reach))
                              : 0.5 * std::numbers::pi;
    const Vec2 e(std::cos(a), std::sin(a));
    const Vec2 other = idle + share * reach * (tractrix(a) - tractrix(start));
    const Vec2 push = t < slip ? Vec2(speed * e.x() * e) : Vec2(Vec2::Zero());
    q << other - reach * e + Vec2(speed * (t - s), 0.0), other;
    v << Vec2(speed, 0.0) - (1.0 - share) * push, share * push;
    return true;
  };
  return out;
}

Truth wedged(const Problem& problem) {
  const double reach = 2.0 * number(problem, "radius"), start = number(problem, "angle");
  const double speed = number(problem, "speed"), two = 2.0 / number(problem, "ratio");
  // Time since the start; it rises with a.
  const auto clock = [=](double a) {
    const auto at = [two](double x) {
      return (1.0 + two) * std::log(std::tan(0.5 * x)) + two * std::cos(x);
    };
    return reach / speed * (at(a) - at(start));
  };
  const double slip = clock(0.5 * std::numbers::pi);
  Truth out = closed_form();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    double low = start, high = 0.5 * std::numbers::pi;
    while (t < slip && high - low > 2e-16 * high) {
      const double middle = 0.5 * (low + high);
      if (middle == low || middle == high) break;
      (clock(middle) > t ? high : low) = middle;
    }
    const double a = t < slip ? 0.5 * (low + high) : high;
    const Vec2 e(std::cos(a), std::sin(a));
    const double displacement =
        reach * (std::log(std::tan(0.5 * a)) - std::log(std::tan(0.5 * start)));
    const double slowed = t < slip ? speed / (1.0 + two * e.x() * e.x()) : speed;
    const double x = displacement + speed * std::max(0.0, t - slip);
    const Vec2 off = t < slip ? Vec2(slowed * e.x() * e) : Vec2(Vec2::Zero());
    q << x, 0.0, displacement + reach * e.x(), reach * e.y(), displacement + reach * e.x(),
        -reach * e.y();
    v << slowed, 0.0, off, off.x(), -off.y();
    return true;
  };
  return out;
}

Truth at_door(const Problem& problem) {
  const double r = number(problem, "radius"), speed = number(problem, "speed");
  const Eigen::VectorXd start = problem.initial.q;
  Truth out = closed_form();
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    for (Eigen::Index i = 0; i < start.size(); ++i) {
      const double row = r * static_cast<double>(2 * i + 1);
      q[i] = std::max(start[i] - speed * t, row);
      v[i] = q[i] > row ? -speed : 0.0;
    }
    return true;
  };
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || !problem.traits.first_order || problem.traits.gluey) return std::nullopt;
  if (problem.name == "crowd_exit") return at_exit(problem);
  if (problem.name == "crowd_push") return pushed(problem);
  if (problem.name == "crowd_wedge") return wedged(problem);
  if (problem.name == "crowd_row" &&
      std::get<std::string>(problem.parameters.at("desired_velocities")) == "door") {
    return at_door(problem);
  }
  return std::nullopt;
}

}  // namespace

ReferenceEntry entry() {
  return {
      .name = "crowd",
      .summary = "two people at an exit, one pushing one or two others, a queue at a closed door",
      .source = "elementary integrals; model of maury-slides",
      .provenance = Provenance::closed_form,
      .truth = truth};
}

}  // namespace impactbench::exact::crowd
