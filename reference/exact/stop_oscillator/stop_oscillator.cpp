#include "reference/exact/stop_oscillator/stop_oscillator.hpp"

#include "problems/model/generalised_system.hpp"
#include "reference/exact/stop_oscillator/motion.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>

namespace impactbench::exact::stop_oscillator {
namespace {

using Kind = ConstraintEvent::Kind;

/// The oscillator of a problem under a contact law; nothing where the pieces have another form.
std::optional<Oscillator> oscillator_of(const Problem& problem, const ContactModel& contact) {
  constexpr std::array names{"shaken_floor", "stop_dropped", "stop_forced", "stop_launched"};
  if (std::find(names.begin(), names.end(), problem.name) == names.end()) return std::nullopt;
  Oscillator out{.mass = number(problem, "mass"),
                 .stiffness = number(problem, "stiffness"),
                 .gravity = number(problem, "gravity"),
                 .force = number(problem, "force"),
                 .rate = 2.0 * std::numbers::pi * number(problem, "frequency"),
                 .gap = number(problem, "gap"),
                 .restitution = number(problem, "restitution")};
  if (contact) {
    if (contact->exponent != 2.0 || out.restitution != 1.0) return std::nullopt;
    out.stop = 2.0 * contact->coefficient;
  }
  for (const double stiffness : {out.stiffness, out.stiffness + out.stop}) {
    const double off = stiffness - out.mass * out.rate * out.rate;
    if (out.force != 0.0 && !(std::abs(off) > 1e-3 * stiffness)) return std::nullopt;
  }
  return out;
}

/// The largest distance of two motions that start `shift` apart, over it.
double growth_of(const StopMotion& motion, double x, double v, double end, double shift) {
  const StopMotion other = motion_of(motion.oscillator, x - shift, v, end);
  double apart = shift;
  for (int k = 1; k <= 400; ++k) {
    double x0 = 0.0, v0 = 0.0, x1 = 0.0, v1 = 0.0;
    motion.at(end * k / 400.0, x0, v0);
    other.at(end * k / 400.0, x1, v1);
    apart = std::max(apart, std::abs(x1 - x0));
  }
  return apart / shift;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto oscillator = oscillator_of(problem, contact);
  if (!oscillator) return std::nullopt;
  const double x = problem.initial.q[0], v = problem.initial.v[0];
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const double length = generalised_system(*problem.system)->length();
  const auto motion = std::make_shared<const StopMotion>(motion_of(*oscillator, x, v, end));
  Truth out;
  out.source = "exact/stop_oscillator";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-12 * length;
  out.growth = growth_of(*motion, x, v, end, 1e-8 * length);
  out.at = [motion, end](double t, Eigen::VectorXd& q, Eigen::VectorXd& rate) {
    if (!(t >= 0.0 && t <= end)) return false;
    motion->at(t, q[0], rate[0]);
    return true;
  };
  out.event_times = motion->closes;
  for (const double t : motion->closes)
    out.constraint_events.push_back({t, 0, Kind::closes});
  for (const double t : motion->opens)
    out.constraint_events.push_back({t, 0, Kind::opens});
  std::stable_sort(out.constraint_events.begin(), out.constraint_events.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  if (contact && motion->deepest > 0.0)
    out.scalars["penetration_relative"] = motion->deepest / length;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "stop_oscillator",
          .summary = "a mass on a spring before a stop, rigid or a spring, impact by impact",
          .source = "elementary; oscillations in closed form, events by bisection",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::stop_oscillator
