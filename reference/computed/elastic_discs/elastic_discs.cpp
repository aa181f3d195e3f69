#include "reference/computed/elastic_discs/elastic_discs.hpp"

#include "reference/computed/elastic_discs/hard_discs.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <algorithm>
#include <cmath>
#include <memory>

namespace impactbench::computed::elastic_discs {
namespace {

using Digits50 = boost::multiprecision::cpp_bin_float_50;
using Digits100 = boost::multiprecision::cpp_bin_float_100;

constexpr std::size_t most_discs = 81;
constexpr int most_impacts = 20000;
constexpr double agreed = 1e-13;  // [m] and [s]
constexpr double shift = 1e-30;   // [m]
constexpr double useful_growth = 1e3;

const RoundSystem* covered(const Problem& problem) {
  const auto* discs = disc_system(*problem.system);
  if (discs == nullptr || discs->bodies().size() == 0 || discs->bodies().size() > most_discs)
    return nullptr;
  const ContactLaw& law = discs->law();
  if (law.restitution != 1.0 || law.friction != 0.0 || !discs->constant_force()) return nullptr;
  if (problem.traits.driven || problem.traits.first_order) return nullptr;
  return discs;
}

/// A disc from an impact on, in doubles.
struct Piece {
  double time, x, y, vx, vy;
};

struct Motion {
  Course course;
  std::vector<std::vector<Piece>> pieces;  ///< per disc, ascending in time
};

template <class Real>
Piece piece(const typename HardDiscs<Real>::Body& b) {
  return {static_cast<double>(b.time), static_cast<double>(b.x), static_cast<double>(b.y),
          static_cast<double>(b.vx), static_cast<double>(b.vy)};
}

/// Largest distance between the discs of two computations at a time.
template <class A, class B>
double apart(const HardDiscs<A>& a, const HardDiscs<B>& b, const A& time) {
  double out = 0.0;
  for (int i = 0; i < static_cast<int>(a.bodies().size()); ++i) {
    const auto p = a.propagated(i, time);
    const auto o = b.propagated(i, B(time));
    out = std::max(out, std::abs(static_cast<double>(p.x - A(o.x))));
    out = std::max(out, std::abs(static_cast<double>(p.y - A(o.y))));
  }
  return out;
}

/// Every disc its own way, the same at every call.
template <class Real>
void shift_all(HardDiscs<Real>& discs) {
  const std::vector<typename HardDiscs<Real>::Body> start = discs.bodies();
  discs.restart([&](int i) {
    auto body = start[static_cast<std::size_t>(i)];
    body.x += Real(shift) * Real(std::cos(1.0 + i));
    body.y += Real(shift) * Real(std::sin(2.0 + 3 * i));
    return body;
  });
}

/// Whether both have the same next impact.
template <class A, class B>
bool same_impact(const typename HardDiscs<A>::Event& a, const typename HardDiscs<B>::Event& b) {
  const A apart = a.time - A(b.time);
  return a.a == b.a && a.b == b.b && std::abs(static_cast<double>(apart)) < agreed;
}

void record_impact(const HardDiscs<Digits100>& discs, int disc, Motion& out) {
  if (disc >= 0) {
    const auto k = static_cast<std::size_t>(disc);
    out.pieces[k].push_back(piece<Digits100>(discs.bodies()[k]));
  }
}

std::optional<Motion> motion_of(const Problem& problem) {
  const RoundSystem* system = covered(problem);
  if (system == nullptr) return std::nullopt;
  using Outcome = HardDiscs<Digits100>::Outcome;
  using Checked = HardDiscs<Digits50>::Outcome;
  HardDiscs<Digits100> exact(*system, problem.initial.q, problem.initial.v);
  HardDiscs<Digits50> check(*system, problem.initial.q, problem.initial.v);
  HardDiscs<Digits100> shifted(*system, problem.initial.q, problem.initial.v);
  shift_all(shifted);
  Motion out;
  Course& course = out.course;
  for (const auto& body : exact.bodies())
    out.pieces.push_back({piece<Digits100>(body)});
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const Digits100 start_energy = exact.energy();
  bool growing = true;
  course.known = course.given = end;
  for (int impacts = 0;; ++impacts) {
    HardDiscs<Digits100>::Event event, other;
    HardDiscs<Digits50>::Event checked;
    if (impacts == most_impacts) return std::nullopt;
    const auto outcome = exact.next(event);
    if (outcome == Outcome::none || event.time > Digits100(end)) break;
    const auto now = static_cast<double>(event.time);
    if (now < 1e-12) return std::nullopt;  // a contact that is closed at the start
    const bool known = outcome == Outcome::impact && check.next(checked) == Checked::impact &&
                       same_impact<Digits100, Digits50>(event, checked) &&
                       apart(exact, check, event.time) < agreed;
    if (!known) {
      course.known = now;
      course.given = std::min(course.given, now);
      break;
    }
    course.difference = std::max(course.difference, apart(exact, check, event.time));
    const Digits100 defect = abs(Digits100(exact.energy() - start_energy));
    const Digits100 scale = abs(start_energy);
    course.energy_defect = std::max(
        course.energy_defect, static_cast<double>(scale > 0 ? Digits100(defect / scale) : defect));
    course.impacts.push_back(now);
    record_impact(exact, event.a, out);
    record_impact(exact, event.b, out);
    if (!growing) continue;
    growing = shifted.next(other) == Outcome::impact && other.a == event.a && other.b == event.b;
    const double growth = growing ? apart(exact, shifted, event.time) / shift : useful_growth;
    if (growth < useful_growth) {
      course.growth = std::max(course.growth, growth);
    } else {
      growing = false;
      course.given = now;
    }
  }
  return out;
}

/// Smooth discs keep their spin.
bool at(const Motion& motion, const Vec2& gravity, const State& start, double t, Eigen::VectorXd& q,
        Eigen::VectorXd& v) {
  if (!(t >= 0.0) || t > motion.course.given) return false;
  for (std::size_t i = 0; i < motion.pieces.size(); ++i) {
    const std::vector<Piece>& pieces = motion.pieces[i];
    const auto next = std::upper_bound(pieces.begin(), pieces.end(), t,
                                       [](double time, const Piece& p) { return time < p.time; });
    const Piece& p = *std::prev(next);
    const double s = t - p.time;
    const auto k = static_cast<Eigen::Index>(3 * i);
    q[k] = p.x + s * (p.vx + 0.5 * gravity.x() * s);
    q[k + 1] = p.y + s * (p.vy + 0.5 * gravity.y() * s);
    v[k] = p.vx + gravity.x() * s;
    v[k + 1] = p.vy + gravity.y() * s;
    v[k + 2] = start.v[k + 2];
    q[k + 2] = start.q[k + 2] + t * start.v[k + 2];
  }
  return true;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact) return std::nullopt;
  std::optional<Motion> found = motion_of(problem);
  if (!found || !(found->course.given > 0.0)) return std::nullopt;
  const auto motion = std::make_shared<const Motion>(std::move(*found));
  const Vec2 gravity = disc_system(*problem.system)->gravity().head<2>();
  Truth out;
  out.source = "computed/elastic_discs";
  out.provenance = Provenance::computed_once;
  out.uncertainty = agreed;
  out.growth = motion->course.growth;
  for (const double t : motion->course.impacts) {
    if (t <= motion->course.given) out.event_times.push_back(t);
  }
  out.at = [motion, gravity, start = problem.initial](double t, Eigen::VectorXd& q,
                                                      Eigen::VectorXd& v) {
    return at(*motion, gravity, start, t, q, v);
  };
  return out;
}

}  // namespace

std::optional<Course> course_of(const Problem& problem) {
  std::optional<Motion> found = motion_of(problem);
  if (!found) return std::nullopt;
  return found->course;
}

ReferenceEntry entry() {
  return {.name = "elastic_discs",
          .summary = "1 to 81 rigid elastic discs in a box, impact by impact, 100 digits",
          .source = "event-driven; horizon by 50 digits and by the growth of a shifted start",
          .provenance = Provenance::computed_once,
          .truth = truth};
}

}  // namespace impactbench::computed::elastic_discs
