#include "reference/exact/capillary_bridge/capillary_bridge.hpp"

#include "reference/support/problem_numbers.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::exact::capillary_bridge {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "capillary_pair" || problem.traits.gluey) return std::nullopt;
  const auto p = [&](const char* key) { return number(problem, key); };
  const double scale = std::numbers::pi * p("tension") * p("radius");
  const double depth =
      scale *
      ((std::exp(p("factor")) - std::exp(p("factor") - p("decay") * p("rupture"))) / p("decay") +
       p("constant") * p("rupture"));
  const double start = p("mass") * p("speed") * p("speed");
  const double left = start - depth;
  if (!(left > 0.0)) return std::nullopt;
  const double apart = 2.0 * std::sqrt(left / p("mass"));  // relative speed once it is torn
  if (!(apart * problem.horizon > p("rupture"))) return std::nullopt;
  Truth out;
  out.source = "exact/capillary_bridge";
  out.provenance = Provenance::closed_form;
  out.scalars["kinetic_energy"] = left;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "capillary_bridge",
          .summary = "two discs that tear a liquid bridge: the energy that is left",
          .source = "work of the law of maury-slides; coefficients not verified",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::capillary_bridge
