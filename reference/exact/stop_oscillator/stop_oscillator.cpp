#include "reference/exact/stop_oscillator/stop_oscillator.hpp"

#include "problems/model/generalised_system.hpp"
#include "reference/exact/stop_oscillator/motion.hpp"
#include "reference/support/growth.hpp"
#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <numbers>
#include <utility>
#include <vector>

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

Truth truth_of(const std::shared_ptr<const StopMotion>& motion, double end) {
  Truth out;
  out.source = "exact/stop_oscillator";
  out.provenance = Provenance::closed_form;
  out.at = [motion, end](double t, Eigen::VectorXd& q, Eigen::VectorXd& rate) {
    if (!(t >= 0.0 && t <= end)) return false;
    motion->at(t, q[0], rate[0]);
    return true;
  };
  out.event_times = motion->closes;
  return out;
}

std::vector<ConstraintEvent> events_of(const StopMotion& motion) {
  std::vector<ConstraintEvent> out;
  for (const double t : motion.closes)
    out.push_back({t, 0, Kind::closes});
  for (const double t : motion.opens)
    out.push_back({t, 0, Kind::opens});
  std::stable_sort(out.begin(), out.end(),
                   [](const auto& a, const auto& b) { return a.time < b.time; });
  return out;
}

/// How much an impact on a rigid stop that comes early moves those after it, over what it does
/// where nothing else acts, 1 + 1 / e: the largest of them, in the mean over the impacts. It is
/// early by as much as a step may be, so that an impact that is gained or lost, where the motion
/// grazes the stop, is a growth beyond use.
double growth_of_impacts(const StopMotion& motion, double end) {
  const double e = motion.oscillator.restitution, early = 1e-4 * end;
  constexpr std::size_t most_impacts = 100;
  double sum = 0.0, tried = 0.0, before = 0.0;
  for (std::size_t k = 0; k < std::min(motion.closes.size(), most_impacts); ++k) {
    const double t = motion.closes[k];
    const bool apart = t - std::exchange(before, t) > 100.0 * early;
    if (!apart) continue;
    double x = 0.0, v = 0.0;
    motion.at(t - early, x, v);
    const auto moved = motion_of(motion.oscillator, t - early, x, -e * v, end).closes;
    double most = 1.0 + 1.0 / e;
    for (std::size_t j = 0; j < moved.size() && k + 1 + j < motion.closes.size(); ++j) {
      const double off = std::abs(moved[j] - motion.closes[k + 1 + j]);
      most = std::max(most, off / early);
    }
    sum += most / (1.0 + 1.0 / e);
    tried += 1.0;
  }
  return tried > 0.0 ? sum / tried : 1.0;
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  const auto oscillator = oscillator_of(problem, contact);
  if (!oscillator) return std::nullopt;
  const double x = problem.initial.q[0], v = problem.initial.v[0];
  const double end = problem.horizon * (1.0 + 1e-9);  // the last step may be a rounding beyond
  const double length = generalised_system(*problem.system)->length();
  const double shift = 1e-8 * length;
  const auto from = [&](double place) {
    return std::make_shared<const StopMotion>(motion_of(*oscillator, 0.0, place, v, end));
  };
  const auto motion = from(x);
  Truth out = truth_of(motion, end);
  out.uncertainty = 1e-12 * length;
  // On a rigid stop that rebounds errors are those of impacts.
  out.growth = contact || oscillator->restitution == 0.0
                   ? growth_of(out, truth_of(from(x - shift), end), 1, shift,
                               generalised_system(*problem.system)->top_speed(), end)
                   : growth_of_impacts(*motion, end);
  if (!motion->grazes) out.constraint_events = events_of(*motion);
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
