#include "reference/computed/compliant_impact/compliant_impact.hpp"

#include "reference/computed/compliant_impact/taylor.hpp"
#include "reference/support/two_disc_bounce.hpp"

#include <memory>

namespace impactbench::computed::compliant_impact {
namespace {

constexpr double largest_defect = 1e-25;

/// Share of the largest depth at which the integration ends: the rest is a straight flight to 1 in
/// 10^16, and closer to D = 0 the coefficients of the series leave the range of a double.
constexpr double nearly_open = 1e-8;

TaylorPath::Law law_of(const Compliance& contact, double mass, double gravity) {
  return {Wide(gravity), Wide(contact.exponent) * Wide(contact.coefficient) / Wide(mass),
          Wide(contact.exponent) - 1};
}

/// Root of K D^(p+1) / (p+1) - g D = v^2 / 2 above the equilibrium, by Newton's method from above.
Wide deepest(const TaylorPath::Law& law, const Wide& speed) {
  const Wide p = law.power + 1;
  const Wide target = speed * speed / 2;
  Wide d = pow(target * p / law.stiffness, 1 / p);
  if (law.g > 0) d += pow(law.g * p / law.stiffness, 1 / law.power);  // pow(0, x) is NaN here
  for (int k = 0; k < 200; ++k) {
    const Wide f = law.stiffness * pow(d, p) / p - law.g * d - target;
    const Wide step = f / (law.stiffness * pow(d, law.power) - law.g);
    d -= step;
    if (abs(step) < d * Wide(1e-45)) break;
  }
  return d;
}

std::optional<ContactProfile> profile(const Compliance& contact, double mass, double speed,
                                      double gravity) {
  // A start at rest on the floor returns to it at rest: its last part is not a straight line.
  if (!(speed > 0.0)) return std::nullopt;
  const TaylorPath::Law law = law_of(contact, mass, gravity);
  const Wide depth = deepest(law, Wide(speed));
  const auto path =
      std::make_shared<const TaylorPath>(law, depth, Wide(0), Wide(1e6), depth * nearly_open);
  if (!(path->energy_defect() < largest_defect)) return std::nullopt;
  const Wide half = path->end() + path->last_depth() / -path->last_rate();
  const auto half_time = static_cast<double>(half);
  return ContactProfile{2.0 * half_time, static_cast<double>(depth), [=](double since) {
                          // Time since the deepest point; before it the motion runs backwards.
                          const double s = since - half_time;
                          DepthState out = path->at(std::abs(s));
                          if (s < 0.0) out.rate = -out.rate;
                          return out;
                        }};
}

std::optional<Truth> find(const Problem& problem, const Compliance& contact) {
  if (const auto start = pressed_start(problem)) {
    const auto path = std::make_shared<const TaylorPath>(
        law_of(contact, start->mass, start->gravity), Wide(start->depth), Wide(0),
        Wide(problem.horizon), Wide(start->depth) / 1000);
    // Comes out of the floor, or nearly: not persistent.
    if (path->end() < Wide(problem.horizon) || !(path->energy_defect() < largest_defect)) {
      return std::nullopt;
    }
    return pressed_truth(problem, *start, [path](double t) { return path->at(t); });
  }
  const auto of = [&](double mass, double speed, double gravity) {
    return profile(contact, mass, speed, gravity);
  };
  auto single = bouncing_truth(problem, contact, of);
  return single ? single : two_disc_truth(problem, of);
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (!contact || contact->per_root_radius || problem.traits.restitution != 1.0)
    return std::nullopt;
  auto out = find(problem, *contact);
  if (out) {
    out->source = "computed/compliant_impact";
    out->provenance = Provenance::computed_two_ways;
    out->uncertainty = 1e-13;
  }
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "compliant_impact",
          .summary = "one disc or two on a line, power-law elastic contact, 50 digits",
          .source = "Taylor series of order 30, checked by its energy",
          .provenance = Provenance::computed_two_ways,
          .truth = truth};
}

}  // namespace impactbench::computed::compliant_impact
