#pragma once

#include "problems/model/cell_mesh.hpp"
#include "problems/model/elastic.hpp"
#include "problems/model/mechanical_system.hpp"
#include "problems/model/state.hpp"

#include <Eigen/Geometry>

#include <functional>
#include <string_view>
#include <vector>

namespace impactbench {

/// Torsional stiffness G J / D of a link whose interface has the second moments I^s, I^t.
enum class Torsion {
  polar,  ///< J = I^s + I^t, equations (51)-(54) of monasse2012: for solids, several cells across
  thin,   ///< J = 2 min(I^s, I^t), the grillage value w e^3 / 6: for shells of one layer
};

/// Law of the bending and torsion springs of a link turned by the angle theta.
enum class BendingSpring {
  sine,       ///< moment ~ sin theta, energy (1 - cos theta): monasse2012
  logarithm,  ///< moment ~ theta, the logarithm of the relative rotation; angles below pi
};

/// Whether bending along one direction of a one-layer shell couples to that across.
enum class Curvatures {
  separate,  ///< (51)-(54) of monasse2012: a plate whose Poisson's ratio of bending is zero
  coupled,   ///< Kirchhoff's plate (see CurvatureCoupling); for shells of one layer only
};

/// Factor of a load as a function of time [-]; empty means 1.
using History = std::function<double(double t)>;

/// A traction on a free face: fixed direction, acting at the face's centroid.
struct FaceLoad {
  std::size_t face{0};     ///< index into CellMesh::free_faces
  Vec3 traction{0, 0, 0};  ///< [Pa]
  History history{};
  /// Whether the volumetric strain of the cell includes the normal traction (see PolyhedralSystem).
  /// Without it the printed method remains: a force on the particle.
  bool in_strain{true};
};

/// A force at a material point of a cell, of fixed direction.
struct PointLoad {
  int cell{0};
  Vec3 force{0, 0, 0};  ///< [N]
  Vec3 point{0, 0, 0};  ///< at rest [m]
  History history{};
};

/// A torque on a cell, fixed in space. It has a potential only if the cell turns about its axis
/// alone; external_potential leaves it out.
struct MomentLoad {
  int cell{0};
  Vec3 moment{0, 0, 0};  ///< [N m]
  History history{};
};

/// A cell of prescribed motion: displacement from rest [m] and rotation vector [rad] in space, both
/// as functions of time; an empty one is zero.
struct PrescribedMotion {
  int cell{0};
  std::function<Vec3(double t)> displacement{};
  std::function<Vec3(double t)> rotation{};
};

/// A rigid half-space at rest, n . (x - point) >= 0, without friction.
struct RigidPlane {
  Vec3 point{0, 0, 0};
  Vec3 normal{0, 0, 1};  ///< n, towards the free side, of any length
};

/// A free face opposite a rigid plane at rest. The half of its cell behind it is a compliant link
/// that never pulls: with the overlap D of its centroid,
///
///   F = k [D]_+ n,   k = E S / h,   energy k [D]_+^2 / 2,   h the depth of the face,
///
/// as in a bar of cells without lateral contraction between a centre and its end.
struct PlaneContact {
  int cell;
  std::size_t plane;
  Vec3 arm;          ///< from the centre to the centroid, in the frame of the cell [m]
  double stiffness;  ///< k [N/m]
};

/// The data of two neighbouring cells. Vectors of cell a (b) are in its principal frame;
/// columns of `axes` are the normal n from a to b and the axes s, t = n x s of the
/// interface.
struct CellLink {
  int a{0}, b{0};
  double area{0.0};      ///< S [m2]
  double distance{0.0};  ///< D^0 between the centres at rest [m]
  Vec3 arm_a, arm_b;     ///< r: from the centre to the centroid of the interface [m]
  Mat3 axes_a, axes_b;
  Vec3 alpha;  ///< bending and torsion coefficients along n, s, t [Pa m2]
};

/// The data of a link for coupled curvatures: with C = n tau^T - tau n^T, tau the axis of the
/// interface across the shell,
///
///   chi = 1/2 sum over i, j of C_ij (Q_a^T Q_b)_ij,
///
/// the sine of the angle by which the link bends, positive where tau turns towards n. It is counted
/// with the sign +-1 of tau . e, e the axis of the cell across the shell.
struct CurvatureLink {
  Mat3 turning;  ///< C, from the frame of b to that of a [-]
  double sign_a{1.0}, sign_b{1.0};
};

/// Bending of a one-layer shell of thickness e, by analogy with its stretching in U_t and U_d:
/// links carry E/(1+nu) I across the shell instead of E I, and cells have the energy
///
///   U_k = 1/2 sum over cells of lambda' e^2/12 W' k^2,   k = (sum over links of S/2 chi) / W',
///   lambda' = E nu / (1 - nu^2),   W' = V + nu / (1 - nu) sum over free faces of the rim of S h,
///
/// k the sum of both curvatures [1/m]. Per area this is e^3/12 (2 mu (k_1^2 + k_2^2) + lambda' (k_1
/// + k_2)^2) / 2 = D/2 (k_1^2 + k_2^2 + 2 nu k_1 k_2) with D = E e^3 / (12 (1 - nu^2)); Kirchhoff's
/// term of the twist is that of Torsion::thin. W' makes the moment vanish on the rim, as the ghost
/// neighbour of monasse2012, appendix A, does for the traction. Empty for Curvatures::separate.
struct CurvatureCoupling {
  std::vector<CurvatureLink> links;
  std::vector<double> volume;     ///< W' of each cell [m3]
  std::vector<double> stiffness;  ///< lambda' e^2/12 of each cell [Pa m2]
};

/// An elastic body as rigid convex cells ("particles") joined by links, monasse2012 section 2.
///
/// Degrees of freedom: cell i has q(7i .. 7i+6) = position of its centre [m] and the unit
/// quaternion (w, x, y, z) that turns its principal frame into space, and v(6i .. 6i+5) = velocity
/// in space [m/s] and angular velocity in the principal frame [rad/s]; mass() is (m, m, m, I1, I2,
/// I3). With the current X, Q the elastic energy is U_t + U_d + U_f (deformation_energy.hpp), where
///
///   Delta u = X_b - X_a + Q_b r_b - Q_a r_a,   n = (X_b - X_a) / |X_b - X_a|,
///   eps_I = (sum over links of S/2 Delta u . n + g_I) / W_I,
///   W_I = V_I + 3 nu / (1 - 2 nu) V_I^l,   V_I^l = sum over free faces of S h / 3,
///   g_I = (1 + nu)/E sum over loaded faces of S h t_n.
///
/// g_I is the contribution of the ghost neighbour behind a loaded face; without it a pull on a bar
/// does not produce a uniform strain.
class PolyhedralSystem final : public MechanicalSystem {
 public:
  struct Options {
    Torsion torsion{Torsion::polar};
    BendingSpring spring{BendingSpring::sine};
    Curvatures curvatures{Curvatures::separate};
    std::vector<int> fixed{};                    ///< cells that do not move
    std::vector<PrescribedMotion> prescribed{};  ///< cells that move by themselves
    std::vector<FaceLoad> face_loads{};
    std::vector<PointLoad> point_loads{};
    std::vector<MomentLoad> moment_loads{};
    std::vector<RigidPlane> planes{};
  };

