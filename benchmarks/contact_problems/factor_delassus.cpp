#include "benchmarks/contact_problems/factor_delassus.hpp"

#include "problems/base/error.hpp"

#include <fmt/format.h>
#include <Eigen/Dense>
#include <Eigen/SparseCore>

#include <algorithm>
#include <cmath>
#include <utility>

namespace impactbench {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Index = Eigen::Index;

Sparse taken(const SparseMatrix& w) {
  std::vector<Eigen::Triplet<double>> entries;
  entries.reserve(w.value.size());
  w.each([&](std::size_t i, std::size_t j, double a) {
    if (a != 0.0) entries.emplace_back(static_cast<int>(i), static_cast<int>(j), a);
  });
  const auto n = static_cast<Index>(w.size());
  Sparse out(n, n);
  out.setFromTriplets(entries.begin(), entries.end());
  return out;
}

SparseMatrix given(const Sparse& m) {
  if (m.nonZeros() == 0) return {};
  const auto size = [](auto n) { return static_cast<std::ptrdiff_t>(n); };
  return {{m.outerIndexPtr(), m.outerIndexPtr() + size(m.cols() + 1)},
          {m.innerIndexPtr(), m.innerIndexPtr() + size(m.nonZeros())},
          {m.valuePtr(), m.valuePtr() + size(m.nonZeros())}};
}

/// Contacts by the columns of W that couple them.
class Graph {
 public:
  Graph(const Sparse& w, int rows)
      : next_(static_cast<std::size_t>(w.cols() / rows)), depth_(next_.size(), unseen) {
    for (Index j = 0; j < w.cols(); ++j) {
      for (Sparse::InnerIterator it(w, j); it; ++it) {
        const auto a = static_cast<int>(it.row() / rows), b = static_cast<int>(j / rows);
        if (a != b) next_[static_cast<std::size_t>(b)].push_back(a);
      }
    }
    for (std::vector<int>& list : next_) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }

  using Levels = std::vector<std::vector<int>>;

  /// All levels, part after part; `begins` says which are the first of their part.
  void levels(Levels& out, std::vector<bool>& begins) {
    std::vector<bool> placed(next_.size(), false);
    for (int c = 0; c < static_cast<int>(next_.size()); ++c) {
      if (placed[static_cast<std::size_t>(c)]) continue;
      Levels part = from(c);
      for (int round = 0; round < 8; ++round) {
        Levels longer = from(least_coupled(part.back()));
        if (longer.size() <= part.size()) break;
        part = std::move(longer);
      }
      for (std::size_t k = 0; k < part.size(); ++k) {
        for (const int member : part[k])
          placed[static_cast<std::size_t>(member)] = true;
        begins.push_back(k == 0);
        out.push_back(std::move(part[k]));
      }
    }
  }

 private:
  static constexpr int unseen = -1;

  Levels from(int root) {
    Levels out{{root}};
    std::vector<int> seen{root};
    depth_[static_cast<std::size_t>(root)] = 0;
    while (!out.back().empty()) {
      std::vector<int> level;
      for (const int c : out.back()) {
        for (const int neighbour : next_[static_cast<std::size_t>(c)]) {
          int& depth = depth_[static_cast<std::size_t>(neighbour)];
          if (depth != unseen) continue;
          depth = static_cast<int>(out.size());
          level.push_back(neighbour);
        }
      }
      seen.insert(seen.end(), level.begin(), level.end());
      out.push_back(std::move(level));
    }
    out.pop_back();
    for (const int c : seen)
      depth_[static_cast<std::size_t>(c)] = unseen;
    return out;
  }

  [[nodiscard]] int least_coupled(const std::vector<int>& level) const {
    return *std::min_element(level.begin(), level.end(), [&](int a, int b) {
      return next_[static_cast<std::size_t>(a)].size() < next_[static_cast<std::size_t>(b)].size();
    });
  }

