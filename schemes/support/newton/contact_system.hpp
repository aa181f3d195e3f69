#pragma once

#include "problems/model/round_system.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/newton/coulomb.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The linear system of one Newton iteration of a compliant scheme,
///   (2 M / h^2 + sum of (stiffness N N^T + T stick T^T - T coupling N^T)) dq = r,
/// T for each kind of friction at a contact, over the bodies in contact. Without friction angles
/// are left out: a body then has Dim rows.
template <int Dim, int Dofs>
class ContactSystem {
 public:
  /// The system and the solver must outlive this.
  void prepare(const RoundSystem& system, double h, bool friction, LinearSolver& solver);

  /// Assembles the matrix for these contacts.
  void assemble(const ActiveContacts<Dim>& active);

  /// Computes dq of these bodies from the momentum residual r [N]; false on breakdown, with the
  /// report filled.
  [[nodiscard]] bool solve(const Eigen::VectorXd& residual, Eigen::VectorXd& dq,
                           StepReport& report);

 private:
  void number_touched(const std::vector<ActiveContact<Dim>>& contacts);
  void add_without_friction(const ActiveContact<Dim>& c, std::size_t pair);
  /// `stiffness`: that of the normal with the first kind of friction of a contact, 0 with others.
  void add_with_friction(const ActiveContact<Dim>& c, double stiffness,
                         const ActiveFriction<Dim>& g, std::size_t pair);
  [[nodiscard]] std::size_t slot(int body) const {
    return static_cast<std::size_t>(slot_[static_cast<std::size_t>(body)]);
  }

  const RoundSystem* system_{nullptr};
  LinearSolver* solver_{nullptr};
  double h_{0.0};
  bool friction_{false};
  std::vector<int> slot_;         ///< block row of each touched body
  std::vector<int> touched_;      ///< body of each block row, ascending
  std::vector<ContactKey> keys_;  ///< the contacts that these come from
  BlockMatrix matrix_;
  std::vector<double> right_, left_;
};

}  // namespace impactbench
