#include "schemes/solvers/support/coulomb/proximal_newton.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

IMPACTBENCH_WIDE void compute_impulses(const CoulombForm& form, double sigma, const double* x,
                                       const double* centre, double* force, double* argument,
                                       double* next, char* status) {
  form.with_shape([&](const auto shape) IMPACTBENCH_INLINE {
    constexpr std::size_t rows = decltype(shape)::rows;
    using Cone = CoulombCone<rows>;
    const double* velocity = form.last_velocity().data();
    for (std::size_t c = 0; c < form.contacts(); ++c) {
      const std::size_t at = c * rows;
      double w[rows];
      form.gather(shape, c, x, w);
      for (std::size_t r = 0; r < rows; ++r) {
        const std::size_t k = at + r;
        next[k] = argument[k] = centre[k] - sigma * (w[r] + velocity[k]);
      }
      status[c] = static_cast<char>(Cone::status(form.bounds(c), argument + at));
      Cone::project(form.bounds(c), next + at);
      for (std::size_t r = 0; r < rows; ++r)
        w[r] = next[at + r] - centre[at + r];
      form.scatter(shape, c, w, force);
    }
  });
}

/// z of KinkPath at tau = 1 and x = 0, the nearest to y - sigma w with C(z) = y, and e from there.
void compute_shift(const CoulombForm& form, double sigma, const double* y, double* z, double* shift,
                   char* status) {
  constexpr double edge = 1.0 - 1e-13;  // y has been scaled since it was projected
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    const double* w = form.last_velocity().data();
    for (std::size_t c = 0; c < form.contacts();
         ++c, y += rows, w += rows, z += rows, shift += rows) {
      for (std::size_t r = 0; r < rows; ++r)
        z[r] = y[r] - sigma * w[r];
      std::copy_n(z, rows, shift);
      if (y[0] <= 0.0) {
        z[0] = std::min(0.0, z[0]);
      } else {
        z[0] = y[0];
        if constexpr (rows == 2) {
          const bool slides = std::abs(y[1]) >= edge * form.friction(c) * y[0];
          if (!slides || y[1] * w[1] >= 0.0) z[1] = y[1];
        }
      }
      for (std::size_t r = 0; r < rows; ++r)
        shift[r] = z[r] - shift[r];
      status[c] = static_cast<char>(CoulombCone<rows>::status(form.bounds(c), z));
    }
  });
}

}  // namespace

void ProximalNewton::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  path_.prepare(contact_count, body_count, rows);
  for (auto* per_row : {&argument_, &next_, &shift_})
    per_row->reserve(contact_count * static_cast<std::size_t>(rows));
  for (auto* per_contact : {&status_, &last_status_})
    per_contact->reserve(contact_count);
  for (auto* per_body : {&x_, &trial_, &step_, &force_})
    per_body->reserve(CoulombForm::room(body_count, rows));
}

int ProximalNewton::run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                        std::vector<double>& y, BestIterate& best) {
  sigma_ = settings.sigma;
  made_ = 0;
  double residual = form.residual(y), lowest = residual, lowest_before = residual;
  double growth = 4.0, jump_below = settings.near;
  int vain = 0;
  while (residual > settings.tolerance && made_ < settings.factorisations) {
    centre_ = &y;
    if (residual < jump_below) {
      jump_below = 0.2 * residual;
      const double there =
          jump(form, system, settings.largest, settings.kinks, settings.factorisations - made_)
              ? form.residual(next_)
              : std::numeric_limits<double>::infinity();
      if (there < residual) {
        y = next_;
        residual = there;
        best.offer(residual, y);
        lowest = std::min(lowest, residual);
        continue;
      }
      (void)form.residual(y);  // its velocities
    }
    const double wanted = 1e-2 * std::max(residual, settings.tolerance) * form.least_unit();
    if (minimise(form, system, settings, wanted) == Inner::failed) {
      vain = lowest < 0.9 * lowest_before ? 0 : vain + 1;
      if (vain > settings.patience || sigma_ < 1e-6 * settings.sigma) break;
      lowest_before = lowest;
      growth = 2.0;
      sigma_ *= 0.1;
      continue;
    }
    y = next_;
    residual = form.residual(y);
    if (!std::isfinite(residual)) break;
    best.offer(residual, y);
    lowest = std::min(lowest, residual);
    if (steps_ <= 10) sigma_ = std::min((steps_ <= 2 ? growth : 2.0) * sigma_, settings.largest);
  }
  return made_;
}

