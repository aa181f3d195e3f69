#include "schemes/solvers/support/coulomb/friction_interior.hpp"

#include "schemes/solvers/support/coulomb/second_order_cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// v of g, with the smoothed |g_t|.
template <std::size_t N>
typename SecondOrderCone<N>::Point lifted(const double* g, double edge) {
  typename SecondOrderCone<N>::Point v;
  std::copy_n(g, N, v.begin());
  if constexpr (N > 1) v[0] += std::hypot(SecondOrderCone<N>::tail(g), edge);
  return v;
}

/// s' = dv_0 / dg_t, 0 in front.
template <std::size_t N>
typename SecondOrderCone<N>::Point slope(const double* g, double edge) {
  typename SecondOrderCone<N>::Point out{};
  if constexpr (N > 1) {
    const double length = std::hypot(SecondOrderCone<N>::tail(g), edge);
    for (std::size_t k = 1; k < N && length > 0.0; ++k)
      out[k] = g[k] / length;
  }
  return out;
}

template <std::size_t N>
typename SecondOrderCone<N>::Scaling scaling(const double* z, const double* g, double edge) {
  double low = g[0];
  if constexpr (N > 1) {
    // sqrt(t^2 + e^2) - t without cancellation
    const double t = SecondOrderCone<N>::tail(g);
    if (edge > 0.0) low += edge * edge / (std::hypot(t, edge) + t);
  }
  return {z, lifted<N>(g, edge), low};
}

template <std::size_t N>
struct Size {
  static constexpr std::size_t value = N;
};

}  // namespace

/// f(c, first row, Size): of a contact without friction the normal row alone.
template <class F>
void FrictionInterior::each_cone(const CoulombForm& form, F&& f) const {
  form.with_shape([&](const auto shape) {
    constexpr std::size_t rows = decltype(shape)::rows;
    // Five rows make no cone of this kind: they are refused.
    for (std::size_t c = 0; c < form.contacts() && rows <= 3; ++c) {
      if (form.friction(c) > 0.0) {
        f(c, c * rows, Size<std::min<std::size_t>(rows, 3)>{});
      } else {
        f(c, c * rows, Size<1>{});
      }
    }
  });
}

void FrictionInterior::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  newton_.prepare(contact_count, body_count, rows);
  const auto d = static_cast<std::size_t>(rows);
  for (auto* per_row : {&z_, &g_, &dz_, &dg_, &r_, &c_, &y_, &gx_})
    per_row->reserve(contact_count * d);
  for (auto* blocks : {&d_, &block_})
    blocks->reserve(contact_count * d * d);
  edge_.reserve(contact_count);
  for (auto* per_body : {&x_, &dx_, &gap_, &change_})
    per_body->reserve(CoulombForm::room(body_count, rows));
}

int FrictionInterior::run(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                          std::vector<double>& y, BestIterate& best) {
  if (form.contacts() == 0) return 0;
  const int made = approach(form, system, settings, y, best);
  if (best.residual() <= settings.tolerance || made >= settings.factorisations) return made;
  if (!std::isfinite(best.residual())) return made;
  y = best.iterate();
  return made + newton_.run(form, system,
                            {.sigma = 2e3,
                             .largest = 2e5,
                             .factorisations = settings.factorisations - made,
                             .tolerance = settings.tolerance,
                             .patience = 10,
                             .near = std::numeric_limits<double>::infinity(),
                             .kinks = 100},
                            y, best);
}

int FrictionInterior::approach(CoulombForm& form, CoulombSystem& system, const Settings& settings,
                               std::vector<double>& y, BestIterate& best) {
  start(form);
  double lowest = std::numeric_limits<double>::infinity();
  for (int k = 0, vain = 0; k < settings.factorisations;) {
    ++k;
    if (!step(form, system)) return k;
    impulses(form, z_, y);
    const double residual = form.residual(y);
    best.offer(residual, y);
    vain = residual < 0.9 * lowest ? 0 : vain + 1;
    if (residual <= settings.tolerance || vain == 10) return k;
    if (vain == 0) lowest = residual;
  }
  return settings.factorisations;
}

