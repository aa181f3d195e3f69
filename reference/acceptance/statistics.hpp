#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Means of a gas of equal discs (reference/yardsticks/gas_meter.hpp) against what is exact for its
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
/// Of a column under gravity, whose ceiling is out of reach (reference/support/barometric_gas.hpp):
///
///   statistics:kinetic, statistics:height_square     energy and heights, the barometric law
///   statistics:floor_rate, statistics:floor_impulse  of impacts on the floor
///   and collision_rate, impulse and the moments of speeds as above
///
/// Of mixed elastic discs of any density under gravity (reference/yardsticks/maxwell_meter.hpp):
///
///   statistics:maxwell_speed_mean, statistics:maxwell_speed_fourth   moments of the speeds
///   statistics:equipartition     half of the kinetic energy is across gravity
///   statistics:pair_impulse, statistics:wall_impulse   mean impulses over 2 (2 m K)^(1/2)
///
/// A run is judged so where discs have met ten others each, by the predicted rate, in its first
/// fifth, before means begin. What is judged is the deviation, relative to the exact value. It may
/// be
///   - the half width of its 99.9 % interval, from blocks of the run, or from the number of
///   impacts;
///   - what the theory is off by: 1e-3 + 0.1 eta^3 of the pressure, that times Z / (Z - 1) of the
///     collision rate (event-driven runs of 25 to 400 discs, eta = 0.05 to 0.4, deviate by no
///     more), and 1e-3 inhomogeneity() of a cooling gas, twice what runs show;
///   - what a step h adds: discs that are noticed to touch at the end of a step are inside of each
///     other for a time h, which makes them smaller by h E[w_+] (softness_of_steps);
///   - of springs, whose share s of the energy is half the time that discs are in contact: 0.2 s of
///     the pressure; of rates and impulses 2 s, since contacts that overlap in time are counted
///     otherwise, and of those of pairs l / (2 r), since discs meet at 2 r and push at 2 r - l.
/// More than a fifth of it resolves nothing.
void judge_statistics(const JudgedRun& run, std::vector<Check>& out);

}  // namespace impactbench
