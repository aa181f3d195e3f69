#pragma once

#include "problems/model/generalised_system.hpp"
#include "reference/computed/frictional_events/modes.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

#include <vector>

namespace impactbench::computed::frictional_events {

/// Positions, then velocities.
using Phase = std::vector<double>;

/// M(q) dv/dt = F + S + sum (lambda_a g_a + r_a t_a) with closed contacts in their modes:
/// accelerations along g_a, and along t_a of sticking ones, vanish; r_a = -s mu lambda_a in slip.
class Forces {
 public:
  explicit Forces(const GeneralisedSystem& system);

  void derivative(const std::vector<Mode>& modes, double t, const Phase& x, Phase& dx);
  /// lambda_a and r_a of the last derivative, for all constraints; zero for open ones.
  [[nodiscard]] const Eigen::VectorXd& reactions() const { return reactions_; }
  /// False once no forces existed for the modes: from then on the motion is meaningless.
  [[nodiscard]] bool exist() const { return exist_; }

  [[nodiscard]] double gap(Eigen::Index a, const Phase& x);
  /// Rates of the gap and of the slip.
  [[nodiscard]] Eigen::Vector2d rates(Eigen::Index a, const Phase& x);

  /// The contacts of `which` between impulses and velocities with their impact law, b = u + e u.
  [[nodiscard]] Rows impact(const std::vector<Eigen::Index>& which, const Phase& x);
  /// Contacts between forces and accelerations; slip speeds below `still` count as zero [m/s].
  [[nodiscard]] Rows acceleration(const std::vector<Eigen::Index>& which, double t, const Phase& x,
                                  double still);
  /// v += M^-1 H p.
  void push(const std::vector<Eigen::Index>& which, const SmallVector& p, Phase& x);
  /// Removes the rest of the rebounds of accumulating impacts. The normal impulses p < 0 that do
  /// so, with friction -s mu p, leave the sum of impulses until the series ends unchanged: m u (1 +
  /// e) / (1 - e) for a rebound u, since closed contact gives 2 m u / (1 - e) in that time.
  /// Positions are off by u times it.
  void settle(const std::vector<Eigen::Index>& closed, double still, Phase& x);
  /// Projects velocities of these rows to 0, and gaps too, in the metric of M.
  void keep(const std::vector<Eigen::Index>& closed, const std::vector<Mode>& modes, Phase& x);

 private:
  void go_to(const Phase& x);
  void compute_rows(const std::vector<Eigen::Index>& which);
  /// g_a and t_a as columns.
  using TwoRows = Eigen::Matrix<double, Eigen::Dynamic, 2, Eigen::ColMajor, most_coordinates, 2>;
  [[nodiscard]] TwoRows rows_at(Eigen::Index a, const Eigen::VectorXd& q);
  /// The accelerations along g_a and t_a due to their rotation.
  [[nodiscard]] Eigen::Vector2d bend(Eigen::Index a);
  void compute_free(double t);

  const GeneralisedSystem& system_;
  bool exist_{true};
  Eigen::VectorXd q_, v_, force_, inertial_, free_, reactions_;
  Eigen::VectorXd moved_, row_;  ///< of bend() and of rows_at()
  Eigen::MatrixXd mass_;
  SmallMatrix h_, pushes_;
  Eigen::LLT<SmallMatrix> llt_;
  std::vector<Eigen::Index> which_;  ///< of derivative(): what is closed, and its modes
  std::vector<Mode> closed_;
};

}  // namespace impactbench::computed::frictional_events
