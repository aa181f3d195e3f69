#pragma once

#include "reference/api/reference.hpp"

namespace impactbench::computed::frictional_events {

/// The motion of a generalised system with friction in the plane, event by event (motion.hpp): all
/// combinations of open, sticking and slipping contacts are tried for accelerations and for impacts
/// (modes.hpp), so that non-unique motions and impacts are detected. If the start allows several
/// motions, each is a branch; if a later instant does, or allows none, the truth ends there.
///
/// The second computation is the same motion with half of the longest step at a hundred times the
/// tolerance: the uncertainty is the difference of both at 200 instants, at least 1e-12 of the
/// length and of the farthest coordinate. Angles count by their arms (CoordinateArms). The growth
/// of an error at the start is measured by changing the velocities by 1e-8 of the top speed, over
/// the displacement that this causes by itself. The reference ends at a growth of ten, such as at
/// an impact of two corners in the same instant, where any change decides which of them comes
/// first, and where contacts hit in turn, ever faster, until rounding decides which of them hit at
/// once. A motion that settles to a cycle comes back to it and is known to its end. Tests compare
/// it with sliding blocks, bouncing points that come to rest and rods in closed form.
[[nodiscard]] ReferenceEntry entry();

}  // namespace impactbench::computed::frictional_events