int ProximalNewton::follow_paths(CoulombForm& form, CoulombSystem& system,
                                 const PathSettings& settings, std::vector<double>& y,
                                 BestIterate& best) {
  made_ = 0;
  if (form.rows() > 2) return made_;
  double sigma = settings.sigma, residual = form.residual(y);
  for (int vain = 0; vain < settings.patience && residual > settings.tolerance &&
                     made_ < settings.factorisations;) {
    centre_ = &y;
    if (!jump(form, system, sigma, settings.kinks, settings.factorisations - made_)) {
      ++vain;
      sigma *= 0.1;
      continue;
    }
    y = next_;
    residual = form.residual(y);
    if (!std::isfinite(residual)) break;
    best.offer(residual, y);
    vain = 0;
    sigma = std::min(2.0 * sigma, settings.largest);
  }
  return made_;
}

/// |F| at x, with its ingredients: force_, argument_, next_, status_. Computed from w at the centre
/// of the outer iteration: it is small near a solution, and so is its rounding. Summed from b, it
/// would have sigma times the rounding of b.
double ProximalNewton::evaluate(const CoulombForm& form, const std::vector<double>& x) {
  argument_.resize(form.size());
  next_.resize(form.size());
  status_.resize(form.contacts());
  force_.resize(x.size());
  for (std::size_t k = 0; k < x.size(); ++k)
    force_[k] = -x[k];
  compute_impulses(form, sigma_, x.data(), centre_->data(), force_.data(), argument_.data(),
                   next_.data(), status_.data());
  double sum = 0.0;
  // The wall's entries, the last, are not equations.
  for (std::size_t k = 0; k < form.bodies() * form.stride(); ++k)
    sum += force_[k] * force_[k];
  return std::sqrt(sum);
}

bool ProximalNewton::newton_step(CoulombSystem& system) {
  ++made_;
  ++steps_;
  if (!system.factor(sigma_, status_, argument_)) return false;
  step_ = force_;
  system.solve(step_);
  return true;
}

/// From x_ to the solution kink by kink.
bool ProximalNewton::follow_path(const CoulombForm& form, CoulombSystem& system, int kinks,
                                 int factorisations) {
  if (form.rows() > 2) return false;
  const double before = evaluate(form, x_);
  shift_.assign(form.size(), 0.0);
  const bool arrived = path_.follow(
      form, system, {.sigma = sigma_, .kinks = kinks, .factorisations = factorisations}, force_,
      shift_, x_, argument_, status_);
  made_ += path_.factorisations();
  return arrived && evaluate(form, x_) < 0.1 * before;
}

/// From the centre, where the form's velocities are, to the outer iterate, which is left in next_.
bool ProximalNewton::jump(const CoulombForm& form, CoulombSystem& system, double sigma, int kinks,
                          int factorisations) {
  if (form.rows() > 2) return false;
  for (auto* per_row : {&argument_, &shift_})
    per_row->resize(form.size());
  status_.resize(form.contacts());
  compute_shift(form, sigma, centre_->data(), argument_.data(), shift_.data(), status_.data());
  x_.assign(form.body_size(), 0.0);
  force_.assign(form.body_size(), 0.0);
  const bool arrived =
      path_.follow(form, system, {.sigma = sigma, .kinks = kinks, .factorisations = factorisations},
                   force_, shift_, x_, argument_, status_);
  made_ += path_.factorisations();
  if (!arrived) return false;
  next_ = argument_;
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    for (std::size_t c = 0; c < form.contacts(); ++c)
      CoulombCone<rows>::project(form.bounds(c), &next_[c * rows]);
  });
  return true;
}

ProximalNewton::Inner ProximalNewton::minimise(const CoulombForm& form, CoulombSystem& system,
                                               const Settings& settings, double wanted) {
  constexpr int most_steps = 20, most_halvings = 8;
  const auto by_path = [&](int factorisations) {
    return follow_path(form, system, settings.kinks, factorisations) ? Inner::solved
                                                                     : Inner::failed;
  };
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
    const int left = settings.factorisations - made_;
    if (left <= 0) return Inner::failed;
    if (steps_ == most_steps) return by_path(left);
    last_status_ = status_;
    if (!newton_step(system)) return Inner::failed;
    double length = 1.0, next = 0.0;
    trial_.resize(x_.size());
    for (int halvings = 0;; ++halvings, length *= 0.5) {
      for (std::size_t k = 0; k < x_.size(); ++k)
        trial_[k] = x_[k] + length * step_[k];
      next = evaluate(form, trial_);
      if (next < norm) break;
      if (halvings == most_halvings) return by_path(left - 1);
    }
    x_.swap(trial_);
    norm = next;
    if (length == 1.0 && status_ == last_status_ && form.rows() < 3) return Inner::solved;
  }
}

}  // namespace impactbench
