#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

namespace impactbench {

/// Implemented by contact solvers that work on the entries of W instead of its factors: W may
/// be passed once before the solves, so that these exclude the conversion to the solver's own
/// form.
class TakesMatrix {
 public:
  virtual ~TakesMatrix() = default;
  TakesMatrix() = default;
  TakesMatrix(const TakesMatrix&) = delete;
  TakesMatrix& operator=(const TakesMatrix&) = delete;

  /// `w` [1/kg] over the rows of `problem`, symmetric or not: all later solves use this W with
  /// their own b, and ignore the factors of their problem.
  virtual void take_matrix(const ContactProblem& problem, const SparseMatrix& w) = 0;
};

}  // namespace impactbench
