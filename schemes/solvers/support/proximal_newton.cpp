#include "schemes/solvers/support/proximal_newton.hpp"

#include <array>
#include <cmath>
#include <limits>

namespace impactbench {

void ProximalNewton::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  for (auto* per_row : {&wish_, &next_})
    per_row->reserve(contact_count * static_cast<std::size_t>(rows));
  for (auto* per_contact : {&status_, &last_status_})
    per_contact->reserve(contact_count);
  for (auto* per_body : {&x_, &trial_, &step_, &force_})
    per_body->reserve(3 * (body_count + 1));
}

int ProximalNewton::run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                        std::vector<double>& y, BestIterate& best) {
  sigma_ = settings.sigma;
  made_ = 0;
  double residual = form.residual(y);
  while (residual > settings.tolerance && made_ < settings.factorisations) {
    centre_ = &y;
    const double wanted = 1e-2 * std::max(residual, settings.tolerance) * form.least_unit();
    if (minimise(form, system, settings, wanted) == Inner::failed) {
      if (sigma_ < 1e-6 * settings.sigma) break;
      sigma_ *= 0.25;
      continue;
    }
    y = next_;
    residual = form.residual(y);
    if (!std::isfinite(residual)) break;
    best.offer(residual, y);
    if (steps_ <= 10) sigma_ = std::min(2.0 * sigma_, settings.largest);
  }
  return made_;
}

/// |F| at x, with what makes it: force_, wish_, next_, status_. From w at the centre of the outer
/// iteration: what acts there is small near a solution, and rounding with it. Summed up from b, it
/// would be sigma times the rounding of b.
double ProximalNewton::evaluate(const CoulombForm& form, const std::vector<double>& x) {
  wish_.resize(form.size());
  next_.resize(form.size());
  status_.resize(form.contacts());
  force_.resize(x.size());
  const std::vector<double>&centre = *centre_, &velocity = form.last_velocity();
  for (std::size_t k = 0; k < x.size(); ++k)
    force_[k] = -x[k];
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    using Cone = CoulombCone<rows>;
    for (std::size_t c = 0; c < form.contacts(); ++c) {
      const std::size_t at = c * rows;
      double w[rows];
      form.gather(shape, c, x.data(), w);
      for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t k = at + r;
        next_[k] = wish_[k] = centre[k] - sigma_ * (w[r] + velocity[k]);
      }
      status_[c] = static_cast<char>(Cone::status(form.friction(c), &wish_[at]));
      Cone::project(form.friction(c), &next_[at]);
      for (std::size_t r = 0; r < rows; ++r)
        w[r] = next_[at + r] - centre[at + r];
      form.scatter(shape, c, w, force_.data());
    }
  });
  double sum = 0.0;
  // The wall's entries, the last, are no equations.
  for (std::size_t k = 0; k < form.bodies() * form.dofs(); ++k)
    sum += force_[k] * force_[k];
  return std::sqrt(sum);
}

bool ProximalNewton::newton_step(const CoulombForm& form, CoulombSystem& system) {
  ++made_;
  ++steps_;
  std::array<double, 9> block{};
  const bool regular = system.factor([&](const auto shape, std::size_t c) -> const double* {
    constexpr std::size_t rows = decltype(shape)::rows;
    using Cone = CoulombCone<rows>;
    const auto status = static_cast<typename Cone::Status>(status_[c]);
    if (status == Cone::Status::open) return nullptr;
    const auto d = Cone::derivative(form.friction(c), status, &wish_[c * rows]);
    for (std::size_t k = 0; k < d.size(); ++k)
      block[k] = sigma_ * d[k];
    return block.data();
  });
  if (!regular) return false;
  step_ = force_;
  system.solve(step_);
  return true;
}

ProximalNewton::Inner ProximalNewton::minimise(const CoulombForm& form, CoulombSystem& system,
                                               const Settings& settings, double wanted) {
  constexpr int most_steps = 20, most_halvings = 8;
  steps_ = 0;
  x_.assign(form.body_size(), 0.0);
  const double first = evaluate(form, x_);
  double size = 0.0;
  for (const double y : *centre_)
    size = std::max(size, std::abs(y));
  const double rounding = 8.0 * std::numeric_limits<double>::epsilon() * size;
  for (double norm = first;;) {
    if (steps_ > 0 && (norm <= rounding || (norm < wanted && norm < 0.1 * first)))
      return Inner::solved;
    if (steps_ == most_steps || made_ >= settings.factorisations) return Inner::failed;
    last_status_ = status_;
    if (!newton_step(form, system)) return Inner::failed;
    double length = 1.0, next = 0.0;
    trial_.resize(x_.size());
    for (int halvings = 0;; ++halvings, length *= 0.5) {
      for (std::size_t k = 0; k < x_.size(); ++k)
        trial_[k] = x_[k] + length * step_[k];
      next = evaluate(form, trial_);
      if (next < norm) break;
      if (halvings == most_halvings) return Inner::failed;
    }
    x_.swap(trial_);
    norm = next;
    if (length == 1.0 && status_ == last_status_ && form.rows() < 3) return Inner::solved;
  }
}

}  // namespace impactbench
