#include "reference/exact/rough_impacts/rough_impacts.hpp"

#include "problems/contact/round_bodies.hpp"
#include "reference/support/half_spaces.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>

namespace impactbench::exact::rough_impacts {
namespace {

using Real = long double;
using Real3 = Eigen::Matrix<Real, 3, 1>;

constexpr std::size_t most_bodies = 8;
constexpr std::size_t most_impacts = 20000;
constexpr Real never = std::numeric_limits<Real>::infinity();
constexpr Real together = 1e-15L;    // [s]
constexpr Real accumulated = 1e-9L;  // [s]
constexpr Real shift = 1e-9L;        // [m]
constexpr double useful_growth = 1e3;

/// A body from an impact on; angles are the integral of the spin.
struct Flight {
  Real start;
  Real3 x, v, angle, spin;
};

/// An impact of bodies a < b, or of body a with wall -1 - b.
struct Impact {
  Real time{never};
  int a{-1}, b{-1};
};

class Bodies {
 public:
  explicit Bodies(const Problem& problem)
      : system_(round_system(*problem.system)),
        round_(round_bodies(*problem.system)),
        gravity_(round_.gravity.cast<Real>()) {
    const bool plane = round_.dimension == 2;
    for (std::size_t i = 0; i < round_.size(); ++i) {
      const auto k = static_cast<Eigen::Index>(i) * round_.stride;
      Flight f{0, Real3::Zero(), Real3::Zero(), Real3::Zero(), Real3::Zero()};
      const auto place = round_.dimension;
      f.x.head(place) = problem.initial.q.segment(k, place).cast<Real>();
      f.v.head(place) = problem.initial.v.segment(k, place).cast<Real>();
      f.angle.tail(plane ? 1 : 3) =
          problem.initial.q.segment(k + place, plane ? 1 : 3).cast<Real>();
      f.spin.tail(plane ? 1 : 3) = problem.initial.v.segment(k + place, plane ? 1 : 3).cast<Real>();
      now_.push_back(f);
    }
  }

  void move(std::size_t body, int coordinate, Real distance) {
    now_[body].x[coordinate] += distance;
  }
  void move_all_by(Real distance) {
    for (std::size_t i = 0; i < now_.size(); ++i) {
      for (int c = 0; c < round_.dimension; ++c)
        move(i, c, distance * std::cos(Real(1 + 2 * i) + Real(c)));
    }
  }

  [[nodiscard]] const std::vector<Flight>& flights() const { return now_; }

  [[nodiscard]] Flight free_flight(int i, Real t) const {
    Flight f = now_[index(i)];
    const Real s = t - f.start;
    f.start = t;
    f.x += s * f.v + s * s / 2 * gravity_;
    f.v += s * gravity_;
    f.angle += s * f.spin;
    return f;
  }

  /// The next impact after `t`; `shared`: another one of the same body comes with it, along another
  /// direction than a right angle to it.
  [[nodiscard]] Impact next(Real t, bool& shared) const {
    std::vector<Impact> all;
    for (int i = 0; i < size(); ++i) {
      for (int w = 0; w < static_cast<int>(round_.obstacles.size()); ++w)
        all.push_back({t + to_wall(free_flight(i, t), i, w), i, -1 - w});
      for (int j = i + 1; j < size(); ++j)
        all.push_back({t + to_pair(free_flight(i, t), free_flight(j, t), i, j), i, j});
    }
    Impact first;
    for (const Impact& c : all) {
      if (c.time < first.time) first = c;
    }
    shared = std::any_of(all.begin(), all.end(), [&](const Impact& o) {
      const bool same = o.a == first.a && o.b == first.b;
      const bool meets =
          o.a == first.a || o.a == first.b || (o.b >= 0 && (o.b == first.a || o.b == first.b));
      return !same && meets && o.time - first.time < together;
    });
    return first;
  }

  void collide(const Impact& hit) {
    Flight& i = now_[index(hit.a)];
    i = free_flight(hit.a, hit.time);
    Flight fixed{hit.time, Real3::Zero(), Real3::Zero(), Real3::Zero(), Real3::Zero()};
    const bool wall = hit.b < 0;
    if (!wall) now_[index(hit.b)] = free_flight(hit.b, hit.time);
    Flight& j = wall ? fixed : now_[index(hit.b)];
    const Real3 n = wall ? Real3(-wall_normal(-1 - hit.b)) : Real3((j.x - i.x).normalized());
    const Real m_i = 1 / mass(hit.a), m_j = wall ? Real(0) : 1 / mass(hit.b);
    const Real r_i = radius(hit.a), r_j = wall ? Real(0) : radius(hit.b);
    const Real turn_i = r_i / inertia(hit.a), turn_j = wall ? Real(0) : r_j / inertia(hit.b);
    const Real3 w = i.v - j.v + (r_i * i.spin + r_j * j.spin).cross(n);
    const Real closing = w.dot(n);
    const Real3 slip = w - closing * n;
    const ContactLaw& law = system_->law(hit.a, hit.b);
    const Real normal = (1 + Real(law.restitution)) * closing / (m_i + m_j);
    Real3 tangential = Real3::Zero();
    if (law.friction > 0.0) {
      tangential = -(1 + Real(law.tangential_restitution)) /
                   (m_i + m_j + r_i * turn_i + r_j * turn_j) * slip;
      const Real bound = Real(law.friction) * normal, asked = tangential.norm();
      if (asked > bound) tangential *= bound / asked;
    }
    i.v += m_i * (tangential - normal * n);
    i.spin += turn_i * n.cross(tangential);
    if (wall) return;
    j.v -= m_j * (tangential - normal * n);
    j.spin += turn_j * n.cross(tangential);
  }

