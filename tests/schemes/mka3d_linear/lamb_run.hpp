#pragma once

#include "reference/computed/lamb/shifted_path.hpp"
#include "schemes/mka3d_linear/plane_strain.hpp"

#include <algorithm>
#include <array>
#include <cmath>

namespace impactbench::testing {

/// Largest error over largest exact value, u_x and u_z, of the two receivers of monasse2012, 4.1.
struct LambErrors {
  mka3d_linear::PlanePoint surface, below;
};

/// Lamb's problem of monasse2012 with cells of this edge [m] until t = 0.45 s, cp dt / h = 1/2, in
/// a domain of 840 m x 810 m whose far sides are out of reach.
inline LambErrors lamb_errors(double edge, bool in_strain) {
  const computed::lamb::HalfSpace ground(2200.0, 1.88e10, 0.25);
  const computed::lamb::Ricker force;
  const double step = 0.5 * edge / ground.cp();
  const int steps = static_cast<int>(std::ceil(0.45 / step));
  mka3d_linear::PlaneStrain grid({1.88e10, 0.25, 2200.0},
                                 {.edge = edge,
                                  .columns = static_cast<int>(std::ceil(840.0 / edge)),
                                  .rows = static_cast<int>(std::ceil(810.0 / edge)),
                                  .step = step,
                                  .block = 4},
                                 {[&](double t) { return force(t); }, in_strain});
  const std::array<computed::lamb::Receiver, 2> receivers{
      {{300.0, 0.0}, {150.0, 150.0 * std::sqrt(3.0)}}};
  for (const auto& r : receivers)
    grid.record(r.x, r.z);
  grid.run(steps);
  std::array<mka3d_linear::PlanePoint, 2> errors;
  for (std::size_t k = 0; k < 2; ++k) {
    const computed::lamb::ShiftedPath exact(ground, force, receivers[k], steps * step);
    mka3d_linear::PlanePoint largest, most;
    for (int n = 0; n <= steps; ++n) {
      const computed::lamb::Displacement u = exact.at(n * step);
      const mka3d_linear::PlanePoint found = grid.at(k, n);
      largest = {std::max(largest.x, std::abs(u.x)), std::max(largest.z, std::abs(u.z))};
      most = {std::max(most.x, std::abs(u.x - found.x)), std::max(most.z, std::abs(u.z - found.z))};
    }
    errors[k] = {most.x / largest.x, most.z / largest.z};
  }
  return {errors[0], errors[1]};
}

}  // namespace impactbench::testing
