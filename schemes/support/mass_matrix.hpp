#pragma once

#include "problems/model/generalised_system.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Core>

namespace impactbench {

/// M(q) of a generalised system at one place, factorised; once where it is constant. Allocates in
/// prepare alone.
class MassMatrix {
 public:
  /// The system must outlive this.
  void prepare(const GeneralisedSystem& system);
  /// Goes to q; false where M(q) is not positive definite or has a number that is none.
  [[nodiscard]] bool go_to(const Eigen::VectorXd& q);

  /// Takes a metric in place of M, until it goes to some q; false where that is not positive
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
