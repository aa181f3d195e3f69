#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// An ensemble of perturbed runs (reference/yardsticks/ensemble_statistics.hpp) is judged by its
/// means, with 95 % confidence: the whole interval has to lie within the limits of one run.
///
///   ensemble:completes    no perturbed run broke down or blew up; not measured, and so missed,
///                         where fewer than two of them reached the end
///   ensemble:energy       by the claim of the scheme, where the problem is conservative, or
///                         dissipates by impacts alone: a scheme that claims to conserve energy is
///                         held to rounding here too
///   ensemble:penetration  of rigid contact that may overlap: 0.05 (tight 0.005) of the largest
///                         diameter, whatever the step
///   ensemble:height       of the centre of mass: no higher than all energy of the start would lift
///                         it, E_0 / (M g), and no lower than with every body on the floor below
///                         them, sum m_i r_i / M, less the overlap that contacts may have
///   ensemble:contacts     for discs: touching bodies and walls are
///   a planar graph, so that there are at most 3 (bodies + walls) -
///   6
void judge_ensemble_of_runs(const JudgedRun& run, bool tight, std::vector<Check>& out);

}  // namespace impactbench
