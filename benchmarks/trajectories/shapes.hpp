#pragma once

#include "problems/model/mechanical_system.hpp"
#include "problems/model/obstacle.hpp"

#include <array>
#include <cstddef>
#include <string_view>
#include <vector>

namespace impactbench {

/// The layout of q and v, body by body: a word for each kind of coordinate, and their number.
enum class BodyLayout {
  discs,       ///< q: x, y, angle; v: their rates
  spheres,     ///< q: dimension coordinates; v: their rates
  balls,       ///< q: centre, integral of the angular velocity; v: their rates
  polyhedra,   ///< q: centre, unit quaternion w x y z; v: velocity, angular velocity in its frame
  plane_grid,  ///< q, v by parts (PlaneGridSystem::index): displacement x, z, angle
  none,        ///< coordinates that are no bodies
};
[[nodiscard]] std::string_view to_text(BodyLayout layout);
/// Throws ConfigurationError on an unknown word.
[[nodiscard]] BodyLayout body_layout(std::string_view word);

/// The shapes of bodies: all that a picture needs in addition to their motion. Vectors in space,
/// with zeros beyond the dimension.
struct Shapes {
  BodyLayout layout{BodyLayout::none};
  int dimension{2};
  std::size_t bodies{0};
  std::vector<double> radius, mass;        ///< of round bodies [m], of all with one mass [kg]
  std::vector<double> inertia;             ///< of round bodies that rotate [kg m2]
  std::vector<Vec3> rest;                  ///< of plane grids: where q = 0 is [m]
  std::vector<std::array<Vec3, 2>> edges;  ///< of obstacles, of half-spaces a part [m]
  /// Faces of cells, in the frame of each: corners [m] with the outward normal right-handed.
  std::vector<Vec3> corners;
  std::vector<int> face_size, face_cell;
};

/// Makes the shapes of the bodies behind a system. Faces of a polyhedral cell are those of the
/// intersection of the half-spaces of its interfaces and free faces; an unbounded one (a layer in
/// plane strain) is cut by the box that has the cell's moments of inertia.
[[nodiscard]] Shapes shapes_of(const MechanicalSystem& system, const Eigen::VectorXd& start);

/// Centre, angle or quaternion, and velocities of the bodies as rows of numbers.
struct Poses {
  std::vector<double> position, velocity;  ///< `dimension` numbers a body [m, m/s]
  /// Angle [rad], or integral of the angular velocity [rad], or w x y z; none for spheres.
  std::vector<double> orientation;
  std::vector<double> spin;  ///< rate of the angle or integral, or in the frame [rad/s]
};
void poses_of(const Shapes& shapes, const Eigen::VectorXd& q, const Eigen::VectorXd& v, Poses& out);
[[nodiscard]] std::size_t orientation_width(BodyLayout layout);
[[nodiscard]] std::size_t spin_width(BodyLayout layout);

}  // namespace impactbench
