#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace impactbench {

/// What is asked of the start of round bodies of every kind.

/// Of the two lightest bodies, or of the only one with something fixed; 0 where there is none [kg].
[[nodiscard]] double smallest_reduced_mass(std::vector<double> mass);

/// Throws ConfigurationError if a component is not finite; `what` of whom, `unit` of it.
void require_finite(const std::string& what, const Vec3& value, const char* unit);

/// Throws ConfigurationError on a horizon that is not in (0, inf) s.
void require_horizon(double horizon);

/// Throws ConfigurationError if two bodies share their centre or overlap, or one reaches into an
/// obstacle, by more than 1e-12 m (or the rounding of its coordinates). `body`: what the sentence
/// calls one. Time is O(n log n), memory O(n).
void refuse_overlaps(std::string_view body, const MechanicalSystem& system,
                     const Eigen::VectorXd& q);

}  // namespace impactbench
