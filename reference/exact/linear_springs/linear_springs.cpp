#include "reference/exact/linear_springs/linear_springs.hpp"

#include "reference/support/elastic_bounce.hpp"
#include "reference/support/two_disc_bounce.hpp"

#include <cmath>

namespace impactbench::exact::linear_springs {
namespace {

std::optional<Truth> find(const Problem& problem, const Compliance& contact) {
  const double c = contact.coefficient;
  if (const auto start = pressed_start(problem)) {
    const double omega = std::sqrt(2.0 * c / start->mass);
    const double rest = start->gravity / (omega * omega);
    const double swing = start->depth - rest;
    if (!(std::abs(swing) <= rest)) return std::nullopt;  // leaves the floor
    return pressed_truth(problem, *start, [=](double t) {
      return DepthState{rest + swing * std::cos(omega * t), -swing * omega * std::sin(omega * t)};
    });
  }
  const auto profile = [=](double mass, double speed, double g) {
    const double omega = std::sqrt(2.0 * c / mass);
    const double rest = g / (omega * omega);
    // atan2(v, 0) = pi/2: the half period.
    const double depth = rest + std::hypot(rest, speed / omega);
    const double duration = 2.0 * (M_PI - std::atan2(speed, rest * omega)) / omega;
    return std::optional(ContactProfile{duration, depth, [=](double s) {
                                          const double sine = std::sin(omega * s);
                                          const double cosine = std::cos(omega * s);
                                          return DepthState{
                                              rest * (1.0 - cosine) + speed / omega * sine,
                                              rest * omega * sine + speed * cosine};
                                        }});
  };
  auto single = bouncing_truth(problem, contact, profile);
  return single ? single : two_disc_truth(problem, profile);
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (!contact || contact->exponent != 2.0 || problem.traits.restitution != 1.0)
    return std::nullopt;
  auto out = find(problem, *contact);
  if (out) {
    out->source = "exact/linear_springs";
    out->provenance = Provenance::closed_form;
    out->uncertainty = 1e-13;
  }
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "linear_springs",
          .summary = "linear elastic contact: one disc bouncing or resting, two discs on a line",
          .source = "harmonic oscillator",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::linear_springs
