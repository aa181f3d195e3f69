#include "reference/exact/swept_by_ring/swept_by_ring.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <limits>
#include <numbers>

namespace impactbench::exact::swept_by_ring {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();

/// A circle that pushes from an instant on, a its angle then.
struct Push {
  double begin{never}, radius{1.0}, cotangent{1.0};  ///< of a / 2
  double end{never};

  /// The direction (cos a, |sin a|) at a time.
  [[nodiscard]] Eigen::Vector2d direction(double t, double speed) const {
    const double a = 2.0 * std::atan2(1.0, cotangent * std::exp(-speed * (t - begin) / radius));
    return {std::cos(a), std::sin(a)};
  }
};

struct Course {
  double speed, x, y, side;  ///< y >= 0, the true one has the sign `side`
  Push inner, outer;
  double rest_x, rest_y;  ///< after the inner circle has passed

  void at(double t, Eigen::VectorXd& q, Eigen::VectorXd& v) const {
    v.setZero();
    q << x, side * y;
    if (t >= inner.begin) q << rest_x, side * rest_y;
    for (const Push* push : {&inner, &outer}) {
      if (t < push->begin || t >= push->end) continue;
      const Eigen::Vector2d e = push->direction(t, speed);
      q << speed * t + push->radius * e.x(), side * push->radius * e.y();
      v << speed * e.x() * e.x(), side * speed * e.x() * e.y();
    }
  }
};

Course course_of(const Problem& p, std::optional<double> inner, std::optional<double> outer) {
  Course out{};
  out.speed = number(p, "speed");
  out.x = out.rest_x = p.initial.q[0];
  out.y = out.rest_y = std::abs(p.initial.q[1]);
  out.side = std::copysign(1.0, p.initial.q[1]);
  const double V = out.speed;
  if (inner && out.y < *inner && out.x > 0.0) {
    const double ahead = std::sqrt((*inner - out.y) * (*inner + out.y));
    Push& push = out.inner;
    push.begin = (out.x - ahead) / V;
    push.radius = *inner;
    // tan(a/2) = sin a / (1 + cos a)
    const double tangent = out.y / (*inner + ahead);
    push.cotangent = 1.0 / tangent;
    if (tangent > 0.0) push.end = push.begin + *inner / V * std::log(push.cotangent);
    out.rest_x = V * push.end;
    out.rest_y = *inner;
  }
  if (outer && std::isfinite(out.rest_x)) {
    const double behind = std::sqrt((*outer - out.rest_y) * (*outer + out.rest_y));
    Push& push = out.outer;
    push.begin = (out.rest_x + behind) / V;
    push.radius = *outer;
    push.cotangent = out.rest_y / (*outer + behind);  // of a = pi - asin(y / R)
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact) return std::nullopt;
  std::optional<double> inner, outer;
  if (problem.name == "swept_disc") {
    outer = number(problem, "radius");
  } else if (problem.name == "pushed_disc") {
    inner = number(problem, "radius");
  } else if (problem.name == "thick_circle") {
    const double half = 0.5 * number(problem, "thickness");
    inner = number(problem, "radius") - half;
    outer = number(problem, "radius") + half;
  } else {
    return std::nullopt;
  }
  const Course course = course_of(problem, inner, outer);
  const double T = problem.horizon;
  Truth out;
  out.source = "exact/swept_by_ring";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-13;
  for (const double t : {course.inner.begin, course.outer.begin})
    if (t > 0.0 && t <= T) out.event_times.push_back(t);
  if (course.inner.end <= T) out.corners.push_back(course.inner.end);
  out.at = [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= T * (1.0 + 1e-12))) return false;
    course.at(t, q, v);
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "swept_by_ring",
          .summary = "a point swept by circles that move: tractrix, and pushed aside",
          .source = "elementary integrals",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::swept_by_ring