  [[nodiscard]] Real kinetic_energy() const {
    Real sum = 0;
    for (int i = 0; i < size(); ++i) {
      const Flight& f = now_[index(i)];
      sum += (mass(i) * f.v.squaredNorm() + inertia(i) * f.spin.squaredNorm()) / 2;
    }
    return sum;
  }
  [[nodiscard]] bool falls() const { return !gravity_.isZero(); }

  /// Whether some contact is closed and does not open.
  [[nodiscard]] bool pressed() const {
    const auto held = [](Real gap, Real rate) { return gap < 1e-12L && !(rate > 0); };
    for (int i = 0; i < size(); ++i) {
      const Flight& f = now_[index(i)];
      for (int w = 0; w < static_cast<int>(round_.obstacles.size()); ++w) {
        if (held(gap_of(f, i, w), f.v.dot(wall_normal(w)))) return true;
      }
      for (int j = i + 1; j < size(); ++j) {
        const Flight& o = now_[index(j)];
        const Real3 d = o.x - f.x;
        if (held(d.norm() - radius(i) - radius(j), d.dot(o.v - f.v))) return true;
      }
    }
    return false;
  }

 private:
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }
  [[nodiscard]] int size() const { return static_cast<int>(now_.size()); }
  [[nodiscard]] Real radius(int i) const { return round_.radius[index(i)]; }
  [[nodiscard]] Real mass(int i) const { return round_.mass[index(i)]; }
  [[nodiscard]] Real inertia(int i) const { return round_.inertia[index(i)]; }
  [[nodiscard]] Real3 wall_normal(int w) const { return round_.obstacles[index(w)].b.cast<Real>(); }
  [[nodiscard]] Real gap_of(const Flight& f, int i, int w) const {
    return (f.x - round_.obstacles[index(w)].a.cast<Real>()).dot(wall_normal(w)) - radius(i);
  }

  /// First root of gap + rate s + fall s^2 / 2 that closes, in the form without cancellation.
  [[nodiscard]] Real to_wall(const Flight& f, int i, int w) const {
    const Real gap = std::max(gap_of(f, i, w), Real(0));
    const Real rate = f.v.dot(wall_normal(w)), fall = gravity_.dot(wall_normal(w));
    const Real under = rate * rate - 2 * fall * gap;
    if (rate < 0) return under < 0 ? never : 2 * gap / (std::sqrt(under) - rate);
    return fall < 0 ? (rate + std::sqrt(under)) / -fall : never;
  }

  [[nodiscard]] Real to_pair(const Flight& f, const Flight& o, int i, int j) const {
    const Real3 d = o.x - f.x, w = o.v - f.v;
    const Real along = d.dot(w), reach = radius(i) + radius(j);
    if (!(along < 0)) return never;
    const Real length = d.norm();
    const Real room = std::max((length - reach) * (length + reach), Real(0));
    const Real under = along * along - w.squaredNorm() * room;
    return under < 0 ? never : room / (std::sqrt(under) - along);
  }

