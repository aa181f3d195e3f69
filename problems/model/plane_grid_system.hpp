#pragma once

#include "problems/model/elastic.hpp"
#include "problems/model/mechanical_system.hpp"

#include <functional>

namespace impactbench {

/// A force on a line, as a function of time, and its mean over an interval [N/m].
struct LineForce {
  std::function<double(double t)> at;
  std::function<double(double t0, double t1)> mean;
};

/// Displacement [m]: x away from the plane of symmetry, z down.
struct PlanePoint {
  double x{0.0}, z{0.0};
};

/// A half-space in plane strain cut into square rigid cells of edge h, for displacements so small
/// that only their first order matters: the particles of monasse2012 linearised about rest, per
/// unit thickness.
///
/// x points away from the plane of symmetry x = 0, z down from the free surface z = 0. Column i has
/// its centres at x = i h, row k at z = (k + 1/2) h. Motion is symmetric in x: column 0 stands for
/// itself, every other one for its mirror image too, whose mass it has. The far sides (column
/// `columns`, row `rows`) are held.
///
/// Degrees of freedom: entry index(part, i, k) with part 0 and 1 the displacement along x and z
/// [m], 2 the angle that turns x towards z [rad]; q and v alike, mass m = rho h^2 and I = m h^2 /
/// 6, doubled for i > 0. u_x and the angle of column 0 are zero and stay so. With phi = h angle / 2
/// and the differences of neighbours d_i, d_k the elastic energy is (S = D^0 = h)
///
///   U = mu sum over links |Delta u|^2 + lambda/2 sum over cells w h^2 eps^2
///       + E h^2 / 24 sum over links of (difference of the angles)^2,
///   x-links: Delta u = (d_i u_x, d_i u_z - phi_i - phi_i+1),
///   z-links: Delta u = (d_k u_x + phi_k + phi_k+1, d_k u_z),
///   eps = (sum over links of Delta u . n) / (2 h w) + g,
///         w = 1, at the surface 1 + nu / (2 (1 - 2 nu)),
///
/// mirror images included; a held cell has eps = 0. A line force F on the surface at x = 0,
/// downwards positive, acts on cell (0, 0), whose strain has g = -(1 + nu) F / (2 h E w) if
/// force_in_strain (see PolyhedralSystem).
class PlaneGridSystem final : public MechanicalSystem {
 public:
  struct Layout {
    double edge{1.0};   ///< h [m] > 0
    int columns{0};     ///< >= 4
    int rows{0};        ///< >= 4
    LineForce force{};  ///< none where empty
    /// Whether the strain of the loaded cell includes the traction; without it the force acts, to
    /// O(h^2), at the depth h/2: the printed method.
    bool force_in_strain{true};
    /// Cells at the far sides in which velocities decay, at a rate that grows with the cube of the
    /// depth in it up to `damping` [1/s]: an absorbing border. 0: none.
    int sponge{0};
    double damping{0.0};
  };

  /// Throws ConfigurationError on a layout or a material out of range.
  PlaneGridSystem(const Elastic& material, Layout layout);

  [[nodiscard]] const Elastic& material() const { return material_; }
  [[nodiscard]] const Layout& layout() const { return layout_; }
  [[nodiscard]] int cells() const { return layout_.columns * layout_.rows; }
  [[nodiscard]] Eigen::Index index(int part, int column, int row) const {
    return (Eigen::Index{3} * row + part) * layout_.columns + column;
  }
  /// w of a row.
  [[nodiscard]] double dilated(int row) const { return row == 0 ? surface_ : 1.0; }
  /// g at time t [-].
  [[nodiscard]] double traction_strain(double t) const;
  /// Rate at which velocities decay in column or row `cell` of `count` [1/s].
  [[nodiscard]] double decay(int cell, int count) const;

  /// Displacement at (x, z): cubic interpolation in both directions, beyond the first rows near the
  /// surface. Throws ConfigurationError outside the grid.
  [[nodiscard]] std::function<PlanePoint(const Eigen::VectorXd& q)> receiver(double x,
                                                                             double z) const;
  /// Time after its start at which the first echo of the source from a far side reaches (x, z) [s].
  [[nodiscard]] double echo_time(double x, double z) const;

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  [[nodiscard]] bool constant_force() const override { return !layout_.force.at; }
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override;
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;
  [[nodiscard]] double internal_energy(double t, const Eigen::VectorXd& q) const override;

 private:
  Elastic material_;
  Layout layout_;
  double surface_;
  Eigen::VectorXd mass_;
};

/// The grid behind a system; null for other systems.
[[nodiscard]] const PlaneGridSystem* plane_grid_system(const MechanicalSystem& system);

}  // namespace impactbench
