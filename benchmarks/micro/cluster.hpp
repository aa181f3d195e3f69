#pragma once

#include "schemes/solvers/api/contact_problem.hpp"

namespace impactbench::micro {

/// The contact problem of a step of maury2004's scheme in the middle of a cluster's impact: about n
/// discs on a hexagonal lattice in a circle on the floor, radii evenly in [0.83, 1] r_0 (r_0 =
/// 0.015 m; gaps up to a third of it), masses as volumes; the velocity is -1 m/s in the upper half
/// and falls to 0 at the floor; step 0.1 sqrt(n / 2000) s. Rows: pairs and walls with a gap below
/// 0.3 r_0, b = G U + gap / h, three dofs a body, without rotation; velocity_unit = r_0 / h, so
/// that residuals are overlaps in r_0. The same on every machine. With n = 2000: 1993 discs, 5.5
/// thousand rows, of which some 2300 press.
[[nodiscard]] ContactProblem cluster_problem(int n);

}  // namespace impactbench::micro
