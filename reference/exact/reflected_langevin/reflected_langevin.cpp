#include "reference/exact/reflected_langevin/reflected_langevin.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::exact::reflected_langevin {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "langevin_wall" || problem.traits.viscosity > 0.0 ||
      problem.traits.restitution != 0.0) {
    return std::nullopt;
  }
  const double count = number(problem, "count");
  if (!(count > 1.0)) return std::nullopt;
  Truth out;
  out.source = "exact/reflected_langevin";
  out.provenance = Provenance::closed_form;
  if (problem.traits.gluey) {
    out.scalars["share_at_wall"] = 1.0 - std::sqrt(6.0) / 4.0;
    return out;
  }
  const double mass = number(problem, "mass"), s = number(problem, "sigma") / mass;
  const double t = problem.horizon;
  out.scalars["mean_distance"] = s * t * std::sqrt(t / (2.0 * std::numbers::pi));
  out.scalars["kinetic_energy"] = count * 0.5 * mass * 27.0 / 32.0 * s * s * t;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "reflected_langevin",
          .summary = "an ensemble of particles at a wall under random forcing: exact means",
          .source = "McKean 1963; renewal of a stable subordinator of index 1/4",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::reflected_langevin
