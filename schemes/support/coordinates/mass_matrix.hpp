#pragma once

#include "problems/model/generalised_system.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace impactbench {

/// M(q) of a generalised system at one place, factorised; only once where it is constant. Only
/// prepare() allocates.
class MassMatrix {
 public:
  /// The system must outlive this.
  void prepare(const GeneralisedSystem& system);
  /// Moves to q; false where M(q) is not positive definite or has an entry that is not finite.
  [[nodiscard]] bool go_to(const Eigen::VectorXd& q);

  /// Takes a metric in place of M until the next go_to(); false where it is not positive
  /// definite.
  [[nodiscard]] bool take(const Eigen::MatrixXd& metric);

  [[nodiscard]] const Eigen::MatrixXd& matrix() const { return matrix_; }
  [[nodiscard]] const Eigen::LLT<Eigen::MatrixXd>& factor() const { return factor_; }
  /// M^-1 x in place.
  void solve(Eigen::VectorXd& x) const { factor_.solveInPlace(x); }

 private:
  const GeneralisedSystem* system_{nullptr};
  bool factorised_{false};
  Eigen::MatrixXd matrix_;
  Eigen::LLT<Eigen::MatrixXd> factor_;
};

}  // namespace impactbench
