#pragma once

#include "problems/model/disc_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/coulomb.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The linear system of one Newton iteration of a compliant scheme,
///   (2 M / h^2 + sum of (stiffness N N^T + stick T T^T - coupling T N^T)) dq = r,
/// over the discs that touch something; for the others dq = h^2/2 M^-1 r. With two rows per disc
/// (no friction) angles are among the others.
class ContactSystem {
 public:
  /// `rows` per disc: 2 without, 3 with friction. The system and the solver must outlive this.
  void prepare(const DiscSystem& system, double h, int rows, LinearSolver& solver);

  /// The matrix of these contacts, which are in the order of contact_key.hpp.
  void assemble(const std::vector<ActiveContact>& contacts);

  /// dq from the momentum residual r [N]; false on breakdown, with the report filled.
  [[nodiscard]] bool solve(const std::vector<ActiveContact>& contacts,
                           const Eigen::VectorXd& residual, Eigen::VectorXd& dq,
                           StepReport& report);

 private:
  void number_touched(const std::vector<ActiveContact>& contacts);
  void add_without_friction(const ActiveContact& c, int row_i, int row_j);
  void add_with_friction(const ActiveContact& c, int row_i, int row_j);

  const DiscSystem* system_{nullptr};
  LinearSolver* solver_{nullptr};
  double h_{0.0};
  std::vector<int> slot_;  ///< block row of each touched disc
  BlockMatrix matrix_;
  std::vector<double> right_, left_;
};

}  // namespace impactbench
