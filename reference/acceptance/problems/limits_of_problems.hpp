#pragma once

#include "reference/acceptance/acceptance.hpp"

#include <vector>

namespace impactbench {

/// Limits that belong to one problem: each file of this folder is named after its problem and adds
/// nothing to runs of another.
void judge_problem(const JudgedRun& run, bool tight, std::vector<Check>& out);

namespace langevin_wall {
/// Means and laws of an ensemble of independent particles under random forcing against exact ones,
/// each with 99.9 % confidence: checks statistics:*.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace langevin_wall

namespace bars {
/// The impulse that elastic bars transmit in contact (bouncing_bar, bar_on_wall, two_bars,
/// impacting_bar), and the overlap of contacts as stiff as their elements.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// Whether the scheme of a run of one of these problems treats contact of nodes in its own way
/// instead of stopping them as the truth does: it makes steps, states neither a law of contact nor
/// a compliance, and claims overlaps that are not those of a step.
[[nodiscard]] bool own_contact_of_elements(const JudgedRun& run);

/// The distance of such a scheme from the motion of elements whose nodes stop [m]; else 0. Both
/// deviate from the wave by the dispersion of elements (cut_wave.hpp); their effect on a node, of
/// mass m d / 2, is smaller: O(d) against O(d^(2/3)).
[[nodiscard]] double distance_of_contacts(const JudgedRun& run);

/// How far the mean place of such a bar may be from the way of its mean velocity, over that of a
/// step at its largest speed; else 0. A node without inertia, of the share d / 2 L of the mass,
/// goes where its element rests, V d / c from where it was, 2 V d / c where elements overshoot the
/// front: d^2 / (L c h).
[[nodiscard]] double path_of_contacts(const JudgedRun& run);
}  // namespace bars

namespace block_on_wall {
/// The contact time of a block of cells at a rigid plane, and its rebound by waves.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace block_on_wall

namespace capillary_pair {
/// The energy of two discs after bridges have formed and broken.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace capillary_pair

namespace cantilever {
/// The angle of the tip of the rolled beam.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace cantilever

namespace lamb {
/// Displacements at the receivers against Lamb's solution.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace lamb

namespace pinched_cylinder {
/// The energy of the released cylinder, its sway and its trend.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace pinched_cylinder

}  // namespace impactbench
