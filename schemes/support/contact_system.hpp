#pragma once

#include "problems/model/round_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/coulomb.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The linear system of one Newton iteration of a compliant scheme,
///   (2 M / h^2 + sum of (stiffness N N^T + stick T T^T - coupling T N^T)) dq = r,
/// over the discs that touch something. With two rows per disc (no friction) angles stay out.
class ContactSystem {
 public:
  /// `rows` per disc: 2 without, 3 with friction. The system and the solver must outlive this.
  void prepare(const RoundSystem& system, double h, int rows, LinearSolver& solver);

  /// The matrix of these contacts; with three rows they have friction.
  void assemble(const ActiveContacts& active);

  /// dq of these discs from the momentum residual r [N]; false on breakdown, with the report
  /// filled.
  [[nodiscard]] bool solve(const Eigen::VectorXd& residual, Eigen::VectorXd& dq,
                           StepReport& report);

 private:
  void number_touched(const std::vector<ActiveContact>& contacts);
  void add_without_friction(const ActiveContact& c, std::size_t pair);
  void add_with_friction(const ActiveContact& c, const ActiveFriction& g, std::size_t pair);

  const RoundSystem* system_{nullptr};
  LinearSolver* solver_{nullptr};
  double h_{0.0};
  std::vector<int> slot_;         ///< block row of each touched disc
  std::vector<int> touched_;      ///< disc of each block row, ascending
  std::vector<ContactKey> keys_;  ///< the contacts that these come from
  BlockMatrix matrix_;
  std::vector<double> right_, left_;
};

}  // namespace impactbench
