#include "schemes/solvers/api/contact_problem.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {

void ContactProblem::reserve(std::size_t contact_count, std::size_t body_count) {
  const auto d = static_cast<std::size_t>(rows);
  const auto k = static_cast<std::size_t>(dofs);
  body_a.reserve(contact_count);
  body_b.reserve(contact_count);
  jacobian_a.reserve(contact_count * d * k);
  jacobian_b.reserve(contact_count * d * k);
  inverse_mass.reserve(body_count * k);
  b.reserve(contact_count * d);
  friction.reserve(contact_count);
  if (rows == 5) rolling.reserve(contact_count);
}

void ContactProblem::resize(std::size_t contact_count) {
  const auto d = static_cast<std::size_t>(rows);
  const auto k = static_cast<std::size_t>(dofs);
  body_a.resize(contact_count);
  body_b.resize(contact_count);
  jacobian_a.resize(contact_count * d * k);
  jacobian_b.resize(contact_count * d * k);
  b.resize(contact_count * d);
  friction.resize(contact_count);
  if (rows == 5) rolling.resize(contact_count);
}

void relative_velocity(const ContactProblem& problem, const std::vector<double>& p,
                       std::vector<double>& momentum, std::vector<double>& u) {
  const auto d = static_cast<std::size_t>(problem.rows);
  const auto k = static_cast<std::size_t>(problem.dofs);
  // momentum = H p, then u = H^T M^-1 (H p) + b.
  momentum.assign(problem.inverse_mass.size(), 0.0);
  u.assign(problem.b.begin(), problem.b.end());
  const auto block = [&](std::size_t c, const std::vector<double>& jacobian, std::size_t r) {
    return jacobian.data() + (c * d + r) * k;
  };
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const auto scatter = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return;
      double* target = momentum.data() + static_cast<std::size_t>(body) * k;
      for (std::size_t r = 0; r < d; ++r) {
        const double* row = block(c, jacobian, r);
        for (std::size_t a = 0; a < k; ++a)
          target[a] += row[a] * p[c * d + r];
      }
    };
    scatter(problem.body_a[c], problem.jacobian_a);
    scatter(problem.body_b[c], problem.jacobian_b);
  }
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const auto gather = [&](int body, const std::vector<double>& jacobian) {
      if (body == ContactProblem::fixed) return;
      const std::size_t at = static_cast<std::size_t>(body) * k;
      for (std::size_t r = 0; r < d; ++r) {
        const double* row = block(c, jacobian, r);
        for (std::size_t a = 0; a < k; ++a) {
          u[c * d + r] += row[a] * problem.inverse_mass[at + a] * momentum[at + a];
        }
      }
    };
    gather(problem.body_a[c], problem.jacobian_a);
    gather(problem.body_b[c], problem.jacobian_b);
  }
}

namespace {

/// Largest eigenvalue of the block of W of `size` rows, one or two, from `row` of the contact on.
double largest_eigenvalue(const ContactProblem& problem, std::size_t contact, std::size_t row,
                          std::size_t size) {
  const auto d = static_cast<std::size_t>(problem.rows);
  const auto k = static_cast<std::size_t>(problem.dofs);
  double tt = 0.0, ss = 0.0, ts = 0.0;
  const auto add = [&](int body, const std::vector<double>& jacobian) {
    if (body == ContactProblem::fixed) return;
    const double* inverse_mass = problem.inverse_mass.data() + static_cast<std::size_t>(body) * k;
    const double* t = jacobian.data() + (contact * d + row) * k;
    const double* s = size > 1 ? t + k : t;
    for (std::size_t a = 0; a < k; ++a) {
      tt += inverse_mass[a] * t[a] * t[a];
      ss += inverse_mass[a] * s[a] * s[a];
      ts += inverse_mass[a] * t[a] * s[a];
    }
  };
  add(problem.body_a[contact], problem.jacobian_a);
  add(problem.body_b[contact], problem.jacobian_b);
  return size > 1 ? 0.5 * (tt + ss) + std::hypot(0.5 * (tt - ss), ts) : tt;
}

}  // namespace

double tangential_weight(const ContactProblem& problem, std::size_t contact) {
  return largest_eigenvalue(problem, contact, 1, problem.rows > 2 ? 2 : 1);
}

double rolling_weight(const ContactProblem& problem, std::size_t contact) {
  return largest_eigenvalue(problem, contact, 3, 2);
}

double rolling_arm(const ContactProblem& problem, std::size_t contact) {
  const double rolling = rolling_weight(problem, contact);
  return rolling > 0.0 ? std::sqrt(std::max(largest_eigenvalue(problem, contact, 0, 1),
                                            tangential_weight(problem, contact)) /
                                   rolling)
                       : 0.0;
}

std::vector<double> dense_delassus(const ContactProblem& problem) {
  const std::size_t n = problem.size();
  ContactProblem without_b = problem;
  without_b.b.assign(n, 0.0);
  std::vector<double> matrix(n * n), p(n, 0.0), momentum, column;
  for (std::size_t j = 0; j < n; ++j) {
    p[j] = 1.0;
    relative_velocity(without_b, p, momentum, column);
    std::copy(column.begin(), column.end(), matrix.begin() + static_cast<std::ptrdiff_t>(j * n));
    p[j] = 0.0;
  }
  return matrix;
}

}  // namespace impactbench
