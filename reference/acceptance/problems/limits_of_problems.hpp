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
/// The impulse that elastic bars transmit where they meet (bouncing_bar, bar_on_wall, two_bars,
/// impacting_bar), and how far contact gives way that is as stiff as their elements.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);

/// True of a run of one of these problems whose scheme treats the contact of their nodes in its own
/// way, not by stopping them as the truth does: it makes steps, states neither a law of contact nor
/// a compliance, and claims overlaps that are not those of a step.
[[nodiscard]] bool own_contact_of_elements(const JudgedRun& run);

/// How far such a scheme may be from the motion of elements whose nodes stop [m]; else 0. Both are
/// off the wave by what elements disperse (cut_wave.hpp); what they do to a node, of mass m d / 2,
/// is less: O(d) beside O(d^(2/3)).
[[nodiscard]] double distance_of_contacts(const JudgedRun& run);

/// How far the mean place of such a bar may be from the way of its mean velocity, over that of a
/// step at its largest speed; else 0. A node without inertia, of the share d / 2 L of the mass,
/// goes where its element rests, V d / c from where it was, 2 V d / c where elements overshoot the
/// front: d^2 / (L c h).
[[nodiscard]] double path_of_contacts(const JudgedRun& run);
}  // namespace bars

namespace block_on_wall {
/// How long a rigid plane is met by a block of cells, and what its waves give back.
void judge(const JudgedRun& run, bool tight, std::vector<Check>& out);
}  // namespace block_on_wall

namespace capillary_pair {
/// The energy that bridges have left of two discs.
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
