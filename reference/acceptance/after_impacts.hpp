#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Errors after impacts, against an exact motion. With N the impacts of that motion, T its time, g
/// the growth of an error at the start; for compliant schemes p is the order across a contact and
/// phi = pi h / duration the phase of a contact that a step covers. Of first order an impact
/// changes the energy by (pi/2) phi and the speed by (pi/4) phi of itself (compliant_hit.hpp);
/// twice that is allowed, and phi^p in place of phi of order p.
///
/// truth:spin, the mean error of angular velocities over the largest one (spin_error_relative):
///   rigid: each impact is known to a step, and what is late at one is late at the next: the k-th
///   is
///     up to k steps off, during which a spin may be off by its turning round, 2 of the
///     largest: (1 + 2 + ... + N) 2 h / T. Friction between impacts changes a spin by no more than
///     that and is off by a step. Together (N (N + 1) + 2) g h / T,
///     and 2 mu |g| h m r / J over the largest spin where friction acts under gravity: with
///     tangential restitution a spin goes on to turn round in each step;
///   compliant: (pi/2) (N + 1) g phi^p, the one for friction in a contact that stays.
/// truth:energy, the kinetic energy at the end where an exact motion knows it
/// (kinetic_energy_error_relative):
///   rigid, one body: rounding, since the walls' normals are exact. Two and more: normals are
///     turned by up to h w / r, w twice the top speed and r the least radius, the energy by as
///     much of itself as they are, at each of N impacts: 4 N g h v / r;
///   compliant: pi N g phi^p.
/// Neither where perturbed runs part or errors grow beyond tenfold.
void judge_after_impacts(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
