#include "schemes/solvers/support/coulomb/central_point.hpp"

#include "schemes/solvers/support/blocks/plane_length.hpp"
#include "schemes/solvers/support/coulomb/second_order_cone.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench {
namespace {

/// v of g, its cone's slack v_n - |v_t| without cancellation, and s', for one e.
template <std::size_t N>
struct Lift {
  typename SecondOrderCone<N>::Point v{}, slope{};
  double low{0.0}, by_edge{0.0};  ///< by_edge = ds/de

  Lift(const double* g, double e) {
    std::copy_n(g, N, v.begin());
    low = g[0];
    if constexpr (N > 1) {
      const double t = SecondOrderCone<N>::tail(g), length = plane_length(t, e);
      v[0] += t * t / (length + e);
      low -= 2.0 * t * e / (length + e + t);
      by_edge = e / length - 1.0;
      for (std::size_t k = 1; k < N; ++k)
        slope[k] = g[k] / length;
    }
  }
  /// S a.
  typename SecondOrderCone<N>::Point times(const double* a) const {
    typename SecondOrderCone<N>::Point out;
    std::copy_n(a, N, out.begin());
    for (std::size_t k = 1; k < N; ++k)
      out[0] += slope[k] * a[k];
    return out;
  }
  [[nodiscard]] typename SecondOrderCone<N>::Scaling scaling(const double* z) const {
    return {z, v, low};
  }
};

template <std::size_t N>
struct Size {
  static constexpr std::size_t value = N;
};

}  // namespace

/// f(c, first row, Size): of a contact without friction the normal row alone.
template <class F>
void CentralPoint::each_cone(const CoulombForm& form, F&& f) const {
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

void CentralPoint::prepare(std::size_t contact_count, std::size_t body_count, int rows) {
  const auto d = static_cast<std::size_t>(rows);
  size_ = contact_count * d;
  body_size_ = CoulombForm::room(body_count, rows);
  for (auto* per_row : {&r_0_, &y_, &gx_})
    per_row->reserve(size_);
  for (auto* blocks : {&d_, &block_})
    blocks->reserve(size_ * d);
  weight_.reserve(contact_count);
  for (auto* per_body : {&change_, &gap_})
    per_body->reserve(body_size_);
  for (auto* direction : {&correction_, &tangent_}) {
    direction->z.reserve(size_);
    direction->g.reserve(size_);
    direction->x.reserve(body_size_);
  }
  prepare(at_);
}

void CentralPoint::prepare(State& state) const {
  state.z.reserve(size_);
  state.g.reserve(size_);
  state.x.reserve(body_size_);
}

/// z_n is `times` a hundred times the size of b; g_n is above twice what any contact closes or
/// slips with.
void CentralPoint::start(const CoulombForm& form, double times) {
  double size = 0.0;
  for (const double b : form.b())
    size = std::max(size, std::abs(b));
  if (!(size > 0.0)) size = 1.0;
  for (auto* per_row : {&at_.z, &at_.g, &r_0_})
    per_row->assign(form.size(), 0.0);
  const double pressure = times * 100.0 * size;
  each_cone(form, [&](std::size_t, std::size_t at, auto) { at_.z[at] = pressure; });
  impulses_of(form, at_.z, y_);
  form.pull(y_, at_.x);
  form.velocity(at_.x, gx_);
  double most = 0.0;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    gx_[at] /= n.value > 1 ? form.friction(c) : 1.0;
    most = std::max(most, std::abs(gx_[at]) + SecondOrderCone<n.value>::tail(&gx_[at]));
  });
  const double opening = 2.0 * most + size;
  at_.tau = tau_0_ = pressure * opening;
  edge_0_ = 10.0 * opening;
  each_cone(form, [&](std::size_t, std::size_t at, auto n) {
    at_.g[at] = opening;
    for (std::size_t k = at; k < at + n.value; ++k)
      r_0_[k] = gx_[k] - at_.g[k];
  });
}

void CentralPoint::set(const State& state) {
  at_ = state;
}

void CentralPoint::impulses_of(const CoulombForm& form, const std::vector<double>& z,
                               std::vector<double>& y) const {
  y = z;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    if (n.value > 1) y[at] /= form.friction(c);
  });
}

void CentralPoint::impulses(const CoulombForm& form, std::vector<double>& y) const {
  impulses_of(form, at_.z, y);
}

