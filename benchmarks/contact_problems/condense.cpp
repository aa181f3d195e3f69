#include "benchmarks/contact_problems/condense.hpp"

#include <Eigen/SparseLU>

#include <cmath>
#include <cstddef>
#include <numeric>

namespace impactbench {
namespace {

using Sparse = Eigen::SparseMatrix<double>;
using Rows = Eigen::SparseMatrix<double, Eigen::RowMajor>;
using Index = Eigen::Index;

/// The connected parts of a graph of unknowns.
class Parts {
 public:
  explicit Parts(const Sparse& k) : above_(static_cast<std::size_t>(k.cols())), place_(above_) {
    std::iota(above_.begin(), above_.end(), 0);
    for (Index j = 0; j < k.cols(); ++j) {
      for (Sparse::InnerIterator it(k, j); it; ++it)
        above_[top(static_cast<std::size_t>(it.row()))] =
            static_cast<int>(top(static_cast<std::size_t>(j)));
    }
    std::vector<int> number(above_.size(), -1);
    for (std::size_t i = 0; i < above_.size(); ++i) {
      int& part = number[top(i)];
      if (part < 0) {
        part = static_cast<int>(members_.size());
        members_.emplace_back();
      }
      auto& members = members_[static_cast<std::size_t>(part)];
      place_[i] = static_cast<int>(members.size());
      members.push_back(static_cast<int>(i));
    }
  }
  [[nodiscard]] const std::vector<std::vector<int>>& all() const { return members_; }
  /// The place of an unknown in its part.
  [[nodiscard]] int place(Index i) const { return place_[static_cast<std::size_t>(i)]; }

 private:
  std::size_t top(std::size_t i) {
    while (above_[i] != static_cast<int>(i)) {
      above_[i] = above_[static_cast<std::size_t>(above_[i])];
      i = static_cast<std::size_t>(above_[i]);
    }
    return i;
  }
  std::vector<int> above_, place_;
  std::vector<std::vector<int>> members_;
};

/// One part of K and the rows of B coupled to it, with their columns renumbered.
class Part {
 public:
  Part(const Sparse& k, const Rows& b, const Eigen::VectorXd& f, const Parts& parts,
       const std::vector<int>& members, std::vector<int>& seen)
      : f_(static_cast<Index>(members.size())) {
    std::vector<Eigen::Triplet<double>> own, coupling;
    for (const int i : members) {
      const int place = parts.place(i);
      f_[place] = f[i];
      for (Sparse::InnerIterator it(k, i); it; ++it)
        own.emplace_back(parts.place(it.row()), place, it.value());
      for (Rows::InnerIterator it(b, i); it; ++it) {
        int& column = seen[static_cast<std::size_t>(it.col())];
        if (column < 0) {
          column = static_cast<int>(columns_.size());
          columns_.push_back(static_cast<int>(it.col()));
        }
        coupling.emplace_back(place, column, it.value());
      }
    }
    for (const int column : columns_)
      seen[static_cast<std::size_t>(column)] = -1;
    k_.resize(f_.size(), f_.size());
    k_.setFromTriplets(own.begin(), own.end());
    b_.resize(f_.size(), static_cast<Index>(columns_.size()));
    b_.setFromTriplets(coupling.begin(), coupling.end());
  }

  /// Adds this part's contribution to W and q.
  bool add(std::vector<Eigen::Triplet<double>>& w, Eigen::VectorXd& q) {
    Eigen::SparseLU<Sparse> lu;
    lu.compute(k_);
    if (lu.info() != Eigen::Success || !regular(lu)) return false;
    for (Index j = 0; j < b_.cols(); ++j) {
      const Eigen::VectorXd x = lu.solve(Eigen::VectorXd(b_.col(j)));
      const Eigen::VectorXd column = b_.transpose() * x;
      const int at = columns_[static_cast<std::size_t>(j)];
      for (Index i = 0; i < column.size(); ++i) {
        if (column[i] != 0.0) w.emplace_back(columns_[static_cast<std::size_t>(i)], at, column[i]);
      }
    }
    const Eigen::VectorXd free = b_.transpose() * Eigen::VectorXd(lu.solve(f_));
    for (Index i = 0; i < free.size(); ++i)
      q[columns_[static_cast<std::size_t>(i)]] += free[i];
    return true;
  }

 private:
  [[nodiscard]] bool regular(const Eigen::SparseLU<Sparse>& lu) const {
    Eigen::VectorXd x(f_.size());
    for (Index i = 0; i < x.size(); ++i)
      x[i] = 1.5 + std::sin(1.6180339887 * static_cast<double>(i));
    const Eigen::VectorXd back = lu.solve(Eigen::VectorXd(k_ * x));
    return (back - x).cwiseAbs().maxCoeff() <= 1e-6;
  }

  Sparse k_, b_;
  Eigen::VectorXd f_;
  std::vector<int> columns_;
};

}  // namespace

bool condense(const Sparse& k, const Sparse& b, const Eigen::VectorXd& f, Condensed& out) {
  const Parts parts(k);
  const Rows by_rows = b;
  std::vector<int> seen(static_cast<std::size_t>(b.cols()), -1);
  std::vector<Eigen::Triplet<double>> w;
  out.q = Eigen::VectorXd::Zero(b.cols());
  for (const std::vector<int>& members : parts.all()) {
    if (!Part(k, by_rows, f, parts, members, seen).add(w, out.q)) return false;
  }
  out.w.resize(b.cols(), b.cols());
  out.w.setFromTriplets(w.begin(), w.end());
  return true;
}

}  // namespace impactbench
