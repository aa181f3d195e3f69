#pragma once

#include "problems/contact/round_bodies.hpp"
#include "problems/model/coordinate_arms.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// An entry of q and v that errors of positions and velocities are measured in, and the metres that
/// a unit of it stands for: 1 of a translation, CoordinateArms of a generalised coordinate.
/// So an error of an angle is a displacement, and no metres are added to radians.
struct Translation {
  Eigen::Index entry;
  double arm;  ///< [m] per unit of the coordinate
};

/// All of a system of round bodies or of generalised coordinates; rotations of bodies are left out.
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