bool CentralPoint::linearise(const CoulombForm& form, CoulombSystem& system) {
  impulses_of(form, at_.z, y_);
  form.pull(y_, gap_);
  for (std::size_t k = 0; k < gap_.size(); ++k)
    gap_[k] -= at_.x[k];
  linearise_contacts(form);
  weigh_blocks(form);
  if (!system.factor(block_)) return false;
  correction_.rate = 0.0;
  tangent_.rate = 1.0;
  solve(form, system, true, correction_);
  solve(form, system, false, tangent_);
  weigh_contacts(form);
  return true;
}

/// Computes D and the dz and dg of both directions for dx = 0.
void CentralPoint::linearise_contacts(const CoulombForm& form) {
  const auto rows = static_cast<std::size_t>(form.rows());
  d_.assign(form.size() * rows, 0.0);
  for (auto* direction : {&correction_, &tangent_}) {
    direction->z.assign(form.size(), 0.0);
    direction->g.assign(form.size(), 0.0);
  }
  const double tau = at_.tau, share = tau / tau_0_;
  each_cone(form, [&](std::size_t, std::size_t at, auto n) {
    constexpr std::size_t N = n.value;
    using Cone = SecondOrderCone<N>;
    const double e = edge(tau, at_.z[at]);
    const Lift<N> lift(&at_.g[at], e);
    const auto scale = lift.scaling(&at_.z[at]);
    const auto square = scale.inverse_square();
    // dz + by_load (W^-2)_0 dz_n = .., where by_load = ds/de de/dz_n
    const double by_load = -lift.by_edge * edge_by_load(tau, at_.z[at]);
    const auto solve = [&](auto& dz) {
      const double share_of_load = by_load * dz[0] / (1.0 + by_load * square[0]);
      for (std::size_t i = 0; i < N; ++i)
        dz[i] -= square[i * N] * share_of_load;
    };
    typename Cone::Point product{};
    product[0] = tau;
    // W^-1 q
    const auto to = scale.inverse_times(Cone::quotient(product, scale.times(&at_.z[at])).data());
    typename Cone::Point correction, tangent;
    for (std::size_t i = 0; i < N; ++i) {
      correction[i] = to[i] - at_.z[at + i];
      tangent[i] = to[i] - square[i * N] * lift.by_edge * e;
      tangent_.g[at + i] = -share * r_0_[at + i];
    }
    solve(correction);
    solve(tangent);
    std::copy_n(correction.begin(), N, &correction_.z[at]);
    std::copy_n(tangent.begin(), N, &tangent_.z[at]);
    for (std::size_t j = 0; j < N; ++j) {
      typename Cone::Point column;
      for (std::size_t i = 0; i < N; ++i)
        column[i] = square[i * N + j] + square[i * N] * lift.slope[j];
      solve(column);
      for (std::size_t i = 0; i < N; ++i)
        d_[(at + i) * rows + j] = column[i];
    }
  });
  answer(form, tangent_.g, tangent_.z);
}

/// P D P.
void CentralPoint::weigh_blocks(const CoulombForm& form) {
  const auto rows = static_cast<std::size_t>(form.rows());
  block_ = d_;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    if (n.value == 1) return;
    for (std::size_t k = 0; k < rows; ++k) {
      block_[at * rows + k] /= form.friction(c);
      block_[(at + k) * rows] /= form.friction(c);
    }
  });
}

/// dz -= D dg.
void CentralPoint::answer(const CoulombForm& form, const std::vector<double>& dg,
                          std::vector<double>& dz) const {
  const auto rows = static_cast<std::size_t>(form.rows());
  each_cone(form, [&](std::size_t, std::size_t at, auto n) {
    for (std::size_t i = 0; i < n.value; ++i) {
      for (std::size_t j = 0; j < n.value; ++j)
        dz[at + i] -= d_[(at + i) * rows + j] * dg[at + j];
    }
  });
}

/// Adds dx and what follows from it to the dz and dg of dx = 0; the rounding error of dx = G^T P dz
/// + gap is refined twice.
void CentralPoint::solve(const CoulombForm& form, CoulombSystem& system, bool closes_gap,
                         Direction& out) {
  constexpr int refinements = 2;
  out.x.assign(form.body_size(), 0.0);
  gx_.assign(form.size(), 0.0);
  for (int k = 0; k <= refinements; ++k) {
    impulses_of(form, out.z, y_);
    form.pull(y_, change_);
    for (std::size_t i = 0; i < out.x.size(); ++i)
      change_[i] += (closes_gap ? gap_[i] : 0.0) - out.x[i];
    system.solve(change_);
    for (std::size_t i = 0; i < out.x.size(); ++i)
      out.x[i] += change_[i];
    form.with_shape([&](const auto shape) {
      for (std::size_t c = 0; c < form.contacts(); ++c)
        form.gather(shape, c, change_.data(), &gx_[c * decltype(shape)::rows]);
    });
    each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
      if (n.value > 1) gx_[at] /= form.friction(c);
      for (std::size_t i = at; i < at + n.value; ++i)
        out.g[i] += gx_[i];
    });
    answer(form, gx_, out.z);
  }
}

