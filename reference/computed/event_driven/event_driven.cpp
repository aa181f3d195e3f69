#include "reference/computed/event_driven/event_driven.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/generalised_system.hpp"
#include "reference/support/growth.hpp"

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

/// Gaps below this are closed [-].
constexpr double closed = 1e-10;

/// Motion between impacts, along the constraints that are held.
class Flight {
 public:
  using Set = std::vector<Eigen::Index>;

  explicit Flight(const GeneralisedSystem& system)
      : system_(system),
        mass_(system.dofs(), system.dofs()),
        force_(system.dofs()),
        more_(force_) {}

  Set held;
  /// Multipliers of held constraints in the last acceleration: M a = F + S + sum pushes_k grad f_k.
  [[nodiscard]] const Vector& pushes() const { return pushes_; }

  [[nodiscard]] Vector acceleration(double t, const Vector& q, const Vector& v) {
    return constrained(t, q, v, held);
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

  /// Constraints that are closed at q, `hit` among them.
  [[nodiscard]] Set touching(Eigen::Index hit, const Vector& q) const {
    Set out;
    for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
      if (a == hit || is_held(a) || system_.constraint(a, q) < closed) out.push_back(a);
    }
    return out;
  }

  /// -e v + (1 + e) times the v' nearest to v, in the metric of M, with grad f_a.v' >= 0 for all of
  /// a set: of its subsets, the one on which grad f_a.v' = 0 takes impulses that push.
  [[nodiscard]] Vector rebound(const Set& set, const Vector& q, const Vector& v) {
    system_.mass_matrix(q, mass_);
    const auto m = mass_.llt();
    const double e = system_.restitution();
    for (unsigned bits = 0; bits < 1U << set.size(); ++bits) {
      const Set rigid = subset(set, bits);
      Vector nearest = v;
      if (!rigid.empty()) {
        const Eigen::MatrixXd g = gradients(rigid, q), push = m.solve(g);
        const Vector p = -(g.transpose() * push).ldlt().solve(g.transpose() * v);
        if ((p.array() < 0.0).any()) continue;
        nearest = v + push * p;
      }
      const Vector opening = gradients(set, q).transpose() * nearest;
      if ((opening.array() >= -1e-12 * (1.0 + v.norm())).all()) return -e * v + (1.0 + e) * nearest;
    }
    return v;  // rounding alone leads here
  }

  /// Holds those of a set that do not open and are pressed: with them held all pushes are positive,
  /// and none of the others closes.
  void hold(const Set& set, double t, const Vector& q, const Vector& v) {
    Set slow;
    for (const Eigen::Index a : set) {
      if (std::abs(gradients({a}, q).col(0).dot(v)) < 1e-9 * (1.0 + v.norm())) slow.push_back(a);
    }
    for (unsigned bits = 0; bits < 1U << slow.size(); ++bits) {
      held = subset(slow, bits);
      const Vector a = acceleration(t, q, v);
      if ((pushes_.array() <= 0.0).any()) continue;
      const auto closes = [&](Eigen::Index c) {
        return !is_held(c) && gradients({c}, q).col(0).dot(a) + curvature(c, q, v) < 0.0;
      };
      if (std::none_of(slow.begin(), slow.end(), closes)) return;
    }
    held.clear();
  }

  /// The free constraint that is violated most; -1 if none is.
  [[nodiscard]] Eigen::Index violated(const Vector& q) const {
    Eigen::Index out = -1;
    double least = 0.0;
    for (Eigen::Index a = 0; a < system_.constraints(); ++a) {
      const double f = system_.constraint(a, q);
      if (f < least && !is_held(a)) least = f, out = a;
    }
    return out;
  }

  /// The part of a step of h after which f_a = 0, between its ends.
  [[nodiscard]] double time_of(Eigen::Index a, const Node& n, double h) {
    return root(n.t, h, [&](double s) { return system_.constraint(a, step(n, s).q); });
  }

  /// The place in held of the one that is pulled most at the end of the last step; -1 if none is.
  [[nodiscard]] Eigen::Index pulled() const {
    Eigen::Index at = -1;
    if (held.empty() || !(pushes_.minCoeff(&at) < 0.0)) return -1;
    return at;
  }

  /// The part of a step of h after which a held constraint is no longer pressed.
  [[nodiscard]] double release_of(Eigen::Index at, const Node& n, double h) {
    return root(n.t, h, [&](double s) {
      (void)step(n, s);
      return pushes_[at];
    });
  }

 private:
  static Set subset(const Set& set, unsigned bits) {
    Set out;
    for (std::size_t k = 0; k < set.size(); ++k) {
      if ((bits >> k & 1U) != 0) out.push_back(set[k]);
    }
    return out;
  }
  [[nodiscard]] bool is_held(Eigen::Index a) const {
    return std::find(held.begin(), held.end(), a) != held.end();
  }

  [[nodiscard]] Eigen::MatrixXd gradients(const Set& set, const Vector& q) const {
    Eigen::MatrixXd g(q.size(), static_cast<Eigen::Index>(set.size()));
    Vector one(q.size());
    for (std::size_t k = 0; k < set.size(); ++k) {
      system_.constraint_gradient(set[k], q, one);
      g.col(static_cast<Eigen::Index>(k)) = one;
    }
    return g;
  }

