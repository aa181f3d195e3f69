#pragma once

#include "problems/model/round_system.hpp"
#include "schemes/solvers/api/block_matrix.hpp"
#include "schemes/solvers/api/contact_problem.hpp"

#include <Eigen/Core>

namespace impactbench::micro {

/// n discs of radius 0.5 in a hexagonal arrangement, each overlapping its neighbours by 1e-4 m:
/// three contacts a disc, the densest packing. It is rotated so that no normal lies along an axis:
/// blocks would then be half zeros, which some libraries drop, and the systems would decouple.
struct Packing {
  RoundSystem system;
  Eigen::VectorXd q;
};
[[nodiscard]] Packing hexagonal_packing(int n);

/// The matrix of one implicit step on it: 2 m / h^2 on the diagonal, contacts of stiffness 1e6.
[[nodiscard]] BlockMatrix step_matrix(int n, double h = 1e-4);

/// The contact problem of a sudden push on it; rows = 1 or 2, with mu = 0.3; rows = 3: on balls of
/// radius 0.5 in a cubic lattice, turned alike, of three contacts a ball.
[[nodiscard]] ContactProblem push_problem(int n, int rows);

}  // namespace impactbench::micro
