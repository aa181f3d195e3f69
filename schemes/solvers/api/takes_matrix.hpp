#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

namespace impactbench {

/// Also implemented by contact solvers that work on the entries of W and not on its factors: W may
/// be passed once before the solves, so that these do not include the conversion to the solver's
/// own form.
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
