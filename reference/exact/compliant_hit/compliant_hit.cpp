#include "reference/exact/compliant_hit/compliant_hit.hpp"

#include "reference/support/elastic_bounce.hpp"
#include "reference/support/two_disc_bounce.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::exact::compliant_hit {
namespace {

double frequency(double mass, const Compliance& contact) {
  return std::sqrt(2.0 * contact.coefficient / mass);
}

/// A contact, from the duration and the depth that are known in closed form.
struct Contact {
  double end, depth;
};

std::optional<std::vector<Contact>> contacts_of(const Problem& problem, const Compliance& law) {
  const auto profile = [&](double mass, double speed, double) {
    return std::optional(
        ContactProfile{duration(mass, speed, law), largest_depth(mass, speed, law), {}});
  };
  std::vector<Contact> out;
  if (const auto axes = axes_of_single_disc(problem)) {
    // The walls act on one coordinate each: contacts with two of them at a time do not mix.
    const double mass = problem.system->mass()[0];
    for (const Axis& axis : *axes) {
      if (axis.speed == 0.0) continue;
      const ContactProfile p = *profile(mass, std::abs(axis.speed), 0.0);
      std::vector<double> times;
      ElasticBounce(axis, p).events(problem.horizon, times);
      for (const double t : times)
        out.push_back({t + p.duration, p.depth});
    }
    return out;
  }
  const auto motion = two_disc_bounce(problem, profile);
  if (!motion) return std::nullopt;
  for (const TwoDiscBounce::Hit& hit : motion->hits)
    out.push_back({hit.end, hit.depth});
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (!contact || contact->per_root_radius || problem.traits.gravity ||
      problem.traits.restitution != 1.0 || problem.traits.initial_penetration) {
    return std::nullopt;
  }
  const auto contacts = contacts_of(problem, *contact);
  if (!contacts) return std::nullopt;
  double reached = 0.0;
  double unfinished = 0.0;
  for (const Contact& c : *contacts) {
    double& deepest = c.end <= problem.horizon ? reached : unfinished;
    deepest = std::max(deepest, c.depth);
  }
  // How deep a contact is at the horizon matters where it is the deepest; equal ones differ by
  // rounding.
  if (!(reached > 0.0) || unfinished > reached * (1.0 + 1e-9)) return std::nullopt;
  const auto& system = *disc_system(*problem.system);
  Truth out;
  out.source = "exact/compliant_hit";
  out.provenance = Provenance::closed_form;
  out.scalars["penetration_relative"] = reached / (2.0 * system.largest_radius());
  return out;
}

}  // namespace

double largest_depth(double mass, double speed, const Compliance& contact) {
  return std::pow(mass * speed * speed / (2.0 * contact.coefficient), 1.0 / contact.exponent);
}

double duration(double mass, double speed, const Compliance& contact) {
  const double inverse = 1.0 / contact.exponent;
  const double integral =
      std::sqrt(std::numbers::pi) * std::tgamma(1.0 + inverse) / std::tgamma(0.5 + inverse);
  return 2.0 * integral * largest_depth(mass, speed, contact) / speed;
}

double energy_change_explicit(double mass, double step, const Compliance& contact) {
  return 0.5 * std::numbers::pi * frequency(mass, contact) * step;
}

double energy_change_implicit(double mass, double step, const Compliance& contact) {
  return -energy_change_explicit(mass, step, contact);
}

ReferenceEntry entry() {
  return {.name = "compliant_hit",
          .summary = "largest penetration of a head-on hit on an elastic contact",
          .source = "energy balance",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::compliant_hit
