#pragma once

#include "problems/model/wall.hpp"

#include <string>
#include <vector>

namespace impactbench {

/// One disc of a state that a file holds.
struct DiscPose {
  Vec2 position;  ///< [m]
  double angle;   ///< [rad]
  Vec2 velocity;  ///< [m/s]
  double spin;    ///< [rad/s]
  double radius;  ///< [m]
};

/// Reads a CSV, a disc a line below the names x,y,angle,vx,vy,spin,radius. Throws
/// ConfigurationError, naming the file and the line, if it cannot be read, has other columns, or a
/// word that is no finite number.
[[nodiscard]] std::vector<DiscPose> read_disc_file(const std::string& path);

}  // namespace impactbench
