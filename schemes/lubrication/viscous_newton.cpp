#include "schemes/lubrication/viscous_newton.hpp"

#include "schemes/lubrication/lubrication.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::lubrication {
namespace {

/// Of the equations that a Newton step solves, at most this share is left over.
constexpr double loosest = 0.1;
/// Damping of the equations, in shares of s: a tenth of the residual in units, within these. Where
/// more contacts press than there are ways to move, W_AA is singular and some of them must open:
/// damped, the step stays of a length that tells which.
constexpr double most_damping = 1e-4, least_damping = 1e-9;
/// A step counts if phi falls by this share of what its slope promises.
constexpr double promised = 1e-4;
constexpr int most_halvings = 12;

std::size_t index(int i) {
  return static_cast<std::size_t>(i);
}

}  // namespace

double log_distance(double range, double a, double d, double guess) {
  if (a == 0.0) return d > 0.0 ? std::log(d / range) : -std::numeric_limits<double>::infinity();
  // So hard pressed that l e^y is below the rounding of d.
  const double pressed = d / a;
  if (pressed < -60.0 && d < -1e-9 * range) return pressed;
  // f(y) = l e^y + a y - d rises and is convex: from the left Newton's method jumps over the root,
  // from the right it comes down to it without passing.
  const auto newton = [&](double y) {
    const double e = range * std::exp(y);
    return (e + a * y - d) / (e + a);
  };
  double y = guess, step = newton(y);
  if (!(std::abs(step) < 1.0)) {
    // With z = log(l / a) + d / a it is y = log W_0(e^z) - log(l / a): W_0(e^z) is near z - log z
    // above 1 and near e^z / (1 + e^z) below.
    const double shift = std::log(range / a), z = shift + d / a;
    y = (z > 1.0 ? std::log(z - std::log(z)) : z - std::log1p(std::exp(z))) - shift;
    step = newton(y);
  }
  // What a step leaves is less than half its square.
  for (int k = 0; k < 200 && step * step > 1e-16 * std::abs(y); ++k) {
    y -= step;
    step = newton(y);
  }
  return std::min(0.0, y - step);
}

template <int Dim>
void ViscousNewton<Dim>::prepare(std::size_t bodies, std::size_t rows) {
  active_.reserve(rows);
  scaled_.reserve(rows);
  place_.reserve(rows);
  for (auto* per_row : {&compliance_, &diagonal_, &root_, &t_, &force_, &step_, &residual_,
                        &direction_, &product_, &start_})
    per_row->reserve(rows);
  work_.setZero(static_cast<Eigen::Index>(Dim * (bodies + 1)));
}

template <int Dim>
double ViscousNewton<Dim>::gap(const Row& row, const Eigen::VectorXd& u) const {
  return row.distance +
         law_.h * row.normal.dot(u.segment<Dim>(Dim * row.b) - u.segment<Dim>(Dim * row.a));
}

template <int Dim>
void ViscousNewton<Dim>::push(const Row& row, double impulse, Eigen::VectorXd& u) const {
  u.segment<Dim>(Dim * row.a) -= impulse * (*inverse_mass_)[index(row.a)] * row.normal;
  u.segment<Dim>(Dim * row.b) += impulse * (*inverse_mass_)[index(row.b)] * row.normal;
}

template <int Dim>
double ViscousNewton<Dim>::impulse(const Row& row, double t, double guess) const {
  if (!(t < law_.range)) return 0.0;
  return -law_.viscosity *
         log_distance(law_.range, row.slope * law_.viscosity, t, -guess / law_.viscosity);
}

template <int Dim>
void ViscousNewton<Dim>::sweep(std::vector<double>& p, Eigen::VectorXd& u) const {
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    const Row& row = (*rows_)[c];
    const double next = impulse(row, gap(row, u) - row.slope * p[c], p[c]);
    if (next != p[c]) push(row, next - p[c], u);
    p[c] = next;
  }
}

template <int Dim>
double ViscousNewton<Dim>::look(const std::vector<double>& p, const Eigen::VectorXd& u) {
  active_.clear();
  for (auto* per_row : {&compliance_, &t_, &force_})
    per_row->clear();
  place_.clear();
  double worst = 0.0;
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    const Row& row = (*rows_)[c];
    const double now = gap(row, u);
    if (p[c] == 0.0 && now >= law_.range) continue;
    const double d = law_.range * std::exp(-p[c] / law_.viscosity);
    const double share = row.slope / (row.slope + d / law_.viscosity);
    worst = std::max(worst, share * std::abs(now - d));
    active_.push_back(row);
    place_.push_back(c);
    compliance_.push_back(d / law_.viscosity);
    t_.push_back(d - row.slope * p[c]);
    force_.push_back(d - now);
  }
  return worst;
}

template <int Dim>
double ViscousNewton<Dim>::scale(double damping) {
  const std::size_t n = active_.size();
  scaled_.resize(n);
  for (auto* per_row : {&root_, &diagonal_, &residual_, &product_})
    per_row->resize(n);
  step_.assign(n, 0.0);
  direction_.assign(n, 0.0);
  const double root_h = std::sqrt(law_.h);
  double square = 0.0;
  for (std::size_t c = 0; c < n; ++c) {
    const Row& row = active_[c];
    const double own = compliance_[c] + damping * row.slope, whole = row.slope + own;
    root_[c] = 1.0 / std::sqrt(whole);
    diagonal_[c] = own / whole;
    scaled_[c] = {Dim * row.a, Dim * row.b, root_h * root_[c] * row.normal};
    residual_[c] = root_[c] * force_[c];
    square += residual_[c] * residual_[c];
  }
  return square;
}

