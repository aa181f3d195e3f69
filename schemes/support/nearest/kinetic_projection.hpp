#pragma once

#include "problems/model/coordinate_arms.hpp"
#include "schemes/support/coordinates/mass_matrix.hpp"

#include <Eigen/Core>

#include <vector>

namespace impactbench {

/// The nearest point of K = {f_a >= 0} in the metric of a mass matrix, with its certificate.
class KineticProjection {
 public:
  enum class Status { found, iteration_limit, vanishing_gradient, dependent_gradients };
  struct Outcome {
    Status status{Status::found};
    int linearisations{0};
    bool tie{false};  ///< another point of K is as near
    /// The largest of violation / length and, both over |M (Z - W)|, |p_a f_a| / length and |M (Z -
    /// W) - sum p_a grad f_a| with gradients at Z [-]; |.| of momenta, over arms.
    double certificate{0.0};
  };

  void prepare(const GeneralisedSystem& system, double tolerance, int max_iterations);
  /// Takes M(q) as the metric; false where it is not positive definite.
  [[nodiscard]] bool set_metric(const Eigen::VectorXd& q) { return mass_.go_to(q); }
  /// M^-1 x in place.
  void solve(Eigen::VectorXd& x) const { mass_.solve(x); }
  /// Finds the point nearest to `w`, into `z`; a second search begins at `from`.
  [[nodiscard]] Outcome nearest(const Eigen::VectorXd& w, const Eigen::VectorXd& from,
                                Eigen::VectorXd& z);
  /// p_a of the last projection: M (Z - W) = sum p_a grad f_a(Z).
  [[nodiscard]] const Eigen::VectorXd& multipliers() const { return p_; }

 private:
  [[nodiscard]] Outcome search(const Eigen::VectorXd& w, Eigen::VectorXd& z);
  [[nodiscard]] Status linearise(const Eigen::VectorXd& w, const Eigen::VectorXd& z);
  /// Solves p >= 0, A p + c >= 0, p.(A p + c) = 0; false where active rows of A are dependent.
  [[nodiscard]] bool complement();
  [[nodiscard]] bool solve_active();
  [[nodiscard]] double certify(const Eigen::VectorXd& w, const Eigen::VectorXd& z);
  [[nodiscard]] double distance2(const Eigen::VectorXd& x, const Eigen::VectorXd& y);

  /// Of moves in lengths: coordinates times their arms (CoordinateArms).
  template <class Move>
  [[nodiscard]] double length_of(const Move& x) const {
    return largest_length(x, arms_);
  }

  const GeneralisedSystem* system_{nullptr};
  double tolerance_{0.0};
  int max_iterations_{0};
  MassMatrix mass_;
  Eigen::VectorXd arms_;                ///< [m] per unit of each coordinate
  Eigen::MatrixXd gradients_, pushes_;  ///< columns grad f_a and M^-1 grad f_a
  Eigen::MatrixXd a_, lower_;
  Eigen::VectorXd c_, p_, second_p_, f_, gradient_, other_, difference_, step_;
  std::vector<Eigen::Index> active_;
  std::vector<bool> acts_;
};

}  // namespace impactbench
