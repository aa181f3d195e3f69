#pragma once

#include "problems/model/polyhedral_system.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench::mka3d {

/// Threads for loops over this number of cells: a cell costs some 50 times as much as a disc.
[[nodiscard]] int blocks_of_cells(int cells);

/// Internal forces and torques of a PolyhedralSystem, each link computed once (monasse2012, (16),
/// (18), (19)). With eps = (eps_a + eps_b) / 2 the pull of b on a is
///
///   G = S/D^0 E/(1+nu) Delta u + S lambda eps n,
///   F = G + S lambda eps (Delta u - (Delta u . n) n) / |X_b - X_a|,
///   torque on a about its centre: (Q_a r_a) x G + S/D^0 sum over n, s, t of alpha Q_a a x Q_b a,
///
/// and the opposite on b (with its own arm). The torque's lever takes G, not F: the rest of F comes
/// from the turning of n, which does no work on the rotations. F, torque are minus the derivatives
/// of deformation_energy, which the tests check by differences. Coupled curvatures add the torque
/// of U_k (CurvatureCoupling): S/2 (k_a' + k_b') with k' = lambda' e^2/12 k times the sign of the
/// link. Faces at rigid planes add k [D]_+ n at their centroid (PlaneContact). Loops over links and
/// over cells take turns, each cut into blocks for threads; cells add up their links in a fixed
/// order, so that no bit depends on the number of threads.
class CellForces {
 public:
  explicit CellForces(const PolyhedralSystem& system);

  /// Adds to `force` (6 entries a cell: force in space [N], torque in the principal frame [N m]).
  /// `turns` are the rotations Q of all cells, `terms` the traction terms g_I. Allocates nothing.
  void add(const Eigen::VectorXd& q, const std::vector<Mat3>& turns, const Eigen::VectorXd& terms,
           Eigen::VectorXd& force);

 private:
  struct Link {
    int a, b;
    double half_area, pull, squeeze;  ///< S/2, S/D^0 E/(1+nu), S lambda / 2
    Vec3 arm_a, arm_b;
    Mat3 bend;  ///< S/D^0 sum of alpha a (in the frame of a) a^T (in the frame of b)
  };
  struct LogarithmicLink {  ///< for BendingSpring::logarithm
    Mat3 axes_a, axes_b;
    Vec3 stiffness;
  };
  struct CurvedLink {  ///< for coupled curvatures
    CurvatureLink of;
    double quarter_area;
    double bend{0.0};  ///< S/2 chi where the cells are
  };
  struct Stretched {  ///< a link where the cells are; all in space
    Vec3 arm_a, arm_b, stretch, normal;
    double inverse, opening;  ///< 1 / |X_b - X_a|, S/2 Delta u . n
  };
  struct Pull {  ///< of b on a; a and b each about its own centre
    Vec3 force, torque_a, torque_b;
  };
  void stretch(std::size_t link, const Eigen::VectorXd& q, const std::vector<Mat3>& turns);
  void pull(std::size_t link, const std::vector<Mat3>& turns);
  [[nodiscard]] Vec3 bending(std::size_t link, const Mat3& turn_a, const Mat3& turn_b) const;
  [[nodiscard]] Vec3 coupled(std::size_t link, const Mat3& turn_a, const Mat3& turn_b) const;
  void strain(std::size_t cell, double traction);

  void add_contacts(const Eigen::VectorXd& q, const std::vector<Mat3>& turns,
                    Eigen::VectorXd& force) const;

  const PolyhedralSystem* system_;
  std::vector<Link> links_;
  std::vector<LogarithmicLink> logarithmic_;
  std::vector<CurvedLink> curved_;
  std::vector<Stretched> stretched_;
  std::vector<Pull> pulls_;
  std::vector<double> strain_, dilated_;    ///< eps_I and 1 / W_I
  std::vector<double> couple_, stiffened_;  ///< k' and lambda' e^2/12 / W'; empty without coupling
  std::vector<std::size_t> first_;          ///< of each cell's links in `links_of_`, and the end
  std::vector<int> links_of_;               ///< k where the cell is a of link k, -1 - k where b
};

}  // namespace impactbench::mka3d
