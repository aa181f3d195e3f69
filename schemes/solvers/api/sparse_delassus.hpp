#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "schemes/solvers/api/sparse_matrix.hpp"

#include <vector>

namespace impactbench {

/// W of a problem [1/kg], `rows` >= problem.rows per contact: additional rows have W_nn on the
/// diagonal and nothing else. Indices grow within a column.
[[nodiscard]] SparseMatrix sparse_delassus(const ContactProblem& problem, std::size_t rows);

}  // namespace impactbench
