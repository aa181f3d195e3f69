#pragma once

#include "problems/model/obstacle.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// Places, sizes and velocities of spheres from a file.
struct SphereFile {
  int dimension{2};
  std::vector<Vec3> position;  ///< [m]; the last coordinate of the file is the height
  std::vector<double> radius;  ///< [m]
  std::vector<Vec3> velocity;  ///< [m/s]; empty where the file has none
};

/// Reads a CSV: a line of names, then a sphere a line, its 2 or 3 coordinates, its radius, and
/// then, in all lines or in none, as many components of its velocity. Throws ConfigurationError,
/// naming the file and the line, if it cannot be read, if a line has another number of columns than
/// the first, or a word that is not a finite number.
[[nodiscard]] SphereFile read_sphere_file(const std::string& path);

}  // namespace impactbench
