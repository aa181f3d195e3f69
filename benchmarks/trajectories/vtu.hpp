#pragma once

#include <cstddef>
#include <functional>
#include <span>
#include <string>
#include <string_view>

namespace impactbench {

class TrajectoryReader;

/// Numbers that cells of a .vtu file carry.
struct VtuArray {
  std::string_view of, name;  ///< "bodies", "contacts"
  int components;
  std::string_view unit, meaning;
};
[[nodiscard]] std::span<const VtuArray> vtu_arrays();

/// Writes a trajectory for ParaView into `folder`: NAME.pvd, and for every instant k
/// NAME_bodies_K.vtu and NAME_contacts_K.vtu, once NAME_obstacles.vtu (VTK XML, appended
/// raw bytes). Cells carry vtu_arrays, those that their bodies have.
///
///   bodies    discs: polygons of 32 corners, of which the first lies at the angle of the disc;
///             spheres: a vertex each, to be shown as spheres of `radius`; polyhedra: polyhedral
///             cells; cells of a plane grid: quadrilaterals, depth downwards
///   contacts  lines from centre to centre, to an obstacle from the centre to the point of contact
///
/// Returns the number of instants. Throws ConfigurationError: a file that is no trajectory or has
/// no bodies, a folder that cannot be written.
std::size_t write_paraview(const std::string& trajectory, const std::string& folder);

/// The same files, given to `write` one by one: FILE and its bytes.
std::size_t write_paraview(
    const TrajectoryReader& reader, const std::string& name,
    const std::function<void(const std::string& file, const std::string& bytes)>& write);

}  // namespace impactbench
