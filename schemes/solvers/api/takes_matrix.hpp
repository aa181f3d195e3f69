#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

namespace impactbench {

/// What a contact solver is too that works on the entries of W and not on its factors: W of one
/// problem may be handed to it before its solves, which leaves the making of its own form out of
/// them.
class TakesMatrix {
 public:
  virtual ~TakesMatrix() = default;
  TakesMatrix() = default;
  TakesMatrix(const TakesMatrix&) = delete;
  TakesMatrix& operator=(const TakesMatrix&) = delete;

  /// `w` [1/kg] over the rows of `problem`, symmetric or not: all later solves are of this W with
  /// their own b, whatever the factors of their problem make.
  virtual void take_matrix(const ContactProblem& problem, const SparseMatrix& w) = 0;
};

}  // namespace impactbench
