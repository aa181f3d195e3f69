#include "schemes/solvers/support/frictionless/velocity_newton.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>
#include <utility>

namespace impactbench {

void VelocityNewton::prepare(std::size_t contact_count, std::size_t body_count) {
  links_.reserve(contact_count);
  rank_.reserve(contact_count);
  d_.reserve(contact_count);
  for (auto* per_body : {&root_, &velocity_, &x_})
    per_body->reserve(Frictionless::room(body_count));
}

/// Index of entry (row of partner number `rank` of body `low`, column of `low`). A column holds the
/// body's lower triangle, then its partners in ascending order; rank -1 + 1 = 0 is the body.
std::size_t VelocityNewton::slot(std::size_t low, std::size_t column, std::size_t rank,
                                 std::size_t row) const {
  const auto first = static_cast<std::size_t>(start_[low * width_ + column]);
  return rank == 0 ? first + row - column : first + (width_ - column) + (rank - 1) * width_ + row;
}

void VelocityNewton::analyse(const Frictionless& form) {
  form_ = &form;
  width_ = form.width();
  size_ = form.bodies() * width_;
  root_.resize(form.body_size());
  for (std::size_t k = 0; k < root_.size(); ++k)
    root_[k] = std::sqrt(form.inverse_mass()[k]);
  const auto w = static_cast<int>(width_);
  const int bodies = static_cast<int>(form.bodies());
  links_.clear();
  rank_.assign(form.size(), 0);
  for (std::size_t c = 0; c < form.size(); ++c) {
    const int* ends = form.ends(c);
    const int a = ends[0] / w, b = ends[1] / w;
    if (!form.is_wall(ends[0]) && !form.is_wall(ends[1]) && a != b)
      links_.push_back({std::min(a, b), std::max(a, b), static_cast<int>(c)});
  }
  std::sort(links_.begin(), links_.end(), [](const Link& x, const Link& y) {
    return std::tie(x.low, x.high, x.row) < std::tie(y.low, y.high, y.row);
  });
  start_.assign(1, 0);
  index_.clear();
  std::size_t next = 0;
  for (int body = 0; body < bodies; ++body) {
    const std::size_t first = next;
    int partners = 0;
    for (; next < links_.size() && links_[next].low == body; ++next) {
      if (next == first || links_[next].high != links_[next - 1].high) ++partners;
      rank_[static_cast<std::size_t>(links_[next].row)] = partners;
    }
    for (int column = 0; column < w; ++column) {
      for (int row = column; row < w; ++row)
        index_.push_back(body * w + row);
      for (std::size_t k = first; k < next; ++k) {
        if (k > first && links_[k].high == links_[k - 1].high) continue;
        for (int row = 0; row < w; ++row)
          index_.push_back(links_[k].high * w + row);
      }
      start_.push_back(static_cast<int>(index_.size()));
    }
  }
  value_.assign(index_.size(), 0.0);
  const auto n = static_cast<Eigen::Index>(size_);
  work_.resize(n);
  if (n == 0) return;
  cholesky_.analyzePattern(Eigen::Map<const Eigen::SparseMatrix<double>>(
      n, n, static_cast<Eigen::Index>(value_.size()), start_.data(), index_.data(), value_.data()));
}

bool VelocityNewton::factor(const std::vector<double>& d) {
  std::fill(value_.begin(), value_.end(), 0.0);
  for (std::size_t k = 0; k < size_; ++k)
    value_[static_cast<std::size_t>(start_[k])] = 1.0;
  for (std::size_t c = 0; c < form_->size(); ++c) {
    if (d[c] == 0.0) continue;
    const auto row = form_->halves(c);
    const int* ends = form_->ends(c);
    const auto a = static_cast<std::size_t>(ends[0]), b = static_cast<std::size_t>(ends[1]);
    const auto own = [&](std::size_t at, const double* j) {
      if (form_->is_wall(static_cast<int>(at))) return;
      for (std::size_t k = 0; k < width_; ++k) {
        for (std::size_t l = k; l < width_; ++l)
          value_[slot(at / width_, k, 0, l)] += d[c] * j[k] * root_[at + k] * j[l] * root_[at + l];
      }
    };
    own(a, row.a);
    own(b, row.b);
    if (rank_[c] == 0) continue;
    const bool first_is_low = a < b;
    const std::size_t low = first_is_low ? a : b, high = first_is_low ? b : a;
    const double *jl = first_is_low ? row.a : row.b, *jh = first_is_low ? row.b : row.a;
    for (std::size_t k = 0; k < width_; ++k) {
      const double factor = row.sign_a * d[c] * jl[k] * root_[low + k];
      for (std::size_t l = 0; l < width_; ++l)
        value_[slot(low / width_, k, static_cast<std::size_t>(rank_[c]), l)] +=
            factor * jh[l] * root_[high + l];
    }
  }
  const auto n = static_cast<Eigen::Index>(size_);
  cholesky_.factorize(Eigen::Map<const Eigen::SparseMatrix<double>>(
      n, n, static_cast<Eigen::Index>(value_.size()), start_.data(), index_.data(), value_.data()));
  return cholesky_.info() == Eigen::Success;
}

void VelocityNewton::solve(std::vector<double>& x) {
  work_ = cholesky_.solve(
      Eigen::Map<const Eigen::VectorXd>(x.data(), static_cast<Eigen::Index>(size_)));
  std::copy(work_.data(), work_.data() + size_, x.begin());
  std::fill(x.begin() + static_cast<std::ptrdiff_t>(size_), x.end(), 0.0);
}

bool VelocityNewton::proximal(const std::vector<char>& active, double sigma,
                              const std::vector<double>& y, std::vector<double>& q) {
  d_.resize(y.size());
  for (std::size_t c = 0; c < y.size(); ++c)
    d_[c] = active[c] != 0 ? sigma : 0.0;
  if (!factor(d_)) return false;
  // As a correction of y on the active rows: errors are then relative to the residual of w there.
  const std::vector<double>& b = form_->b();
  q.resize(y.size());
  for (std::size_t c = 0; c < y.size(); ++c)
    q[c] = active[c] != 0 ? y[c] : 0.0;
  pull([&](std::size_t c) { return q[c]; }, x_);
  push(x_, [&](std::size_t c, double gx) { d_[c] = active[c] != 0 ? gx + b[c] : 0.0; });
  pull([&](std::size_t c) { return -sigma * d_[c]; }, x_);
  solve(x_);
  push(x_, [&](std::size_t c, double gx) {
    if (active[c] != 0) q[c] -= sigma * (gx + d_[c]);
  });
  return true;
}

}  // namespace impactbench