  /// Throws ConfigurationError on a material out of range, a cell or interface that is degenerate
  /// or names an unknown cell, a body in several pieces, a load on a face that is not free, a plane
  /// without a normal or without a face opposite, coupled curvatures of cells that are not a
  /// one-layer shell.
  PolyhedralSystem(CellMesh mesh, const Elastic& material, Options options);

  [[nodiscard]] int cells() const { return static_cast<int>(mesh_.size()); }
  [[nodiscard]] const CellMesh& mesh() const { return mesh_; }
  [[nodiscard]] const Elastic& material() const { return material_; }
  [[nodiscard]] const Options& options() const { return options_; }
  [[nodiscard]] const std::vector<CellLink>& links() const { return links_; }
  /// Empty unless the curvatures are coupled.
  [[nodiscard]] const CurvatureCoupling& coupling() const { return coupling_; }
  /// The faces opposite each plane, plane by plane.
  [[nodiscard]] const std::vector<PlaneContact>& plane_contacts() const { return contacts_; }
  /// D > 0 where the face of such a contact is behind its plane, `turn` the rotation of its cell.
  [[nodiscard]] double overlap(const PlaneContact& contact, const Eigen::VectorXd& q,
                               const Mat3& turn) const {
    const RigidPlane& plane = options_.planes[contact.plane];
    return plane.normal.dot(plane.point - position(q, contact.cell) - turn * contact.arm);
  }
  /// W_I: the volume with which the dilatation of a cell is weighted [m3].
  [[nodiscard]] double dilated_volume(int cell) const { return dilated_[cell]; }
  /// Whether the cell is not moved by forces: it is fixed, or its motion is prescribed.
  [[nodiscard]] bool is_fixed(int cell) const { return fixed_[cell]; }
  /// Positions the cells of prescribed motion for time t.
  void prescribe(double t, Eigen::VectorXd& q) const;

