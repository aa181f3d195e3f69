#include "reference/exact/compliant_hit/compliant_hit.hpp"

#include "reference/support/line_motion.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace impactbench::exact::compliant_hit {
namespace {

double frequency(double mass, const Compliance& contact) {
  return std::sqrt(2.0 * contact.coefficient / mass);
}

/// All hits of the rigid motion; a compliant one is late by the durations before it.
std::vector<LineEvent> hits_of(const Problem& problem) {
  std::vector<LineEvent> out;
  if (const auto axes = axes_of_single_disc(problem)) {
    const double mass = problem.system->mass()[0];
    for (const Axis& a : *axes) {
      if (a.speed == 0.0) continue;
      const double speed = std::abs(a.speed);
      const double first = (a.speed > 0.0 ? a.high - a.position : a.position - a.low) / speed;
      for (double t = first; t < problem.horizon; t += (a.high - a.low) / speed) {
        out.push_back({t, mass, speed});
      }
    }
  } else if (const auto motion = two_discs_on_a_line(problem)) {
    out = motion->events;
  }
  return out;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (!contact || problem.traits.gravity || problem.traits.restitution != 1.0) return std::nullopt;
  std::vector<LineEvent> hits = hits_of(problem);
  if (hits.empty()) return std::nullopt;
  std::sort(hits.begin(), hits.end(),
            [](const LineEvent& a, const LineEvent& b) { return a.time < b.time; });
  // Contacts that last delay what follows by at most their durations. A hit that may or may not be
  // over at the horizon makes the answer ambiguous.
  double late = 0.0;
  double deepest = 0.0;
  double free_at = -1.0;
  for (const LineEvent& hit : hits) {
    const double start = hit.time + late;
    const double length = duration(hit.reduced_mass, hit.speed, *contact);
    const bool two_discs = problem.traits.body_count == 2;
    if (start + length > problem.horizon || (two_discs && start < free_at)) return std::nullopt;
    deepest = std::max(deepest, largest_depth(hit.reduced_mass, hit.speed, *contact));
    free_at = start + length;
    if (two_discs) late += length;  // one disc's axes do not wait for each other
  }
  const auto& system = dynamic_cast<const DiscSystem&>(*problem.system);
  Truth out;
  out.source = "exact/compliant_hit";
  out.provenance = Provenance::closed_form;
  out.scalars["penetration_relative"] = deepest / (2.0 * system.largest_radius());
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