/// y_n and w_n of the size of b, or more where a contact separates faster; nothing along tangents.
void FrictionInterior::start(const CoulombForm& form) {
  double size = 0.0;
  for (const double b : form.b())
    size = std::max(size, std::abs(b));
  if (!(size > 0.0)) size = 1.0;
  for (auto* per_row : {&z_, &g_, &r_})
    per_row->assign(form.size(), 0.0);
  edge_.assign(form.contacts(), 0.0);
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    const double mu = n.value > 1 ? form.friction(c) : 1.0;
    z_[at] = mu * size;
    g_[at] = std::max(size, form.b()[at]) / mu;
  });
  impulses(form, z_, y_);
  form.pull(y_, x_);
  form.velocity(x_, gx_);
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    gx_[at] /= n.value > 1 ? form.friction(c) : 1.0;
    for (std::size_t k = at; k < at + n.value; ++k)
      r_[k] = gx_[k] - g_[k];
  });
  length_ = 1.0;
  mean_ = mean_product(form, 0.0);
}

void FrictionInterior::impulses(const CoulombForm& form, const std::vector<double>& z,
                                std::vector<double>& y) const {
  y = z;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    if (n.value > 1) y[at] /= form.friction(c);
  });
}

double FrictionInterior::mean_product(const CoulombForm& form, double length) const {
  double sum = 0.0;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    double g[n.value], z[n.value];
    for (std::size_t k = 0; k < n.value; ++k) {
      z[k] = z_[at + k] + (length > 0.0 ? length * dz_[at + k] : 0.0);
      g[k] = g_[at + k] + (length > 0.0 ? length * dg_[at + k] : 0.0);
    }
    const auto v = lifted<n.value>(g, edge_[c]);
    for (std::size_t k = 0; k < n.value; ++k)
      sum += z[k] * v[k];
  });
  return sum / static_cast<double>(form.contacts());
}

double FrictionInterior::longest(const CoulombForm& form, double share) const {
  double length = 1.0;
  each_cone(form, [&](std::size_t, std::size_t at, auto n) {
    length = std::min(length, share * SecondOrderCone<n.value>::reach(&z_[at], &dz_[at]));
    if (dg_[at] < 0.0) length = std::min(length, -share * g_[at] / dg_[at]);
  });
  return length;
}

/// One predictor and corrector. False where the factorisation failed.
bool FrictionInterior::step(const CoulombForm& form, CoulombSystem& system) {
  linearise(form);
  if (!system.factor(block_)) return false;
  direction(form, system);
  const double after = std::max(0.0, mean_product(form, longest(form, 1.0)));
  const double aim = std::clamp(std::pow(after / mean_, 3), length_ < 0.1 ? 0.5 : 0.0, 1.0);
  correct(form, aim * mean_);
  direction(form, system);
  move(form);
  return std::isfinite(mean_);
}

/// Computes D, the residual of the balance of impulses, and the predictor's c = -z.
void FrictionInterior::linearise(const CoulombForm& form) {
  impulses(form, z_, y_);
  form.pull(y_, gap_);
  for (std::size_t k = 0; k < gap_.size(); ++k)
    gap_[k] -= x_[k];
  const auto rows = static_cast<std::size_t>(form.rows());
  for (auto* blocks : {&d_, &block_})
    blocks->assign(form.size() * rows, 0.0);
  c_.resize(form.size());
  for (std::size_t k = 0; k < c_.size(); ++k)
    c_[k] = -z_[k];
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    constexpr std::size_t N = n.value;
    const auto square = scaling<N>(&z_[at], &g_[at], edge_[c]).inverse_square();
    const auto turn = slope<N>(&g_[at], edge_[c]);
    const double mu = N > 1 ? form.friction(c) : 1.0;
    for (std::size_t i = 0; i < N; ++i) {
      for (std::size_t j = 0; j < N; ++j) {
        const double d = square[i * N + j] + square[i * N] * turn[j];
        d_[(at + i) * rows + j] = d;
        block_[(at + i) * rows + j] = d / ((i == 0 ? mu : 1.0) * (j == 0 ? mu : 1.0));
      }
    }
  });
}

