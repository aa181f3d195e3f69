#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Means of a gas of equal discs (reference/yardsticks/gas_meter.hpp) against exact ones for its
/// number of discs, box and energy (reference/support/hard_disc_gas.hpp):
///
///   statistics:pressure          F a / K on the walls, Henderson's equation of state
///   statistics:collision_rate    of pairs, Enskog's
///   statistics:wall_rate         of impacts on walls
///   statistics:impulse           mean impulse of a pair
///   statistics:speed_mean, statistics:speed_fourth   moments of the speeds, Maxwell's law
///   statistics:haff              d K^(-1/2) / dt of a cooling gas, Haff's law
///   statistics:loss_per_impact   (1 - e^2) / (N + 1/2) of the energy
///
/// For a column under gravity, its ceiling out of reach (reference/support/barometric_gas.hpp):
///
///   statistics:kinetic, statistics:height_square     energy and heights, the barometric law
///   statistics:floor_rate, statistics:floor_impulse  of impacts on the floor
///   and collision_rate, impulse and the moments of speeds as above
///
/// For mixed elastic discs of any density under gravity (reference/yardsticks/maxwell_meter.hpp):
///
///   statistics:maxwell_speed_mean, statistics:maxwell_speed_fourth   moments of the speeds
///   statistics:equipartition     half of the kinetic energy is across gravity
///   statistics:pair_impulse, statistics:wall_impulse   mean impulses over 2 (2 m K)^(1/2)
///
/// These checks apply to a run if each disc has met ten others, by the predicted rate, in its
/// first fifth, before means begin. The relative deviation from the exact value is judged. It may
/// be
///   - the half width of its 99.9 % interval, from blocks of the run, or from the number of
///   impacts;
///   - the error of the theory: 1e-3 + 0.1 eta^3 for the pressure, times Z / (Z - 1) for the
///     collision rate (event-driven runs of 25 to 400 discs, eta = 0.05 to 0.4, deviate by no
///     more), and 1e-3 inhomogeneity() for a cooling gas, twice the deviation of runs;
///   - the effect of a step h: discs whose contact is detected at the end of a step overlap for a
///     time h, which makes them smaller by h E[w_+] (softness_of_steps);
///   - for springs, whose share s of the energy is half the time that discs are in contact: 0.2 s
///     for the pressure; for rates and impulses 2 s, since contacts overlapping in time are counted
///     otherwise, and for those of pairs l / (2 r), since discs meet at 2 r and push at 2 r - l.
/// A limit above a fifth resolves nothing.
void judge_statistics(const JudgedRun& run, std::vector<Check>& out);

}  // namespace impactbench
