#pragma once

#include "problems/model/polyhedral_system.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <vector>

namespace impactbench::mka3d_linear {

/// The quarter plane x >= 0, z >= 0 (z down) in square cells of edge h: column i has its
/// centre at x = i h (x = 0 is a plane of symmetry through the first column), row k at
/// z = (k + 1/2) h below the free surface z = 0. The far sides are held.
struct Layout {
  double edge{1.0};  ///< h [m]
  int columns{0};    ///< >= 4
  int rows{0};       ///< >= 4
  double step{0.0};  ///< [s]
  /// Steps that a sweep through memory takes at once, >= 1; the result does not depend on it.
  int block{4};
};

/// A vertical line force on the surface at x = 0, downwards positive [N/m].
struct LineForce {
  std::function<double(double t)> history;
  /// Whether the volumetric strain of the loaded cell knows the traction (see PolyhedralSystem);
  /// without it the force acts, to O(h^2), at the depth h/2: the printed method.
  bool in_strain{true};
};

/// Largest stable step [s]: 2 / omega_max over the plane waves of the endless grid, which is
/// h / (sqrt(6) c_s) for nu <= 0.3.
[[nodiscard]] double stability_limit(const Elastic& material, double edge);

/// Time after its start at which the first echo of the source from a far side reaches (x, z) [s].
[[nodiscard]] double echo_time(const Elastic& material, const Layout& layout, double x, double z);

/// Displacement [m]: x away from the source, z down.
struct PlanePoint {
  double x{0.0}, z{0.0};
};

/// Mka3D linearised about rest for square cells in plane strain: (16), (18), (19) of monasse2012
/// with Delta u to first order, one rotation a cell, leapfrog in time (RATTLE's linear part). With
/// phi = h theta / 2 and the differences of neighbours d_i, d_k (per unit thickness)
///
///   x-links: Delta u = (d_i u_x, d_i u_z - phi_i - phi_i+1),
///   z-links: Delta u = (d_k u_x + phi_k + phi_k+1, d_k u_z),
///   eps = sum of Delta u . n / (2 h w),  w = 1, at the surface 1 + nu / (2 (1 - 2 nu)).
///
/// One sweep in rows, each link computed once into buffers of a row: 96 bytes of memory traffic per
/// cell and sweep, shared by the steps of a block.
class PlaneStrain {
 public:
  /// Throws ConfigurationError: a layout out of range, a material out of range, or a step beyond
  /// the stability limit of the grid.
  PlaneStrain(const Elastic& material, const Layout& layout, LineForce force);

  /// Records the displacement at (x, z) after every step: cubic interpolation in both directions
  /// (from the first four rows beside the surface). To be called before the first run. Throws
  /// ConfigurationError outside the grid.
  std::size_t record(double x, double z);

  /// `steps` more steps, from rest at t = 0.
  void run(int steps);

  [[nodiscard]] int steps_done() const { return done_; }
  /// Displacement of a recorded place at t = n step, n in [0, steps_done()] (u(0) = 0).
  [[nodiscard]] PlanePoint at(std::size_t place, int n) const;
  /// Displacement of a cell at this moment.
  [[nodiscard]] PlanePoint cell(int column, int row) const;

 private:
  struct Level {  ///< what one of the steps of a block has in flight
    std::vector<double> buffer;
    int step{0};
    double force{0.0};
  };
  struct Place {
    int column, row;                    ///< the first of four
    std::array<double, 4> along, down;  ///< weights
    std::vector<PlanePoint> trace;
  };
  [[nodiscard]] double* line(int row, int part);
  [[nodiscard]] double* line(Level& level, int which, int row) const;
  void start(Level& level, int step);
  void links_and_strain(Level& level, int row);
  void move(Level& level, int row);
  void sample(int row, int step);

  Layout layout_;
  LineForce force_;
  std::size_t stride_;
  double pull_, squeeze_, lever_, bend_;  ///< of differences, into velocities times the step
  double push_, swell_;                   ///< of the line force, into velocity and strain
  double surface_;                        ///< 1 / w of the first row
  std::vector<double> field_;
  std::vector<Level> levels_;
  std::vector<Place> places_;
  int done_{0};
};

}  // namespace impactbench::mka3d_linear
