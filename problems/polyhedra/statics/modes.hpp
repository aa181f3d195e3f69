#pragma once

#include "problems/model/polyhedral_system.hpp"

namespace impactbench {

/// The `count` lowest frequencies of small vibrations about rest [Hz], increasing, rigid motions
/// left out: subspace iteration on (K + sigma M)^-1 M. Throws ConfigurationError on a count that is
/// not in [1, 6 cells - 6 rigid motions - 8].
[[nodiscard]] Eigen::VectorXd lowest_frequencies(const PolyhedralSystem& system, int count);

}  // namespace impactbench