  std::vector<std::vector<int>> next_;
  std::vector<int> depth_;
};

/// Rows of L of one level: those on its own columns, and on those of the level before.
struct BlockRow {
  Eigen::MatrixXd own, before;
};

/// Cholesky's method with pivoting on s, which is overwritten by its remainder; returns the
/// columns, and the rows that were pivots.
Eigen::MatrixXd pivoted(Eigen::MatrixXd& s, std::vector<Index>& pivots) {
  const Index n = s.rows();
  const double negligible = 1e-14 * static_cast<double>(n);
  Eigen::MatrixXd columns(n, n);
  pivots.clear();
  for (Index k = 0; k < n; ++k) {
    Index pivot = 0;
    const double largest = s.diagonal().maxCoeff(&pivot);
    if (!(largest > negligible)) break;
    columns.col(k) = s.col(pivot) / std::sqrt(largest);
    s.noalias() -= columns.col(k) * columns.col(k).transpose();
    s.row(pivot).setZero();
    s.col(pivot).setZero();
    pivots.push_back(pivot);
  }
  return columns.leftCols(static_cast<Index>(pivots.size()));
}

class Factorisation {
 public:
  Factorisation(Sparse scaled, int rows) : w_(std::move(scaled)), rows_(rows) {
    Graph(w_, rows).levels(levels_, begins_);
    place_.resize(static_cast<std::size_t>(w_.cols()));
    level_.resize(place_.size());
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      int place = 0;
      for (const int c : levels_[k]) {
        for (int r = 0; r < rows; ++r, ++place) {
          const auto row = static_cast<std::size_t>(c * rows + r);
          place_[row] = place;
          level_[row] = static_cast<int>(k);
        }
      }
    }
  }

  /// Factors W + shift diag(W); false if that is not positive.
  bool run(double shift) {
    blocks_.assign(levels_.size(), {});
    std::vector<Index> pivots;
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      BlockRow& block = blocks_[k];
      Eigen::MatrixXd s = part(k, k);
      for (Index i = 0; i < s.rows(); ++i)
        s(i, i) *= 1.0 + shift;
      if (!begins_[k]) {
        // X from X L^T = W_{k,k-1} on the rows of the level before that were pivots.
        const Eigen::MatrixXd coupling = part(k, k - 1);
        const Eigen::MatrixXd& own = blocks_[k - 1].own;
        const auto rank = static_cast<Index>(pivots.size());
        Eigen::MatrixXd corner(rank, rank), at(rank, coupling.rows());
        for (Index p = 0; p < rank; ++p) {
          corner.row(p) = own.row(pivots[static_cast<std::size_t>(p)]);
          at.row(p) = coupling.col(pivots[static_cast<std::size_t>(p)]).transpose();
        }
        block.before = corner.triangularView<Eigen::Lower>().solve(at).transpose();
        if (!block.before.allFinite()) return false;
        s.noalias() -= block.before * block.before.transpose();
      }
      block.own = pivoted(s, pivots);
      // The remainder of a positive matrix is no larger than its diagonal.
      if (!(s.size() == 0 || s.cwiseAbs().maxCoeff() <= missing)) return false;
    }
    return makes(shift);
  }

  /// The bodies and Jacobians, with each row times the root of its W_ii.
  void write(const Eigen::VectorXd& root, FactoredDelassus& out) const {
    Index dofs = 1;
    for (const BlockRow& block : blocks_)
      dofs = std::max(dofs, block.own.cols());
    ContactProblem& problem = out.problem;
    problem.rows = rows_;
    problem.dofs = static_cast<int>(dofs);
    problem.resize(static_cast<std::size_t>(w_.cols() / rows_));
    problem.inverse_mass.assign(levels_.size() * static_cast<std::size_t>(dofs), 1.0);
    out.levels = static_cast<int>(levels_.size());
    for (std::size_t row = 0; row < place_.size(); ++row) {
      const auto k = static_cast<std::size_t>(level_[row]);
      const std::size_t c = row / static_cast<std::size_t>(rows_);
      problem.body_a[c] = level_[row];
      problem.body_b[c] = begins_[k] ? ContactProblem::fixed : level_[row] - 1;
      const double scale = root[static_cast<Index>(row)];
      const auto put = [&](const Eigen::MatrixXd& from, std::vector<double>& to) {
        for (Index j = 0; j < from.cols(); ++j)
          to[row * static_cast<std::size_t>(dofs) + static_cast<std::size_t>(j)] =
              scale * from(place_[row], j);
      };
      put(blocks_[k].own, problem.jacobian_a);
      put(blocks_[k].before, problem.jacobian_b);
    }
  }

 private:
  static constexpr double missing = 1e-9;  ///< of W_ii = 1

  /// W_{k,m} of two levels, dense.
  [[nodiscard]] Eigen::MatrixXd part(std::size_t k, std::size_t m) const {
    Eigen::MatrixXd out = Eigen::MatrixXd::Zero(static_cast<Index>(levels_[k].size()) * rows_,
                                                static_cast<Index>(levels_[m].size()) * rows_);
    for (const int c : levels_[m]) {
      for (int r = 0; r < rows_; ++r) {
        const Index j = static_cast<Index>(c) * rows_ + r;
        for (Sparse::InnerIterator it(w_, j); it; ++it) {
          const auto i = static_cast<std::size_t>(it.row());
          if (level_[i] == static_cast<int>(k))
            out(place_[i], place_[static_cast<std::size_t>(j)]) = it.value();
        }
      }
    }
    return out;
  }

  /// L L^T x against W x + shift diag(W) x, for an x that no structure is orthogonal to.
  [[nodiscard]] bool makes(double shift) const {
    Eigen::VectorXd x(w_.cols());
    for (Index i = 0; i < x.size(); ++i)
      x[i] = std::sin(1.0 + 1.6180339887 * static_cast<double>(i));
    const Eigen::VectorXd wanted = w_ * x + shift * Eigen::VectorXd(w_.diagonal()).cwiseProduct(x);
    std::vector<Eigen::VectorXd> pulled(levels_.size());
    std::vector<Eigen::VectorXd> local(levels_.size());
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      local[k].resize(static_cast<Index>(levels_[k].size()) * rows_);
      pulled[k] = Eigen::VectorXd::Zero(blocks_[k].own.cols());
    }
    for (std::size_t row = 0; row < place_.size(); ++row)
      local[static_cast<std::size_t>(level_[row])][place_[row]] = x[static_cast<Index>(row)];
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      pulled[k] += blocks_[k].own.transpose() * local[k];
      if (!begins_[k]) pulled[k - 1] += blocks_[k].before.transpose() * local[k];
    }
    for (std::size_t k = 0; k < levels_.size(); ++k) {
      local[k] = blocks_[k].own * pulled[k];
      if (!begins_[k]) local[k] += blocks_[k].before * pulled[k - 1];
    }
    const double limit = missing * (1.0 + wanted.cwiseAbs().maxCoeff());
    for (std::size_t row = 0; row < place_.size(); ++row) {
      const double made = local[static_cast<std::size_t>(level_[row])][place_[row]];
      if (!(std::abs(made - wanted[static_cast<Index>(row)]) <= limit)) return false;
    }
    return true;
  }

  Sparse w_;
  int rows_;
  Graph::Levels levels_;
  std::vector<bool> begins_;
  std::vector<int> place_, level_;  ///< per row: its place in its level, and that
  std::vector<BlockRow> blocks_;
};

}  // namespace

