#include "reference/computed/event_driven/event_driven.hpp"

#include "problems/model/generalised_system.hpp"

#include <Eigen/Cholesky>

#include <algorithm>
#include <cmath>
#include <iterator>
#include <memory>
#include <vector>

namespace impactbench::computed::event_driven {
namespace {

using Vector = Eigen::VectorXd;

struct Node {
  double t;
  Vector q, v, a;  ///< a: acceleration, for interpolation
};

/// Motion between impacts.
class Flight {
 public:
  explicit Flight(const GeneralisedSystem& system)
      : system_(system),
        mass_(system.dofs(), system.dofs()),
        force_(system.dofs()),
        more_(force_) {}

  [[nodiscard]] Vector acceleration(double t, const Vector& q, const Vector& v) {
    system_.external_force(t, q, v, force_);
    system_.inertial_force(q, v, more_);
    system_.mass_matrix(q, mass_);
    return mass_.llt().solve(force_ + more_);
  }

  [[nodiscard]] Node node(double t, const Vector& q, const Vector& v) {
    return {t, q, v, acceleration(t, q, v)};
  }

  [[nodiscard]] Node step(const Node& n, double h) {
    const Vector a2 = acceleration(n.t + 0.5 * h, n.q + 0.5 * h * n.v, n.v + 0.5 * h * n.a);
    const Vector v2 = n.v + 0.5 * h * n.a, v3 = n.v + 0.5 * h * a2;
    const Vector a3 = acceleration(n.t + 0.5 * h, n.q + 0.5 * h * v2, v3);
    const Vector v4 = n.v + h * a3;
    const Vector a4 = acceleration(n.t + h, n.q + h * v3, v4);
    return node(n.t + h, n.q + h / 6.0 * (n.v + 2.0 * v2 + 2.0 * v3 + v4),
                n.v + h / 6.0 * (n.a + 2.0 * a2 + 2.0 * a3 + a4));
  }

  /// Velocity after an impact on constraint `a`.
  [[nodiscard]] Vector rebound(Eigen::Index a, const Vector& q, const Vector& v) {
    Vector g(q.size());
    system_.constraint_gradient(a, q, g);
    system_.mass_matrix(q, mass_);
    const Vector push = mass_.llt().solve(g);
    return v - (1.0 + system_.restitution()) * g.dot(v) / g.dot(push) * push;
  }

  /// The constraint that is violated most; -1 if none is.
  [[nodiscard]] Eigen::Index violated(const Vector& q) const {
    Eigen::Index out = -1;
    double least = 0.0;
    for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
      const double f = system_.constraint(a, q);
      if (f < least) least = f, out = a;
    }
    return out;
  }

  /// The part of a step of h after which f_a = 0, between its ends.
  [[nodiscard]] double time_of(Eigen::Index a, const Node& n, double h) {
    double low = 0.0, high = h;
    double at_low = system_.constraint(a, n.q), at_high = system_.constraint(a, step(n, h).q);
    for (int k = 0; k < 60 && high - low > 1e-15 * (n.t + h); ++k) {
      // Secant steps, kept off the ends; bisection where they do not shrink the interval.
      const double share = std::clamp(at_low / (at_low - at_high), 0.01, 0.99);
      const double middle = k % 3 == 2 ? 0.5 * (low + high) : low + share * (high - low);
      const double f = system_.constraint(a, step(n, middle).q);
      (f > 0.0 ? low : high) = middle;
      (f > 0.0 ? at_low : at_high) = f;
    }
    return low;
  }

 private:
  const GeneralisedSystem& system_;
  Eigen::MatrixXd mass_;
  Vector force_, more_;
};

/// Quintic Hermite interpolation of position, its derivative for velocity.
void interpolate(const Node& a, const Node& b, double t, Vector& q, Vector& v) {
  const double h = b.t - a.t, s = (t - a.t) / h;
  const Vector d = b.q - a.q - h * a.v - 0.5 * h * h * a.a;
  const Vector e = h * (b.v - a.v) - h * h * a.a, f = h * h * (b.a - a.a);
  const Vector c3 = 10.0 * d - 4.0 * e + 0.5 * f, c4 = -15.0 * d + 7.0 * e - f;
  const Vector c5 = 6.0 * d - 3.0 * e + 0.5 * f;
  q = a.q + s * h * a.v + 0.5 * s * s * h * h * a.a + s * s * s * (c3 + s * (c4 + s * c5));
  v = a.v + s * h * a.a + s * s / h * (3.0 * c3 + s * (4.0 * c4 + 5.0 * s * c5));
}

struct Motion {
  std::vector<Node> nodes;  ///< two of the same time at an impact
  std::vector<double> impacts;
};

Motion motion_of(const Problem& problem, const GeneralisedSystem& system, double h) {
  Flight flight(system);
  Motion out;
  out.nodes.push_back(flight.node(0.0, problem.initial.q, problem.initial.v));
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    if (!(system.constraint(a, problem.initial.q) > 0.0)) return out;
  }
  while (out.nodes.back().t < problem.horizon) {
    const Node& last = out.nodes.back();
    Node next = flight.step(last, h);
    const Eigen::Index hit = flight.violated(next.q);
    if (hit < 0) {
      out.nodes.push_back(std::move(next));
      continue;
    }
    const double rest = flight.time_of(hit, last, h);
    if (!out.impacts.empty() && last.t + rest - out.impacts.back() < 4.0 * h) return out;
    const Node before = rest > 0.0 ? flight.step(last, rest) : last;
    if (rest > 0.0) out.nodes.push_back(before);
    out.impacts.push_back(before.t);
    out.nodes.push_back(flight.node(before.t, before.q, flight.rebound(hit, before.q, before.v)));
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "double_pendulum") return std::nullopt;
  Truth out = computed(problem, 2e-4);
  if (!out.at) return std::nullopt;
  return out;
}

}  // namespace

Truth computed(const Problem& problem, double h) {
  const auto& system = dynamic_cast<const GeneralisedSystem&>(*problem.system);
  const auto motion = std::make_shared<const Motion>(motion_of(problem, system, h));
  Truth out;
  out.source = "computed/event_driven";
  out.provenance = Provenance::computed_once;
  out.uncertainty = 1e-9;
  if (motion->nodes.size() < 2) return out;
  out.at = [motion](double t, Vector& q, Vector& v) {
    if (!(t >= 0.0) || t > motion->nodes.back().t) return false;
    // Right limits: of two nodes at an impact the second one.
    const auto next = std::upper_bound(motion->nodes.begin(), motion->nodes.end(), t,
                                       [](double s, const Node& n) { return s < n.t; });
    const Node& a = *std::prev(next);
    if (next == motion->nodes.end()) {
      q = a.q, v = a.v;
    } else {
      interpolate(a, *next, t, q, v);
    }
    return true;
  };
  out.event_times = motion->impacts;
  return out;
}

ReferenceEntry entry() {
  return {
      .name = "event_driven",
      .summary = "a double pendulum between stops, impact by impact",
      .source = "Runge-Kutta of order 4 between impacts; checked against polar_wall's exact one",
      .provenance = Provenance::computed_once,
      .truth = truth};
}

}  // namespace impactbench::computed::event_driven
