#include "problems/polyhedra/statics/block_ldlt.hpp"

#include "problems/base/wide.hpp"

#include <Eigen/LU>
#include <Eigen/OrderingMethods>

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

namespace impactbench {
namespace {

using Block = Eigen::Matrix<double, 6, 6>;
using View = Eigen::Map<Block>;
using ConstView = Eigen::Map<const Block>;

/// y(rows[p]) -= a b(p) for p in [begin, end), blocks by columns.
IMPACTBENCH_WIDE void take_products(double* y, const int* rows, const double* a, const double* b,
                                    std::size_t begin, std::size_t end) {
  for (std::size_t p = begin; p < end; ++p) {
    double* out = y + 36 * static_cast<std::size_t>(rows[p]);
    const double* right = b + 36 * p;
    for (int c = 0; c < 6; ++c) {
      double sum[6];
      for (int r = 0; r < 6; ++r)
        sum[r] = out[6 * c + r];
      for (int k = 0; k < 6; ++k)
        for (int r = 0; r < 6; ++r)
          sum[r] -= a[6 * k + r] * right[6 * c + k];
      for (int r = 0; r < 6; ++r)
        out[6 * c + r] = sum[r];
    }
  }
}

}  // namespace

BlockLdlt::BlockLdlt(const Matrix& lower)
    : cells_(static_cast<int>(lower.cols()) / edge),
      work_(area * static_cast<std::size_t>(cells_)),
      seen_(static_cast<std::size_t>(cells_)),
      path_(seen_.size()),
      pattern_(seen_.size()) {
  order(lower);
  find_rows(lower);
  find_fill();
}

void BlockLdlt::order(const Matrix& lower) {
  std::vector<Eigen::Triplet<double>> graph;
  for (int column = 0; column < lower.outerSize(); column += edge)
    for (Matrix::InnerIterator it(lower, column); it; ++it)
      if (it.row() % edge == 0) {
        graph.emplace_back(static_cast<int>(it.row()) / edge, column / edge, 1.0);
      }
  Matrix cells(cells_, cells_);
  cells.setFromTriplets(graph.begin(), graph.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> back;
  Eigen::AMDOrdering<int>()(cells, back);
  place_.resize(static_cast<std::size_t>(cells_));
  for (int k = 0; k < cells_; ++k)
    place_[static_cast<std::size_t>(back.indices()[k])] = k;
}

void BlockLdlt::find_rows(const Matrix& lower) {
  std::map<std::pair<int, int>, std::size_t> number;
  rows_.resize(static_cast<std::size_t>(cells_));
  for (int column = 0; column < lower.outerSize(); ++column) {
    for (Matrix::InnerIterator it(lower, column); it; ++it) {
      const auto row = static_cast<int>(it.row());
      int k = place_[static_cast<std::size_t>(row / edge)];
      int j = place_[static_cast<std::size_t>(column / edge)];
      std::size_t inside = static_cast<std::size_t>(edge * (column % edge) + row % edge);
      if (k < j) {  // the transposed block lies below the diagonal
        std::swap(k, j);
        inside = static_cast<std::size_t>(edge * (row % edge) + column % edge);
      }
      const auto [found, fresh] = number.try_emplace({k, j}, number.size());
      if (fresh) rows_[static_cast<std::size_t>(k)].push_back({j, found->second});
      target_.push_back(area * found->second + inside);
    }
  }
  values_.resize(area * number.size());
}

void BlockLdlt::find_fill() {
  const auto n = static_cast<std::size_t>(cells_);
  std::vector<std::size_t> length(n, 0);
  parent_.assign(n, -1);
  std::fill(seen_.begin(), seen_.end(), -1);
  for (int k = 0; k < cells_; ++k) {
    seen_[static_cast<std::size_t>(k)] = k;
    for (const Entry& entry : rows_[static_cast<std::size_t>(k)]) {
      for (int j = entry.column; seen_[static_cast<std::size_t>(j)] != k;) {
        const auto at = static_cast<std::size_t>(j);
        if (parent_[at] < 0) parent_[at] = k;
        ++length[at];
        seen_[at] = k;
        j = parent_[at];
      }
    }
  }
  start_.assign(n + 1, 0);
  for (std::size_t j = 0; j < n; ++j)
    start_[j + 1] = start_[j] + length[j];
  end_.resize(n);
  row_.resize(start_[n]);
  below_.resize(area * start_[n]);
  inverse_.resize(area * n);
}

std::size_t BlockLdlt::reach(int k) {
  std::size_t top = pattern_.size();
  seen_[static_cast<std::size_t>(k)] = k;
  for (const Entry& entry : rows_[static_cast<std::size_t>(k)]) {
    std::size_t length = 0;
    for (int j = entry.column; seen_[static_cast<std::size_t>(j)] != k;
         j = parent_[static_cast<std::size_t>(j)]) {
      path_[length++] = j;
      seen_[static_cast<std::size_t>(j)] = k;
    }
    while (length > 0)
      pattern_[--top] = path_[--length];
  }
  return top;
}

void BlockLdlt::take(const Matrix& lower) {
  std::fill(values_.begin(), values_.end(), 0.0);
  const double* from = lower.valuePtr();
  for (std::size_t at = 0; at < target_.size(); ++at)
    values_[target_[at]] = from[at];
}

bool BlockLdlt::factor(const Matrix& lower) {
  take(lower);
  std::copy(start_.begin(), start_.end() - 1, end_.begin());
  std::fill(seen_.begin(), seen_.end(), -1);
  std::fill(work_.begin(), work_.end(), 0.0);
  const auto block = [this](std::vector<double>& blocks, std::size_t at) {
    return View(blocks.data() + area * at);
  };
  for (int k = 0; k < cells_; ++k) {
    const std::size_t top = reach(k);
    Block diagonal = Block::Zero();
    for (const Entry& entry : rows_[static_cast<std::size_t>(k)]) {
      if (entry.column == k) {
        diagonal = block(values_, entry.at);
      } else {
        block(work_, static_cast<std::size_t>(entry.column)) = block(values_, entry.at);
      }
    }
    for (std::size_t p = top; p < pattern_.size(); ++p) {
      const auto j = static_cast<std::size_t>(pattern_[p]);
      const Block row = block(work_, j);  // L_kj D_j
      block(work_, j).setZero();
      take_products(work_.data(), row_.data(), row.data(), below_.data(), start_[j], end_[j]);
      const std::size_t at = end_[j]++;
      row_[at] = k;
      block(below_, at).noalias() = block(inverse_, j) * row.transpose();
      diagonal.noalias() -= row * block(below_, at);
    }
    const Eigen::PartialPivLU<Block> factors(diagonal);
    // Nothing is divided by a pivot that is zero or no number.
    if (!(factors.matrixLU().diagonal().array().abs() > 0.0).all()) return false;
    const Block inverse = factors.inverse();
    if (!inverse.allFinite()) return false;
    block(inverse_, static_cast<std::size_t>(k)) = 0.5 * (inverse + inverse.transpose());
  }
  return true;
}

Eigen::VectorXd BlockLdlt::solve(const Eigen::VectorXd& b) const {
  const auto place = [this](int cell) { return edge * place_[static_cast<std::size_t>(cell)]; };
  const auto below = [this](std::size_t at) { return ConstView(below_.data() + area * at); };
  Eigen::VectorXd x(b.size());
  for (int cell = 0; cell < cells_; ++cell)
    x.segment<edge>(place(cell)) = b.segment<edge>(edge * cell);
  for (int j = 0; j < cells_; ++j) {
    const auto column = static_cast<std::size_t>(j);
    for (std::size_t p = start_[column]; p < end_[column]; ++p)
      x.segment<edge>(edge * row_[p]) -= below(p).transpose() * x.segment<edge>(edge * j);
  }
  for (int j = cells_ - 1; j >= 0; --j) {
    const auto column = static_cast<std::size_t>(j);
    Eigen::Matrix<double, edge, 1> here =
        ConstView(inverse_.data() + area * column) * x.segment<edge>(edge * j);
    for (std::size_t p = start_[column]; p < end_[column]; ++p)
      here -= below(p) * x.segment<edge>(edge * row_[p]);
    x.segment<edge>(edge * j) = here;
  }
  Eigen::VectorXd out(b.size());
  for (int cell = 0; cell < cells_; ++cell)
    out.segment<edge>(edge * cell) = x.segment<edge>(place(cell));
  return out;
}

}  // namespace impactbench