FactoredDelassus factor_delassus(const SparseMatrix& matrix, int rows) {
  FactoredDelassus out;
  out.problem.rows = rows;
  if (matrix.size() == 0) return out;
  const Sparse w = taken(matrix), transposed = w.transpose();
  Sparse half = 0.5 * (w + transposed);
  const Eigen::VectorXd diagonal = half.diagonal();
  const double size = w.nonZeros() > 0 ? w.coeffs().cwiseAbs().maxCoeff() : 0.0;
  for (Index i = 0; i < diagonal.size(); ++i) {
    if (diagonal[i] < 0.0) {
      throw ConfigurationError(
          fmt::format("has W with a negative eigenvalue: W[{0}, {0}] = {1:.6g}", i, diagonal[i]));
    }
  }
  const Eigen::VectorXd root = diagonal.cwiseSqrt();
  const auto scale = [&](Index i) { return root[i] > 0.0 ? 1.0 / root[i] : 1.0 / std::sqrt(size); };
  Sparse scaled = half;
  for (Index j = 0; j < scaled.cols(); ++j) {
    for (Sparse::InnerIterator it(scaled, j); it; ++it)
      it.valueRef() *= scale(it.row()) * scale(j);
  }
  if (w.nonZeros() > 0 && !scaled.coeffs().allFinite())
    throw ConfigurationError("has W whose numbers are too large or too small to be factored");
  Factorisation factorisation(std::move(scaled), rows);
  bool made = factorisation.run(0.0);
  for (double shift = 1e-10; !made && shift < 2e-3; shift *= 10.0) {
    made = factorisation.run(shift);
    out.shift = shift;
  }
  if (!made) {
    throw ConfigurationError(
        "has W with a negative eigenvalue that 1/1000 of its diagonal does not compensate");
  }
  factorisation.write(root, out);
  Sparse rest = 0.5 * (w - transposed);
  rest.prune([&](Index, Index, double a) { return std::abs(a) > 1e-12 * size; });
  if (out.shift > 0.0) {
    Sparse back(w.rows(), w.cols());
    for (Index i = 0; i < diagonal.size(); ++i)
      back.insert(i, i) = -out.shift * diagonal[i];
    rest = Sparse(rest + back);
  }
  rest.makeCompressed();
  out.rest = given(rest);
  return out;
}

}  // namespace impactbench