template <int Dim>
int ViscousNewton<Dim>::conjugate_gradients(double relative, double damping) {
  const double first = scale(damping);
  const std::size_t n = active_.size();
  const Scaled* rows = scaled_.data();
  const double* own = diagonal_.data();
  double *y = step_.data(), *r = residual_.data(), *d = direction_.data(), *w = product_.data();
  double* body = work_.data();
  double last = first, turn = 0.0;
  const auto most = static_cast<int>(2 * n + 10);
  int k = 0;
  for (; k < most && last > relative * relative * first; ++k) {
    work_.setZero();
    for (std::size_t c = 0; c < n; ++c) {
      d[c] = r[c] + turn * d[c];
      for (int j = 0; j < Dim; ++j) {
        const double push = d[c] * rows[c].normal[j];
        body[rows[c].a + j] -= push;
        body[rows[c].b + j] += push;
      }
    }
    for (std::size_t i = 0; i < inverse_mass_->size(); ++i) {
      for (std::size_t j = 0; j < Dim; ++j)
        body[Dim * i + j] *= (*inverse_mass_)[i];
    }
    double curvature = 0.0;
    for (std::size_t c = 0; c < n; ++c) {
      double opening = own[c] * d[c];
      for (int j = 0; j < Dim; ++j)
        opening += rows[c].normal[j] * (body[rows[c].b + j] - body[rows[c].a + j]);
      w[c] = opening;
      curvature += opening * d[c];
    }
    if (!(curvature > 0.0)) break;
    const double length = last / curvature;
    double next = 0.0;
    for (std::size_t c = 0; c < n; ++c) {
      y[c] += length * d[c];
      r[c] -= length * w[c];
      next += r[c] * r[c];
    }
    turn = next / last;
    last = next;
  }
  for (std::size_t c = 0; c < n; ++c)
    y[c] *= root_[c];
  return k;
}

template <int Dim>
void ViscousNewton<Dim>::velocities(const std::vector<double>& p, const Eigen::VectorXd& u0,
                                    Eigen::VectorXd& u) const {
  u = u0;
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    if (p[c] != 0.0) push((*rows_)[c], p[c], u);
  }
}

template <int Dim>
double ViscousNewton<Dim>::objective(const std::vector<double>& p, const Eigen::VectorXd& u0,
                                     const Eigen::VectorXd& u) const {
  double sum = 0.0;
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    if (p[c] == 0.0) continue;
    const Row& row = (*rows_)[c];
    sum += 0.5 * p[c] * (gap(row, u0) + gap(row, u)) +
           law_.range * law_.viscosity * std::expm1(-p[c] / law_.viscosity);
  }
  return sum;
}

template <int Dim>
void ViscousNewton<Dim>::advance(const Eigen::VectorXd& u0, std::vector<double>& p,
                                 Eigen::VectorXd& u) {
  start_ = p;
  const double before = objective(p, u0, u);
  double slope = 0.0;
  for (std::size_t c = 0; c < active_.size(); ++c)
    slope -= force_[c] * step_[c];
  constexpr double rounding = 1e-14;
  double share = 1.0;
  for (int k = 0; k < most_halvings; ++k, share *= 0.5) {
    for (std::size_t c = 0; c < active_.size(); ++c) {
      const Row& row = active_[c];
      const double t = t_[c] - share * (row.slope + compliance_[c]) * step_[c];
      p[place_[c]] = impulse(row, t, start_[place_[c]] + share * step_[c]);
    }
    velocities(p, u0, u);
    if (objective(p, u0, u) <= before + promised * share * slope + rounding * std::abs(before))
      return;
  }
  p = start_;
  velocities(p, u0, u);
}

template <int Dim>
void ViscousNewton<Dim>::solve(const std::vector<Row>& rows,
                               const std::vector<double>& inverse_mass, const Law& law,
                               double tolerance, int max_iterations, const Eigen::VectorXd& u0,
                               std::vector<double>& p, Eigen::VectorXd& u, StepReport& report) {
  rows_ = &rows;
  inverse_mass_ = &inverse_mass;
  law_ = law;
  velocities(p, u0, u);
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0;; ++k) {
    sweep(p, u);
    const double now = look(p, u);
    report.own_residual = now;
    if (now <= tolerance || k == max_iterations) return;
    ++report.nonlinear_iterations;
    const double fall = std::isfinite(last) ? now / last : 1.0;
    last = now;
    const double relative =
        std::clamp(fall * fall, std::min(0.3 * tolerance / now, loosest), loosest);
    report.linear_iterations += conjugate_gradients(
        relative, std::clamp(0.1 * now / law.unit, least_damping, most_damping));
    advance(u0, p, u);
  }
}

template class ViscousNewton<1>;
template class ViscousNewton<2>;
template class ViscousNewton<3>;

}  // namespace impactbench::lubrication
