#include "schemes/support/contacts/contact_matrix.hpp"

#include <algorithm>
#include <utility>

namespace impactbench {
namespace {

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

/// Calls f(body, its rows) for both bodies of a contact.
template <class F>
void for_both(const ContactProblem& problem, std::size_t c, F&& f) {
  const std::size_t at = c * index(problem.rows) * index(problem.dofs);
  f(problem.body_a[c], problem.jacobian_a.data() + at);
  if (problem.body_b[c] != ContactProblem::fixed)
    f(problem.body_b[c], problem.jacobian_b.data() + at);
}

/// block += left^T B right, of rows of `dofs` numbers; column-major.
void add_block(std::size_t rows, std::size_t dofs, const double* B, const double* left,
               const double* right, double* block) {
  for (std::size_t i = 0; i < rows; ++i) {
    for (std::size_t j = 0; j < rows; ++j) {
      const double weight = B[i * rows + j];
      if (weight == 0.0) continue;
      for (std::size_t column = 0; column < dofs; ++column) {
        const double by = weight * right[j * dofs + column];
        if (by == 0.0) continue;
        for (std::size_t row = 0; row < dofs; ++row)
          block[column * dofs + row] += left[i * dofs + row] * by;
      }
    }
  }
}

}  // namespace

void contact_rates(const ContactProblem& problem, const Eigen::VectorXd& x,
                   std::vector<double>& u) {
  const auto rows = index(problem.rows), dofs = index(problem.dofs);
  u.assign(problem.size(), 0.0);
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for_both(problem, c, [&](int body, const double* jacobian) {
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < dofs; ++k)
          u[c * rows + row] +=
              jacobian[row * dofs + k] * x[static_cast<Eigen::Index>(index(body) * dofs + k)];
    });
  }
}

void add_impulses(const ContactProblem& problem, const std::vector<double>& p, double factor,
                  Eigen::VectorXd& momenta) {
  const auto rows = index(problem.rows), dofs = index(problem.dofs);
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for_both(problem, c, [&](int body, const double* jacobian) {
      for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t k = 0; k < dofs; ++k)
          momenta[static_cast<Eigen::Index>(index(body) * dofs + k)] +=
              factor * jacobian[row * dofs + k] * p[c * rows + row];
    });
  }
}

void ContactMatrix::prepare(std::size_t contacts, std::size_t bodies, int dofs,
                            LinearSolver& solver) {
  solver_ = &solver;
  slot_.assign(bodies, -1);
  touched_.reserve(bodies);
  pair_.reserve(contacts);
  order_.reserve(contacts);
  matrix_.block = dofs;
  matrix_.symmetric = true;
  matrix_.reserve(bodies, contacts);
  right_.reserve(bodies * index(dofs));
  left_.reserve(bodies * index(dofs));
  solver.prepare(bodies, contacts, dofs);
}

void ContactMatrix::begin(const ContactProblem& problem) {
  for (const int body : touched_)
    slot_[index(body)] = -1;
  touched_.clear();
  for (const auto* bodies : {&problem.body_a, &problem.body_b}) {
    for (const int body : *bodies) {
      if (body == ContactProblem::fixed || slot_[index(body)] == 0) continue;
      slot_[index(body)] = 0;
      touched_.push_back(body);
    }
  }
  std::sort(touched_.begin(), touched_.end());
  for (std::size_t k = 0; k < touched_.size(); ++k)
    slot_[index(touched_[k])] = static_cast<int>(k);
  number_pairs(problem);
}

void ContactMatrix::number_pairs(const ContactProblem& problem) {
  const auto ends = [&](std::size_t c) {
    const int a = slot_[index(problem.body_a[c])], b = slot_[index(problem.body_b[c])];
    return std::pair(std::min(a, b), std::max(a, b));
  };
  order_.clear();
  for (std::size_t c = 0; c < problem.contacts(); ++c)
    if (problem.body_b[c] != ContactProblem::fixed) order_.push_back(c);
  std::sort(order_.begin(), order_.end(),
            [&](std::size_t a, std::size_t b) { return ends(a) < ends(b); });
  pair_.assign(problem.contacts(), 0);
  matrix_.clear();
  for (std::size_t k = 0; k < touched_.size(); ++k)
    matrix_.add_row();
  for (const std::size_t c : order_) {
    const auto [i, j] = ends(c);
    const bool same =
        matrix_.pairs() > 0 && matrix_.first.back() == i && matrix_.second.back() == j;
    pair_[c] = same ? matrix_.pairs() - 1 : matrix_.add_pair(i, j);
  }
}

void ContactMatrix::clear(const ContactProblem& problem) {
  const auto dofs = index(problem.dofs), area = dofs * dofs;
  std::fill(matrix_.diagonal.begin(), matrix_.diagonal.end(), 0.0);
  std::fill(matrix_.upper.begin(), matrix_.upper.end(), 0.0);
  std::fill(matrix_.lower.begin(), matrix_.lower.end(), 0.0);
  for (std::size_t s = 0; s < touched_.size(); ++s)
    for (std::size_t k = 0; k < dofs; ++k)
      matrix_.diagonal[s * area + k * (dofs + 1)] =
          1.0 / problem.inverse_mass[index(touched_[s]) * dofs + k];
}

void ContactMatrix::add(const ContactProblem& problem, std::size_t c, const double* B) {
  const auto rows = index(problem.rows), dofs = index(problem.dofs), area = dofs * dofs;
  const double* ja = problem.jacobian_a.data() + c * rows * dofs;
  const double* jb = problem.jacobian_b.data() + c * rows * dofs;
  const std::size_t a = index(slot_[index(problem.body_a[c])]);
  add_block(rows, dofs, B, ja, ja, matrix_.diagonal.data() + a * area);
  if (problem.body_b[c] == ContactProblem::fixed) return;
  const std::size_t b = index(slot_[index(problem.body_b[c])]);
  add_block(rows, dofs, B, jb, jb, matrix_.diagonal.data() + b * area);
  const bool forwards = a < b;
  add_block(rows, dofs, B, forwards ? ja : jb, forwards ? jb : ja,
            matrix_.upper.data() + pair_[c] * area);
  add_block(rows, dofs, B, forwards ? jb : ja, forwards ? ja : jb,
            matrix_.lower.data() + pair_[c] * area);
}

bool ContactMatrix::solve(const Eigen::VectorXd& gradient, Eigen::VectorXd& direction,
                          StepReport& report) {
  const auto dofs = index(matrix_.block);
  right_.resize(matrix_.rows());
  left_.assign(matrix_.rows(), 0.0);
  for (std::size_t s = 0; s < touched_.size(); ++s)
    for (std::size_t k = 0; k < dofs; ++k)
      right_[s * dofs + k] = -gradient[static_cast<Eigen::Index>(index(touched_[s]) * dofs + k)];
  SolveReport solved = solver_->factor(matrix_);
  if (solved.status != SolveStatus::breakdown) solved = solver_->solve(right_, left_);
  report.linear_iterations += solved.iterations;
  report.own_residual = solved.own_residual;
  if (solved.status == SolveStatus::breakdown) {
    report.status = StepStatus::breakdown;
    report.reason = "the linear solver broke down";
    return false;
  }
  direction.setZero();
  for (std::size_t s = 0; s < touched_.size(); ++s)
    for (std::size_t k = 0; k < dofs; ++k)
      direction[static_cast<Eigen::Index>(index(touched_[s]) * dofs + k)] = left_[s * dofs + k];
  return true;
}

}  // namespace impactbench
