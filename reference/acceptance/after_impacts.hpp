#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Errors after impacts, against an exact motion. With N the impacts of that motion, T its time, g
/// the growth of an error at the start; for compliant schemes p is the order across a contact and
/// phi = pi h / duration the phase of a contact per step. At first order an impact changes the
/// energy by (pi/2) phi and the speed by (pi/4) phi of itself (compliant_hit.hpp); twice that is
/// allowed, and phi^p replaces phi at order p.
///
/// truth:spin, the mean error of angular velocities over the largest one (spin_error_relative):
///   rigid: each impact is known to a step, and a delay at one is a delay at the
///   next: the k-th is up to k steps off, during which a spin may be off by its
///   reversal, 2 of the largest: (1 + 2 + ... + N) 2 h / T. Friction between
///   impacts changes a spin by no more than that and is off by a step. Together (N
///   (N + 1) + 2) g h / T, and 2 mu |g| h m r / J over the largest spin where
///   friction acts under gravity: with tangential restitution a spin keeps
///   reversing in each step;
///   compliant: (pi/2) (N + 1) g phi^p, the one for friction in persistent contact.
/// truth:energy, the kinetic energy at the end where an exact motion knows it
/// (kinetic_energy_error_relative):
///   rigid, one body: rounding, since the walls' normals are exact. Two and more: normals turn by
///     up to h w / r, w twice the top speed and r the least radius, and the energy changes by the
///     same share of itself, at each of N impacts: 4 N g h v / r;
///   compliant: pi N g phi^p.
/// Neither is judged where perturbed runs diverge or errors grow beyond tenfold.
void judge_after_impacts(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