  /// g_I of every cell at time t into `terms` (already sized) [m3].
  void traction_terms(double t, Eigen::VectorXd& terms) const;

  /// All cells at their places in the mesh, at rest.
  [[nodiscard]] State at_rest() const;

  [[nodiscard]] static Vec3 position(const Eigen::VectorXd& q, int cell) {
    return q.segment<3>(7 * cell);
  }
  [[nodiscard]] static Eigen::Quaterniond rotation(const Eigen::VectorXd& q, int cell) {
    const Eigen::Index i = 7 * cell;
    return {q(i + 3), q(i + 4), q(i + 5), q(i + 6)};
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  /// Loads alone: force in space [N], torque in the principal frame [N m], 6 entries a cell.
  void external_force(double t, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override;
  /// Whether the body has no loads: torques of loads follow the rotations.
  [[nodiscard]] bool constant_force() const override {
    return pulls_.empty() && options_.moment_loads.empty();
  }
  /// Whether a load varies in time or is a moment, which has no potential.
  [[nodiscard]] bool driven() const;
  /// The force's mean at q and v; histories by Gauss's rule on 16 parts of the interval, exact to
  /// rounding where they are smooth on such a part.
  void mean_force(double t0, double t1, const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                  Eigen::VectorXd& force) const override;
  [[nodiscard]] double internal_energy(double t, const Eigen::VectorXd& q) const override;
  [[nodiscard]] Eigen::Index coordinates() const override { return 7 * Eigen::Index{cells()}; }
  /// Potential of the forces among the loads, zero with all cells at rest [J].
  [[nodiscard]] double external_potential(double t, const Eigen::VectorXd& q) const override;

 private:
  struct Pull {  ///< a load in the frame of its cell
    int cell;
    Vec3 force, arm, rest;
    History history{};
  };
  void make_links();
  void make_coupling();
  void make_loads();
  void make_contacts();
  template <class Factor>
  void add_loads(const Eigen::VectorXd& q, Factor&& factor, Eigen::VectorXd& force) const;
  void refuse_wrong_mesh() const;
  void refuse_wrong_loads() const;

  CellMesh mesh_;
  Elastic material_;
  Options options_;
  std::vector<CellLink> links_;
  CurvatureCoupling coupling_;
  std::vector<double> dilated_;
  std::vector<char> fixed_;
  std::vector<Pull> pulls_;
  std::vector<PlaneContact> contacts_;
  Eigen::VectorXd mass_;
};

/// The elastic cells behind a system; null for other systems.
[[nodiscard]] const PolyhedralSystem* polyhedral_system(const MechanicalSystem& system);

}  // namespace impactbench
