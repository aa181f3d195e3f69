#pragma once

#include "schemes/api/scheme.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <vector>

namespace impactbench {

/// H^T x of a contact problem, rows per contact; x of all bodies.
void contact_rates(const ContactProblem& problem, const Eigen::VectorXd& x, std::vector<double>& u);
/// Adds factor H p to `momenta` of all bodies.
void add_impulses(const ContactProblem& problem, const std::vector<double>& p, double factor,
                  Eigen::VectorXd& momenta);

/// A = M + sum H_c B_c H_c^T over the contacts c of a problem, with a symmetric B_c each, for the
/// bodies in contact: the second derivative of functions that schemes minimise over velocities.
/// Nothing allocates after prepare().
class ContactMatrix {
 public:
  void prepare(std::size_t contacts, std::size_t bodies, int dofs, LinearSolver& solver);
  /// Numbers the bodies of these contacts, and places their pairs.
  void begin(const ContactProblem& problem);
  /// The numbers of those bodies, in ascending order.
  [[nodiscard]] const std::vector<int>& touched() const { return touched_; }

  /// A = M.
  void clear(const ContactProblem& problem);
  /// A += H_c B H_c^T, B of rows x rows.
  void add(const ContactProblem& problem, std::size_t c, const double* B);
  /// Sets `direction` to -A^-1 gradient for those bodies and to 0 for all others; false, with a
  /// reason in `report`, where the solver breaks down.
  [[nodiscard]] bool solve(const Eigen::VectorXd& gradient, Eigen::VectorXd& direction,
                           StepReport& report);

 private:
  void number_pairs(const ContactProblem& problem);

  LinearSolver* solver_{nullptr};
  std::vector<int> slot_;                  ///< block row of each body in contact, else -1
  std::vector<int> touched_;               ///< body of each block row
  std::vector<std::size_t> pair_, order_;  ///< place in the matrix of each contact of two bodies
  BlockMatrix matrix_;
  std::vector<double> right_, left_;
};

}  // namespace impactbench
