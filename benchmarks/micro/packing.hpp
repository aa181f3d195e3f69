#pragma once

#include "problems/model/disc_system.hpp"
#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <Eigen/Core>

namespace impactbench::micro {

/// n discs of radius 0.5 in a square arrangement, each overlapping its neighbours by 1e-4 m: two
/// contacts a disc, as dense as a frictionless packing gets.
struct Packing {
  DiscSystem system;
  Eigen::VectorXd q;
};
[[nodiscard]] Packing square_packing(int n);

/// The matrix of one implicit step on it: 2 m / h^2 on the diagonal, contacts of stiffness 1e6.
[[nodiscard]] BlockMatrix step_matrix(int n, double h = 1e-4);

/// The contact problem of a sudden push on it, frictionless.
[[nodiscard]] ContactProblem push_problem(int n);

}  // namespace impactbench::micro
