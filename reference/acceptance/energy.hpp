#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// The energy of a closed system, from its extremes over the run, relative to E_0, the energy of
/// the start (energy_of_start: independent of the zero of the potential; where it is zero, the
/// energy that was converted). With the terms S, X, E, R, B, Y, H, I, J, K, P of StepEnergy
/// (reference/yardsticks/step_energy.hpp) over E_0, and the numbers (stroke s, turn r, phase b)
/// that a scheme of compliant contact claims (ContactEnergy):
///
///   law:energy           E_max - E_0 <= G: under every scheme, with friction or restitution below
///                        1 too, energy rises by no more than steps cannot resolve
///                          compliant   G = max(0, s) S + |s| X + |r| R + b B + [b > 0] E + M + Y,
///                                      M = law_stiffening_work: Mindlin's springs gain
///                                      dk_t xi^2 / 2 as they stiffen with the depth of the contact
///                          rigid       G = 2 P rho + (g + V^2 / L) h P + J + Y where impacts turn
///                                      (2 J and its tolerance where events are located), with
///                                      rho the recomputed residual [m/s]; 4 Z in place of Y where
///                                      velocities are those of the middle of a step: twice
///                                      for the start and the end, twice for a rebound between,
///                                      and h (F . V + h F . M^-1 F / 4) / 2 of a uniform force: a
///                                      velocity there is off by h M^-1 F / 2 from that of the
///                                      place beside it; of constraints g = a_n + mu a_t, the rates
///                                      at which forces accelerate their normals and tangents; H in
///                                      place of that term where their forces vary and M does not,
///                                      I where impulses are not recorded,
///                                      and Q = stated_force_energy (constraint_laws.hpp) in place
///                                      of Y where the scheme states its law of motion; 2 K in its
///                                      place where it states none for a body that deforms: its
///                                      forces turn all of the energy round in a period, but are
///                                      linear, and rules in time keep E + c h^2 a . M a / 2 of
///                                      them, or let it fall, a the acceleration (Newmark's c =
///                                      beta - gamma / 2): K at either end; treatments that let an
///                                      end give way keep E less a share of what its element
///                                      holds, m V^2 of a node of mass m = rho A d / 2 at the
///                                      strain V / c of the top speed V; 4 (theta -
///                                      1/2) h |F| V of theta steps, twice what a constant force
///                                      makes: E + (theta - 1/2) h F . v is kept
///   limit:energy_error   max |E - E_0| of a conservative problem (restitution 1, no friction) by a
///                        scheme that claims to conserve it nearly:
///                          compliant   |s| (S + X) + |r| R + b B + [b > 0] E + Y
///                          rigid       as G
///                          elastic     K / 2: leapfrog conserves H - h^2 F . M^-1 F / 8 + ..., so
///                                      that H itself sways by a quarter of M |dv|^2 / 2
///   claim:energy_conserved, claim:energy_never_gained, claim:energy_never_lost   to rounding; the
///                        first to max(5e-12, Z_n) + 2 N + budget_closure_most, the others and all
///                        limits above to max(1e-9, Z_n): the gap and the
///                        force round a place once each, each of n steps rounds velocities and
///                        places, Z_n = n eps (1 + sum m g |y| / E_0), y heights, and a
///                        solver leaves a residual of the balance of momentum, whose work is the
///                        closure of the budget and whose size law:momentum limits; the second to
///                        max(0, r) R besides, which normals of the end of a step give to bodies
///                        that slide over a curved contact
///   claim:energy_rate    of a scheme with s != 0, conservative: E_end - E_0 = s S + r R, within
///                        |s| X + 2 % of S + |R|: a force that is held over a step at one of its
///                        ends makes U(D') - U(D) - f dD = k dD^2 / 2 - f dx_t^2 / (2 l) of each
///                        contact
///
/// A limit that reaches 1 resolves nothing.
void judge_energy(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
