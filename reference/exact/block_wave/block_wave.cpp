#include "reference/exact/block_wave/block_wave.hpp"

#include "reference/support/problem_numbers.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::exact::block_wave {
namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "block_on_wall") return std::nullopt;
  const double speed = number(problem, "speed"), met = number(problem, "gap") / speed;
  const double c = std::sqrt(number(problem, "young") / number(problem, "density"));
  const double lasts = 2.0 * number(problem, "length") / c;
  Truth out;
  out.source = "exact/block_wave";
  out.provenance = Provenance::closed_form;
  if (met <= problem.horizon) out.event_times = {met};
  out.histories["centre"] = [=](double t) {
    const double s = t - met, pressed = std::clamp(s, 0.0, lasts);
    return -speed * s + speed * pressed * pressed / lasts + 2.0 * speed * std::max(s - lasts, 0.0);
  };
  out.scalars["plane_contact_time"] = lasts;
  out.scalars["plane_rebound"] = 1.0;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "block_wave",
          .summary = "an elastic block on a rigid plane: rebound by the wave of a thin bar",
          .source = "d'Alembert; Saint-Venant 1867",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::block_wave
