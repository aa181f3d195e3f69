#include "problems/polyhedra/statics/modes.hpp"

#include "problems/base/error.hpp"
#include "problems/polyhedra/statics/balance.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SparseCholesky>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>

namespace impactbench {

Eigen::VectorXd lowest_frequencies(const PolyhedralSystem& system, int count) {
  const int dofs = 6 * system.cells(), rigid = system.options().fixed.empty() ? 6 : 0;
  constexpr int guard = 8;
  if (count < 1 || count + rigid + guard > dofs) {
    throw ConfigurationError("vibrations: " + std::to_string(count) +
                             " frequencies asked for; it must be in [1, " +
                             std::to_string(dofs - rigid - guard) + "]");
  }
  // With y = M^1/2 x: eigenvalues omega^2 + sigma of A = M^-1/2 K M^-1/2 + sigma.
  const Eigen::VectorXd scale = system.mass().cwiseSqrt().cwiseInverse();
  SparseMatrix a = scale.asDiagonal() * Balance(system, 0.0).stiffness() * scale.asDiagonal();
  const double sigma = 1e-8 * a.diagonal().maxCoeff();
  for (int i = 0; i < dofs; ++i)
    a.coeffRef(i, i) += sigma;
  const Eigen::SimplicialLDLT<SparseMatrix> inverse(a);

  const int width = count + rigid + guard;
  Eigen::MatrixXd y(dofs, width);
  for (int i = 0; i < dofs; ++i)
    for (int j = 0; j < width; ++j)
      y(i, j) = std::sin(1.0 + 0.7 * i + 1.3 * j * (i % 11));
  Eigen::VectorXd values = Eigen::VectorXd::Zero(width);
  for (int iteration = 0; iteration < 200; ++iteration) {
    const Eigen::MatrixXd next = inverse.solve(y);
    y = Eigen::HouseholderQR<Eigen::MatrixXd>(next).householderQ() *
        Eigen::MatrixXd::Identity(dofs, width);
    const Eigen::MatrixXd image = a.selfadjointView<Eigen::Lower>() * y;
    const Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd> ritz(y.transpose() * image);
    y = y * ritz.eigenvectors();
    const double change = (ritz.eigenvalues() - values).head(width - guard).cwiseAbs().maxCoeff();
    values = ritz.eigenvalues();
    if (change < 1e-9 * values[width - guard - 1]) break;
  }
  const Eigen::VectorXd squares = values.segment(rigid, count).array() - sigma;
  return squares.cwiseMax(0.0).cwiseSqrt() / (2.0 * std::numbers::pi);
}

}  // namespace impactbench
