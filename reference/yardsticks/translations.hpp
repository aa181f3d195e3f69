#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/coordinate_arms.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// An entry of q and v in which errors of positions and velocities are measured, and the metres
/// that its unit stands for: 1 for a translation, CoordinateArms for a generalised coordinate. So
/// an error of an angle is a displacement, and metres and radians are not added.
struct Translation {
  Eigen::Index entry;
  double arm;  ///< [m] per unit of the coordinate
};

/// All for a system of round bodies or of generalised coordinates, without rotations of bodies.
[[nodiscard]] inline std::vector<Translation> translations(const MechanicalSystem& system) {
  std::vector<Translation> out;
  if (!has_contacts(system)) return out;
  const auto* arms = dynamic_cast<const CoordinateArms*>(&system);
  const RoundBodies bodies = round_bodies(system);
  for (Eigen::Index k = 0; k < system.dofs(); ++k) {
    if (k % bodies.stride < bodies.dimension)
      out.push_back({k, arms != nullptr ? arms->arm(k) : 1.0});
  }
  return out;
}

}  // namespace impactbench