  /// d(grad f_a)/dt . v along v, by a central difference.
  [[nodiscard]] double curvature(Eigen::Index a, const Vector& q, const Vector& v) const {
    const double e = 1e-5 / (1.0 + v.norm());
    return (gradients({a}, q + e * v) - gradients({a}, q - e * v)).col(0).dot(v) / (2.0 * e);
  }

  [[nodiscard]] Vector constrained(double t, const Vector& q, const Vector& v, const Set& set) {
    system_.external_force(t, q, v, force_);
    system_.inertial_force(q, v, more_);
    system_.mass_matrix(q, mass_);
    const auto m = mass_.llt();
    Vector a = m.solve(force_ + more_);
    pushes_.resize(static_cast<Eigen::Index>(set.size()));
    if (set.empty()) return a;
    const Eigen::MatrixXd g = gradients(set, q), push = m.solve(g);
    Vector opening = g.transpose() * a;
    for (std::size_t k = 0; k < set.size(); ++k)
      opening[static_cast<Eigen::Index>(k)] += curvature(set[k], q, v);
    pushes_ = -(g.transpose() * push).ldlt().solve(opening);
    return a + push * pushes_;
  }

  /// Where a function of the part of a step of h from time t falls through zero, from above.
  template <class Function>
  static double root(double t, double h, Function&& function) {
    double low = 0.0, high = h;
    double at_low = function(0.0), at_high = function(h);
    for (int k = 0; k < 60 && high - low > 1e-15 * (t + h); ++k) {
      // Secant steps, kept off the ends; bisection where they do not shrink the interval.
      const double share = std::clamp(at_low / (at_low - at_high), 0.01, 0.99);
      const double middle = k % 3 == 2 ? 0.5 * (low + high) : low + share * (high - low);
      const double f = function(middle);
      (f > 0.0 ? low : high) = middle;
      (f > 0.0 ? at_low : at_high) = f;
    }
    return low;
  }

  const GeneralisedSystem& system_;
  Eigen::MatrixXd mass_;
  Vector force_, more_, pushes_;
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

constexpr std::size_t most_nodes = 1000000;

struct Motion {
  std::vector<Node> nodes;  ///< two of the same time at an impact
  std::vector<double> impacts;
};

Motion motion_of(const GeneralisedSystem& system, const State& start, double horizon, double h) {
  Flight flight(system);
  Motion out;
  out.nodes.push_back(flight.node(0.0, start.q, start.v));
  for (Eigen::Index a = 0; a < system.constraints(); ++a) {
    if (!(system.constraint(a, start.q) > 0.0)) return out;
  }
  const bool sticks = system.restitution() == 0.0;
  while (out.nodes.back().t < horizon && out.nodes.size() < most_nodes) {
    const Node last = out.nodes.back();
    Node next = flight.step(last, h);
    const Eigen::Index loose = flight.pulled(), hit = flight.violated(next.q);
    if (hit < 0 && loose < 0) {
      out.nodes.push_back(std::move(next));
      continue;
    }
    const double none = 2.0 * h;
    const double to_hit = hit < 0 ? none : flight.time_of(hit, last, h);
    const double to_loose = loose < 0 ? none : flight.release_of(loose, last, h);
    const double rest = std::min(to_hit, to_loose);
    const Node before = rest > 0.0 ? flight.step(last, rest) : last;
    if (rest > 0.0) out.nodes.push_back(before);
    if (to_loose < to_hit) {
      flight.held.erase(flight.held.begin() + loose);
      out.nodes.push_back(flight.node(before.t, before.q, before.v));
      continue;
    }
    const Flight::Set set = flight.touching(hit, before.q);
    const bool at_once = !out.impacts.empty() && before.t - out.impacts.back() < 4.0 * h;
    if (!sticks && (at_once || set.size() > 1)) {
      if (rest > 0.0) out.nodes.pop_back();
      return out;
    }
    const Vector after = flight.rebound(set, before.q, before.v);
    if ((after - before.v).norm() > 1e-9) out.impacts.push_back(before.t);
    flight.hold(set, before.t, before.q, after);
    out.nodes.push_back(flight.node(before.t, before.q, after));
  }
  return out;
}

Truth truth_of(Motion found) {
  const auto motion = std::make_shared<const Motion>(std::move(found));
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

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.traits.friction || problem.name != "double_pendulum") return std::nullopt;
  constexpr double h = 2e-4, shift = 1e-6;
  Truth out = computed(problem, h);
  if (!out.at) return std::nullopt;
  const auto& system = *generalised_system(*problem.system);
  const Eigen::VectorXd arms = arms_of(system);
  for (Eigen::Index k = 0; k < problem.initial.q.size(); ++k) {
    State moved = problem.initial;
    moved.q[k] += shift;
    const Truth other = truth_of(motion_of(system, moved, problem.horizon, h));
    if (!other.at) continue;
    out.growth = std::max(out.growth, growth_of(out, other, moved.q.size(), shift,
                                                system.top_speed() / arms[k], problem.horizon));
  }
  return out;
}

}  // namespace

Truth computed(const Problem& problem, double h) {
  const auto& system = *generalised_system(*problem.system);
  return truth_of(motion_of(system, problem.initial, problem.horizon, h));
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
