#pragma once

#include <vector>

namespace impactbench {

/// A normal force between two discs, or a disc and a wall.
struct FrameContact {
  int a;           ///< disc
  int b;           ///< disc, or ContactProblem::fixed for a wall
  double nx, ny;   ///< unit normal from a to b [-]
  double force;    ///< >= 0 [N]
  double nz{0.0};  ///< its third component, of spheres in space
  friend bool operator==(const FrameContact&, const FrameContact&) = default;
};

/// All bodies at one instant, for pictures of the motion.
struct Frame {
  double time{0.0};          ///< [s]
  std::vector<double> q, v;  ///< of State: x, y, angle per disc [m, m, rad] and their rates, or
                             ///< the coordinates of each sphere
  std::vector<FrameContact> contacts;
  friend bool operator==(const Frame&, const Frame&) = default;
};

}  // namespace impactbench
