#pragma once

#include <Eigen/Core>

#include <cstddef>
#include <span>

namespace impactbench {

/// Sets `row` to the longest projection of a unit vector on the complement of the orthogonal rows
/// `before`, as long as the first of them; zero where there is none. `work` has the size of a row.
/// A constraint without friction beside others with it has such tangents: its impulses along them
/// are bound to be 0, and some solvers divide by their weights.
inline void compute_across(std::span<const double> before, Eigen::VectorXd& row,
                           Eigen::VectorXd& work) {
  const Eigen::Index n = row.size();
  const Eigen::Map<const Eigen::MatrixXd> rows(before.data(), n,
                                               static_cast<Eigen::Index>(before.size()) / n);
  const double length = rows.col(0).norm();
  double most = 0.0;
  for (Eigen::Index k = 0; k < n; ++k) {
    work.setUnit(k);
    for (Eigen::Index j = 0; j < rows.cols(); ++j)
      work -= rows(k, j) / rows.col(j).squaredNorm() * rows.col(j);
    if (const double left = work.norm(); left > most) row = work / left, most = left;
  }
  row *= most > 1e-6 ? length : 0.0;
}

}  // namespace impactbench