void CentralPoint::combine(double a, Direction& out) const {
  const auto add = [a](const std::vector<double>& x, const std::vector<double>& y,
                       std::vector<double>& sum) {
    sum.resize(x.size());
    for (std::size_t k = 0; k < x.size(); ++k)
      sum[k] = x[k] + a * y[k];
  };
  add(correction_.z, tangent_.z, out.z);
  add(correction_.g, tangent_.g, out.g);
  add(correction_.x, tangent_.x, out.x);
  out.rate = a;
}

template <std::size_t N>
double CentralPoint::local_product(std::size_t at, const Direction& a, const Direction& b) const {
  const Lift<N> lift(&at_.g[at], edge(at_.tau, at_.z[at]));
  const auto scale = lift.scaling(&at_.z[at]);
  const auto za = scale.times(&a.z[at]), zb = scale.times(&b.z[at]),
             va = scale.inverse_times(lift.times(&a.g[at]).data()),
             vb = scale.inverse_times(lift.times(&b.g[at]).data());
  double sum = 0.0;
  for (std::size_t k = 0; k < N; ++k)
    sum += za[k] * zb[k] + va[k] * vb[k];
  return sum / at_.tau;
}

void CentralPoint::weigh_contacts(const CoulombForm& form) {
  weight_.assign(form.contacts(), 0.0);
  double most = 1.0;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    weight_[c] = local_product<n.value>(at, tangent_, tangent_);
    most = std::max(most, weight_[c]);
  });
  for (double& w : weight_)
    w = w / most * (w / most);
  rate_weight_ = 1.0 / most / most;
}

double CentralPoint::product(const CoulombForm& form, const Direction& a,
                             const Direction& b) const {
  double sum = rate_weight_ * a.rate * b.rate;
  each_cone(form, [&](std::size_t c, std::size_t at, auto n) {
    sum += weight_[c] * local_product<n.value>(at, a, b);
  });
  return sum;
}

double CentralPoint::size(const CoulombForm& form, const Direction& d) const {
  double most = 0.0;
  each_cone(form, [&](std::size_t, std::size_t at, auto n) {
    const double square = local_product<n.value>(at, d, d);
    if (!(square <= most) && !std::isnan(most)) most = square;  // NaN is kept
  });
  return std::sqrt(most);
}

double CentralPoint::distance(const CoulombForm& form, const Direction& d, double length) const {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  const double tau = at_.tau * (1.0 + length * d.rate);
  if (!(tau > 0.0)) return infinity;
  double out = 1.0;
  each_cone(form, [&](std::size_t, std::size_t at, auto n) {
    constexpr std::size_t N = n.value;
    using Cone = SecondOrderCone<N>;
    double z[N], g[N];
    for (std::size_t k = 0; k < N; ++k) {
      z[k] = at_.z[at + k] + length * d.z[at + k];
      g[k] = at_.g[at + k] + length * d.g[at + k];
    }
    const Lift<N> lift(g, z[0] > 0.0 ? edge(tau, z[0]) : 1.0);
    if (!(z[0] > Cone::tail(z) && lift.low > 0.0)) {
      out = infinity;
      return;
    }
    const auto root = lift.scaling(z).times(z);
    const double t = Cone::tail(root.data()), high = root[0] + t, low = root[0] - t;
    const double factor = std::max(high * high / tau, tau / (low * low));
    if (!(factor <= out)) out = std::isnan(factor) ? infinity : factor;
  });
  return out;
}

void CentralPoint::move(const Direction& d, double length) {
  for (std::size_t k = 0; k < at_.z.size(); ++k) {
    at_.z[k] += length * d.z[k];
    at_.g[k] += length * d.g[k];
  }
  for (std::size_t k = 0; k < at_.x.size(); ++k)
    at_.x[k] += length * d.x[k];
  at_.tau *= 1.0 + length * d.rate;
}

}  // namespace impactbench