  const RoundSystem* system_;
  RoundBodies round_;
  Real3 gravity_;
  std::vector<Flight> now_;
};

struct Course {
  std::vector<std::vector<Flight>> flights;  ///< per body
  std::vector<Impact> impacts;
  Real end{0};
  Real kinetic{0};
};

Course course_of(Bodies bodies, Real end) {
  Course out;
  for (const Flight& f : bodies.flights())
    out.flights.push_back({f});
  out.end = end;
  Real now = 0;
  std::vector<Impact> recent;
  while (out.impacts.size() < most_impacts) {
    bool shared = false;
    const Impact hit = bodies.next(now, shared);
    if (!(hit.time < end)) {
      out.kinetic = bodies.kinetic_energy();
      return out;
    }
    const bool again = !out.impacts.empty() && hit.a == out.impacts.back().a &&
                       hit.b == out.impacts.back().b && hit.time - now < accumulated;
    out.end = hit.time;
    if (shared || again) return out;
    bodies.collide(hit);
    now = hit.time;
    out.impacts.push_back(hit);
    for (const int i : {hit.a, hit.b}) {
      if (i >= 0)
        out.flights[static_cast<std::size_t>(i)].push_back(
            bodies.flights()[static_cast<std::size_t>(i)]);
    }
    out.end = end;
  }
  out.end = now;
  return out;
}

/// Right limits at the times of impacts as they are given out, in doubles.
const Flight& flight_at(const std::vector<Flight>& flights, Real t) {
  const auto next =
      std::upper_bound(flights.begin(), flights.end(), static_cast<double>(t),
                       [](double s, const Flight& f) { return s < static_cast<double>(f.start); });
  return next == flights.begin() ? flights.front() : *std::prev(next);
}

Flight state_of(const std::vector<Flight>& flights, Real t, const Real3& gravity) {
  Flight f = flight_at(flights, t);
  const Real s = t - f.start;
  f.x += s * f.v + s * s / 2 * gravity;
  f.v += s * gravity;
  f.angle += s * f.spin;
  return f;
}

/// The growth of the shift by the end of the motion, which is cut where it becomes useless.
double growth_of(Course& course, const Course& other, const Real3& gravity) {
  double growth = 1.0;
  constexpr int instants = 400;
  const Real end = course.end;
  for (int k = 1; k <= instants; ++k) {
    const Real t = end * k / instants;
    double now = t <= other.end ? 1.0 : useful_growth;
    for (std::size_t i = 0; i < course.flights.size(); ++i) {
      const Real3 off =
          state_of(course.flights[i], t, gravity).x - state_of(other.flights[i], t, gravity).x;
      now = std::max(now, static_cast<double>(off.norm() / shift));
    }
    if (now >= useful_growth) {
      course.end = end * (k - 1) / instants;
      return growth;
    }
    growth = std::max(growth, now);
  }
  return growth;
}

bool covered(const Problem& problem) {
  const ProblemTraits& traits = problem.traits;
  if (traits.bodies != BodyKind::round || !traits.rotates || problem.traits.driven ||
      problem.traits.initial_penetration || !problem.system->constant_force()) {
    return false;
  }
  const RoundBodies bodies = round_bodies(*problem.system);
  if (bodies.size() == 0 || bodies.size() > most_bodies || !among_half_spaces(bodies)) return false;
  return traits.dimension == 3 || bodies.law.friction > 0.0 || bodies.law.restitution < 1.0;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.traits.gluey || !covered(problem)) return std::nullopt;
  const Bodies bodies(problem);
  if (bodies.pressed()) return std::nullopt;
  const Real end = static_cast<Real>(problem.horizon) * (1 + 1e-9L);
  auto course = std::make_shared<Course>(course_of(bodies, end));
  const RoundBodies round = round_bodies(*problem.system);
  const Real3 gravity = round.gravity.cast<Real>();
  const bool complete = course->end == end;
  Truth out;
  const auto see_growth = [&](auto&& move) {
    Bodies moved(problem);
    move(moved);
    out.growth = std::max(out.growth, growth_of(*course, course_of(moved, end), gravity));
  };
  if (round.size() > 1) see_growth([](Bodies& all) { all.move_all_by(shift); });
  for (std::size_t i = 0; i < round.size() && round.size() > 1; ++i) {
    for (int c = 0; c < round.dimension; ++c)
      see_growth([&](Bodies& all) { all.move(i, c, shift); });
  }
  if (!(course->end > 0)) return std::nullopt;
  out.source = "exact/rough_impacts";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-14 * out.growth;
  for (const Impact& hit : course->impacts) {
    if (hit.time <= course->end) out.event_times.push_back(static_cast<double>(hit.time));
  }
  const bool settled = course->impacts.empty() || course->impacts.back().time < 0.98L * end;
  if (complete && course->end == end && settled && !bodies.falls())
    out.scalars["kinetic_energy"] = static_cast<double>(course->kinetic);
  out.at = [course, gravity, stride = round.stride, place = round.dimension](
               double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && static_cast<Real>(t) <= course->end)) return false;
    const Eigen::Index turns = place == 2 ? 1 : 3;
    for (std::size_t i = 0; i < course->flights.size(); ++i) {
      const Flight f = state_of(course->flights[i], t, gravity);
      const auto k = static_cast<Eigen::Index>(i) * stride;
      q.segment(k, place) = f.x.head(place).cast<double>();
      v.segment(k, place) = f.v.head(place).cast<double>();
      q.segment(k + place, turns) = f.angle.tail(turns).cast<double>();
      v.segment(k + place, turns) = f.spin.tail(turns).cast<double>();
    }
    return true;
  };
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "rough_impacts",
          .summary = "1 to 8 rigid discs or balls that spin: impacts with friction and restitution",
          .source = "Garwin 1969; Walton 1993; Newton's and Coulomb's laws impact by impact",
          .provenance = Provenance::closed_form,
          .truth = truth,
          .takes_laws = true};
}

}  // namespace impactbench::exact::rough_impacts
