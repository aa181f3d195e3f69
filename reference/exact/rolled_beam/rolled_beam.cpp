#include "reference/exact/rolled_beam/rolled_beam.hpp"

#include <numbers>
#include <variant>

namespace impactbench::exact::rolled_beam {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (problem.name != "cantilever" || contact || !problem.traits.driven) return std::nullopt;
  Truth out;
  out.source = "exact/rolled_beam";
  out.provenance = Provenance::closed_form;
  out.scalars["tip_angle"] =
      2.0 * std::numbers::pi * std::get<double>(problem.parameters.at("moment"));
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "rolled_beam",
          .summary = "a clamped beam under a moment at its end is an arc of a circle",
          .source = "elementary; constant curvature",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::rolled_beam
