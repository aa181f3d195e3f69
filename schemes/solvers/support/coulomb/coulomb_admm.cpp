#include "schemes/solvers/support/coulomb/coulomb_admm.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench {
namespace {

IMPACTBENCH_WIDE void pass(const CoulombForm& form, double relaxation, double inverse,
                           const double* x, double* next, double* y, double* dual) {
  form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    const double* b = form.b().data();
    for (std::size_t c = 0; c < form.contacts(); ++c, b += rows, y += rows, dual += rows) {
      double r[rows], argument[rows];
      form.gather(shape, c, x, r);
      for (std::size_t i = 0; i < rows; ++i) {
        const double moved = y[i] - dual[i] - inverse * (r[i] + b[i]);
        argument[i] = relaxation * moved + (1.0 - relaxation) * y[i] + dual[i];
        y[i] = argument[i];
      }
      CoulombCone<rows>::project(form.bounds(c), y);
      for (std::size_t i = 0; i < rows; ++i) {
        dual[i] = argument[i] - y[i];
        r[i] = y[i] - dual[i] - inverse * b[i];
      }
      form.scatter(shape, c, r, next);
    }
  });
}

}  // namespace

void CoulombAdmm::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  dual_.reserve(contact_count * static_cast<std::size_t>(rows));
  for (auto* per_body : {&x_, &next_})
    per_body->reserve(CoulombForm::room(body_count, rows));
}

int CoulombAdmm::run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                     std::vector<double>& y, BestIterate& best) {
  const double first = form.residual(y);
  if (first <= settings.tolerance || settings.iterations <= 0) return 0;
  start_dual(form, y, settings.rho);
  if (!system.factor(1.0 / settings.rho)) return 0;
  begin_sum(form, y, settings.rho);
  for (int k = 1;; ++k) {
    iterate(form, system, settings.relaxation, settings.rho, y);
    if (k % settings.check != 0 && k != settings.iterations) continue;
    const double residual = form.residual(y);
    best.offer(residual, y);
    if (!(residual > settings.tolerance) || k == settings.iterations) return k;
  }
}

/// -w / rho on the constraints that act: where a contact is open that of its normal, where it
/// slides that of its tangents; 0 elsewhere, and in rolling rows.
void CoulombAdmm::start_dual(const CoulombForm& form, const std::vector<double>& y, double rho) {
  const std::vector<double>& w = form.last_velocity();
  dual_.assign(form.size(), 0.0);
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    using Cone = CoulombCone<rows>;
    for (std::size_t c = 0; c < form.contacts(); ++c) {
      const std::size_t at = c * rows;
      const auto status = Cone::status(form.bounds(c), &y[at]);
      if (status == Cone::Status::sticks || status == Cone::Status::rolls) continue;
      if (status == Cone::Status::open) {
        dual_[at] = -std::max(0.0, w[at]) / rho;
        continue;
      }
      for (std::size_t k = at + 1; k < at + std::min<std::size_t>(rows, 3); ++k)
        dual_[k] = -w[k] / rho;
    }
  });
}

void CoulombAdmm::begin_sum(const CoulombForm& form, const std::vector<double>& y, double rho) {
  x_.assign(form.body_size(), 0.0);
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    for (std::size_t c = 0; c < form.contacts(); ++c) {
      double r[rows];
      for (std::size_t i = 0; i < rows; ++i) {
        const std::size_t k = c * rows + i;
        r[i] = y[k] - dual_[k] - form.b()[k] / rho;
      }
      form.scatter(shape, c, r, x_.data());
    }
  });
}

/// One solve and one pass over the contacts, which also makes the next right-hand side.
void CoulombAdmm::iterate(const CoulombForm& form, CoulombSystem& system, double relaxation,
                          double rho, std::vector<double>& y) {
  system.solve(x_);
  next_.assign(x_.size(), 0.0);
  pass(form, relaxation, 1.0 / rho, x_.data(), next_.data(), y.data(), dual_.data());
  // The wall collects nothing but zeros.
  x_.swap(next_);
}

}  // namespace impactbench
