#include "reference/exact/sticky_blocks/sticky_blocks.hpp"

#include <cmath>

namespace impactbench::exact::sticky_blocks {

Jam jam(double mu, double density_left, double u_left, double density_right, double u_right) {
  const double k_l = density_left / (1.0 - density_left);
  const double k_r = density_right / (1.0 - density_right);
  const double a = std::sqrt(k_l), b = std::sqrt(k_r);
  const double v = (a * u_left + b * u_right) / (a + b);
  return {.speed = v,
          .front_left = (v - density_left * u_left) / (1.0 - density_left),
          .front_right = (v - density_right * u_right) / (1.0 - density_right),
          .force = mu * k_l * (u_left - v) * (u_left - v),
          .gain_left = mu * k_l * (u_left - v),
          .gain_right = mu * k_r * (v - u_right)};
}

namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "sticky_blocks" || problem.traits.restitution != 0.0) {
    return std::nullopt;
  }
  const auto p = [&](const char* name) { return std::get<double>(problem.parameters.at(name)); };
  const double u_l = p("speed_left"), u_r = p("speed_right"), end = problem.horizon;
  if (!(u_l > u_r)) return std::nullopt;
  const Jam j =
      jam(p("mass") / (2.0 * p("radius")), p("density_left"), u_l, p("density_right"), u_r);
  const bool streams_last =
      (u_l - j.front_left) * end < p("length") && (j.front_right - u_r) * end < p("length");
  if (!streams_last) return std::nullopt;
  const double lost = 0.5 * end *
                      (j.gain_left * (u_l * u_l - j.speed * j.speed) +
                       j.gain_right * (u_r * u_r - j.speed * j.speed));
  Truth out;
  out.source = "exact/sticky_blocks";
  out.provenance = Provenance::closed_form;
  out.scalars["kinetic_energy"] = kinetic_energy(*problem.system, problem.initial.v) - lost;
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "sticky_blocks",
          .summary = "two streams of small blocks on a line jam: kinetic energy",
          .source = "pressureless gas with bounded density: balances at the fronts",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::sticky_blocks