/// c for these targets of the products, minus the second-order term of the predictor's step.
void FrictionInterior::correct(const CoulombForm& form, double target) {
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    constexpr std::size_t N = n.value;
    using Cone = SecondOrderCone<N>;
    const auto scale = scaling<N>(&z_[at], &g_[at], edge_[c]);
    const auto turn = slope<N>(&g_[at], edge_[c]);
    typename Cone::Point dv;
    std::copy_n(&dg_[at], N, dv.begin());
    for (std::size_t k = 1; k < N; ++k)
      dv[0] += turn[k] * dg_[at + k];
    auto wanted = Cone::product(scale.times(&dz_[at]), scale.inverse_times(dv.data()));
    for (double& x : wanted)
      x = -x;
    wanted[0] += target;
    const auto q = Cone::quotient(wanted, scale.times(&z_[at]));
    const auto out = scale.inverse_times(q.data());
    for (std::size_t k = 0; k < N; ++k)
      c_[at + k] = out[k] - z_[at + k];
  });
}

/// dx, dg, dz for c_. The rounding error of dx = G^T P dz + gap is refined twice.
void FrictionInterior::direction(const CoulombForm& form, CoulombSystem& system) {
  constexpr int refinements = 2;
  const auto rows = static_cast<std::size_t>(form.rows());
  dz_ = c_;
  dg_ = r_;
  const auto answer = [&](std::size_t at, std::size_t n, const double* dg) {
    for (std::size_t i = 0; i < n; ++i) {
      double sum = 0.0;
      for (std::size_t j = 0; j < n; ++j)
        sum += d_[(at + i) * rows + j] * dg[j];
      dz_[at + i] -= sum;
    }
  };
  each_cone(form, [&](std::size_t, std::size_t at, auto n) { answer(at, n.value, &r_[at]); });
  dx_.assign(form.body_size(), 0.0);
  gx_.resize(form.size());
  for (int k = 0; k <= refinements; ++k) {
    impulses(form, dz_, y_);
    form.pull(y_, change_);
    for (std::size_t i = 0; i < dx_.size(); ++i)
      change_[i] += gap_[i] - dx_[i];
    system.solve(change_);
    for (std::size_t i = 0; i < dx_.size(); ++i)
      dx_[i] += change_[i];
    form.with_shape([&](const auto shape) {
      for (std::size_t c = 0; c < form.contacts(); ++c)
        form.gather(shape, c, change_.data(), &gx_[c * decltype(shape)::rows]);
    });
    each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
      if (n.value > 1) gx_[at] /= form.friction(c);
      for (std::size_t i = at; i < at + n.value; ++i)
        dg_[i] += gx_[i];
      answer(at, n.value, &gx_[at]);
    });
  }
}

void FrictionInterior::move(const CoulombForm& form) {
  length_ = longest(form, 0.9);
  for (std::size_t k = 0; k < z_.size(); ++k) {
    z_[k] += length_ * dz_[k];
    g_[k] += length_ * dg_[k];
    r_[k] *= 1.0 - length_;
  }
  for (std::size_t k = 0; k < x_.size(); ++k)
    x_[k] += length_ * dx_[k];
  mean_ = mean_product(form, 0.0);
  sharpen(form);
  mean_ = mean_product(form, 0.0);
}

/// e of s follows the products down.
void FrictionInterior::sharpen(const CoulombForm& form) {
  each_cone(form, [&](std::size_t c, std::size_t at, auto) {
    const double next = 0.1 * mean_ / z_[at];
    edge_[c] = edge_[c] > 0.0 ? std::min(edge_[c], next) : next;
  });
}

}  // namespace impactbench
