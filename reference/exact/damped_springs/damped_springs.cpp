#include "reference/exact/damped_springs/damped_springs.hpp"

#include "reference/exact/damped_springs/damped_contact.hpp"
#include "reference/support/damping_ratio.hpp"
#include "reference/support/line_motion.hpp"
#include "reference/support/two_disc_bounce.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <memory>
#include <utility>

namespace impactbench::exact::damped_springs {
namespace {

constexpr double never = std::numeric_limits<double>::infinity();
constexpr std::size_t most_legs = 20000;

/// One coordinate from leg to leg: flights and contacts in turns.
struct Path {
  struct Leg {
    double start;
    std::function<LineState(double since)> at;
  };
  std::vector<Leg> legs;
  std::vector<double> closings, corners;
  double deepest{0.0};

  [[nodiscard]] LineState at(double t) const {
    const auto after = std::upper_bound(legs.begin(), legs.end(), t,
                                        [](double s, const Leg& leg) { return s < leg.start; });
    const Leg& leg = after == legs.begin() ? legs.front() : *std::prev(after);
    return leg.at(t - leg.start);
  }
};

/// Time to the next wall and its side, -1 the low one.
std::pair<double, double> next_wall(const Axis& axis, const LineState& s) {
  const double g = -axis.gravity, height = std::max(s.x - axis.low, 0.0);
  if (g > 0.0) return {(s.v + std::sqrt(s.v * s.v + 2.0 * g * height)) / g, -1.0};
  if (s.v == 0.0) return {never, -1.0};
  if (s.v < 0.0) return {height / -s.v, -1.0};
  return {std::max(axis.high - s.x, 0.0) / s.v, 1.0};
}

/// Nothing where legs get too many. Gravity points to the low wall, or there is none.
std::optional<Path> path_of(const Axis& axis, Oscillator contact, double horizon) {
  Path out;
  contact.gravity = -axis.gravity;
  LineState now{axis.position, axis.speed};
  double t = 0.0, side = -1.0;
  bool inside = axis.position < axis.low;
  while (out.legs.size() < most_legs) {
    if (!inside) {
      const auto [wait, wall] = next_wall(axis, now);
      out.legs.push_back({t, [=, g = axis.gravity](double s) {
                            return LineState{now.x + s * (now.v + 0.5 * g * s), now.v + g * s};
                          }});
      t += wait;
      if (!(t < horizon)) return out;
      now.v += wait < never ? axis.gravity * wait : 0.0;
      side = wall;
      out.closings.push_back(t);
    }
    const double at = side < 0.0 ? axis.low : axis.high;
    const double depth = inside ? at - now.x : 0.0;
    const auto hit = std::make_shared<const DampedContact>(contact, depth, side * now.v);
    out.legs.push_back({t, [=](double s) {
                          const DepthState d = hit->at(s);
                          return LineState{at + side * d.depth, side * d.rate};
                        }});
    out.deepest = std::max(out.deepest, hit->deepest(horizon - t));
    out.corners.push_back(t);
    t += hit->duration();
    if (!(t < horizon)) return out;
    out.corners.push_back(t);
    now = {at, side * hit->at(hit->duration()).rate};
    inside = false;
  }
  return std::nullopt;
}

std::optional<Truth> one_disc(const Problem& problem, const Oscillator& contact) {
  const auto axes = axes_of_single_disc(problem);
  if (!axes) return std::nullopt;
  const Axis x = (*axes)[0], y = (*axes)[1];
  const double rise = y.gravity < 0.0 ? 0.5 * y.speed * y.speed / -y.gravity : 0.0;
  if (x.gravity != 0.0 || y.gravity > 0.0 || y.position + rise > y.high || x.position < x.low ||
      x.position > x.high || (y.position < y.low && y.gravity == 0.0)) {
    return std::nullopt;
  }
  auto along_x = path_of(x, contact, problem.horizon),
       along_y = path_of(y, contact, problem.horizon);
  if (!along_x || !along_y) return std::nullopt;
  Truth out;
  const auto paths =
      std::make_shared<const std::pair<Path, Path>>(std::move(*along_x), std::move(*along_y));
  for (const Path* p : {&paths->first, &paths->second}) {
    out.event_times.insert(out.event_times.end(), p->closings.begin(), p->closings.end());
    out.corners.insert(out.corners.end(), p->corners.begin(), p->corners.end());
  }
  const double deepest = std::max(paths->first.deepest, paths->second.deepest);
  if (deepest > 0.0) out.scalars["penetration_relative"] = deepest;
  const double angle = problem.initial.q[2], spin = problem.initial.v[2];
  out.at = [=, end = problem.horizon](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0 && t <= end * (1.0 + 1e-9))) return false;
    const LineState a = paths->first.at(t), b = paths->second.at(t);
    q << a.x, b.x, angle + spin * t;
    v << a.v, b.v, spin;
    return true;
  };
  return out;
}

std::optional<Truth> two_discs(const Problem& problem,
                               const std::function<Oscillator(double)>& of) {
  const ProfileOf profile = [&](double mass, double speed,
                                double) -> std::optional<ContactProfile> {
    const auto hit = std::make_shared<const DampedContact>(of(mass), 0.0, speed);
    const double lasts = hit->duration();
    if (lasts == never) return std::nullopt;
    return ContactProfile{.duration = lasts,
                          .depth = hit->deepest(lasts),
                          .at = [hit](double since) { return hit->at(since); },
                          .leaves = -hit->at(lasts).rate / speed};
  };
  const auto motion = two_disc_bounce(problem, profile);
  if (!motion) return std::nullopt;
  Truth out = truth_of(problem, *motion);
  double reached = 0.0;
  for (const TwoDiscBounce::Hit& hit : motion->hits) {
    out.corners.push_back(hit.event.time);
    if (hit.end < problem.horizon) out.corners.push_back(hit.end);
    const DampedContact contact(of(hit.event.reduced_mass), 0.0, hit.event.speed);
    reached = std::max(reached, contact.deepest(problem.horizon - hit.event.time));
  }
  if (reached > 0.0) out.scalars["penetration_relative"] = reached;
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const double e = problem.traits.restitution;
  const auto* system = disc_system(*problem.system);
  if (!contact || contact->exponent != 2.0 || e == 1.0 || system == nullptr) return std::nullopt;
  const auto zeta = static_cast<double>(damping_ratio(e, contact->end));
  if (!std::isfinite(zeta)) return std::nullopt;
  const auto of = [&](double mass) {
    return Oscillator{std::sqrt(2.0 * contact->coefficient / mass), zeta, 0.0, contact->end};
  };
  auto out = one_disc(problem, of(system->bodies().mass.front()));
  if (!out) out = two_discs(problem, of);
  if (!out) return std::nullopt;
  out->source = "exact/damped_springs";
  out->provenance = Provenance::closed_form;
  out->uncertainty = 1e-13;
  std::sort(out->event_times.begin(), out->event_times.end());
  std::sort(out->corners.begin(), out->corners.end());
  for (auto& [name, depth] : out->scalars)
    depth /= 2.0 * system->largest_radius();
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {
      .name = "damped_springs",
      .summary = "one disc or two on a line, linear springs with dashpots, both ends of a contact",
      .source = "damped harmonic oscillator; Schwager and Poeschel 2007",
      .provenance = Provenance::closed_form,
      .truth = truth};
}

}  // namespace impactbench::exact::damped_springs
