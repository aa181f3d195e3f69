#include "problems/contact/round_bodies.hpp"
#include "reference/acceptance/acceptance.hpp"

#include <algorithm>
#include <array>

namespace impactbench {
namespace {

bool phase_above(const JudgedRun& run, double limit) {
  const auto phase = contact_phase_per_step(run);
  return phase && *phase > limit;
}

bool variant_is(const JudgedRun& run, std::string_view word) {
  const auto it = run.scheme_parameters.find("variant");
  return it != run.scheme_parameters.end() && to_text(it->second) == word;
}

bool unresolved_thesis_contact(const JudgedRun& run) {
  return variant_is(run, "thesis") && run.contact->exponent == 2.0 && phase_above(run, 0.9);
}

/// Whether a solver that was given a tolerance above the usual 1e-8 radii of the step kept to it,
/// by the recomputed residual, and `quantity` is above its limit for that.
bool as_loose_as_told(const JudgedRun& run, const char* quantity, double limit) {
  const auto tolerance = run.solver_parameters.find("tolerance");
  const auto residual = run.quantities.find("complementarity_residual");
  const auto measured = run.quantities.find(quantity);
  if (tolerance == run.solver_parameters.end() || residual == run.quantities.end() ||
      measured == run.quantities.end() || !(measured->second > limit)) {
    return false;
  }
  const double told = std::get<double>(tolerance->second);
  const auto radius = round_bodies(*run.problem.system).radius;
  const double unit = *std::min_element(radius.begin(), radius.end()) / run.h;
  return told > 1e-8 && residual->second <= 1.1 * told * unit;
}

}  // namespace

std::span<const ExpectedFailure> expected_failures() {
  static constexpr std::array table{
      ExpectedFailure{"*", "dem", "run:completes", "pi h / (duration of a contact) > 0.5",
                      [](const JudgedRun& run) { return phase_above(run, 0.5); },
                      "an explicit step that covers so much of a contact multiplies the energy",
                      "2026-11-21"},
      ExpectedFailure{"*", "inc", "limit:energy_error", "variant thesis, alpha 2, phase above 0.9",
                      unresolved_thesis_contact,
                      "the truncated secant loses a share of the energy at entry and exit when a "
                      "contact lasts two or three steps; empty cells of tables 4.9 and 4.11",
                      "2026-11-21"},
      ExpectedFailure{"*", "inc", "limit:convergence", "variant thesis, alpha 2, phase above 0.9",
                      unresolved_thesis_contact,
                      "the truncated law jumps where a contact opens: Newton's method can cycle",
                      "2026-11-21"},
      ExpectedFailure{
          "two_balls_test3_case2", "nscd", "truth:velocity", "always",
          [](const JudgedRun&) { return true; },
          "the large disc stands between the small one and the wall: three impacts at one "
          "instant, which the scheme spreads over steps and the truth shows as none",
          "2026-11-21"},
      ExpectedFailure{"sticky_particles", "maury", "truth:velocity", "dt above T / 200",
                      [](const JudgedRun& run) { return run.h > run.problem.horizon / 200.0; },
                      "exact positions at the nodes make each velocity a mean over its step: an "
                      "impact inside of "
                      "a step is smeared over it",
                      "2026-11-21"},
      ExpectedFailure{"*", "maury", "limit:complementarity", "solver told to stop above 1e-8",
                      [](const JudgedRun& run) {
                        return as_loose_as_told(run, "complementarity_residual", 1e-8);
                      },
                      "the solver kept to the tolerance that it was given", "2026-11-21"},
      ExpectedFailure{
          "*", "maury", "claim:feasible", "solver told to stop above 1e-8",
          [](const JudgedRun& run) { return as_loose_as_told(run, "penetration_relative", 1e-6); },
          "overlaps are those of the tolerance that the solver was given", "2026-11-21"},
  };
  return table;
}

}  // namespace impactbench
