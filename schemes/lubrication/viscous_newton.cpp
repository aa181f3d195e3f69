#include "schemes/lubrication/viscous_newton.hpp"

#include "schemes/lubrication/lubrication.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::lubrication {
namespace {

/// Largest relative residual of the equations of a Newton step.
constexpr double loosest = 0.1;
/// A contact whose impulse responds to less than this share of a change of its gap is left to the
/// sweeps, which it slows by that share.
constexpr double least_share = 0.2;
/// Damping of the equations, in shares of s: a tenth of the residual in units, within these. Where
/// more contacts press than there are ways to move, W_AA is singular and some of them must open:
/// damped, the length of the step then shows which.
constexpr double most_damping = 1e-4, least_damping = 1e-9;
/// A step counts if phi decreases by this share of the decrease that its slope predicts.
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
  // The error after a step is less than half its square.
  for (int k = 0; k < 200 && step * step > 1e-16 * std::abs(y); ++k) {
    y -= step;
    step = newton(y);
  }
  return std::min(0.0, y - step);
}

template <int Dim>
void ViscousNewton<Dim>::prepare(std::size_t bodies, std::size_t rows) {
  pressed_.reserve(rows);
  for (auto* per_row : {&distance_, &force_, &start_})
    per_row->reserve(rows);
  system_.prepare(bodies, rows);
  start_u_.setZero(static_cast<Eigen::Index>(Dim * (bodies + 1)));
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
void ViscousNewton<Dim>::sweep(std::vector<double>& p, Eigen::VectorXd& u) {
  distance_.resize(rows_->size());
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    const Row& row = (*rows_)[c];
    const double t = gap(row, u) - row.slope * p[c], next = impulse(row, t, p[c]);
    if (next != p[c]) push(row, next - p[c], u);
    p[c] = next;
    distance_[c] = next == 0.0 ? law_.range : std::max(0.0, t + row.slope * next);
  }
}

template <int Dim>
double ViscousNewton<Dim>::look(const std::vector<double>& p, const Eigen::VectorXd& u) {
  pressed_.clear();
  force_.clear();
  double worst = 0.0;
  for (std::size_t c = 0; c < rows_->size(); ++c) {
    const Row& row = (*rows_)[c];
    const double now = gap(row, u);
    if (p[c] == 0.0 && now >= law_.range) continue;
    const double share = row.slope / (row.slope + distance_[c] / law_.viscosity);
    worst = std::max(worst, share * std::abs(now - distance_[c]));
    if (share < least_share) continue;
    pressed_.push_back(c);
    force_.push_back(distance_[c] - now);
  }
  return worst;
}

template <int Dim>
void ViscousNewton<Dim>::pose(double damping) {
  system_.start(law_.h, *inverse_mass_);
  for (std::size_t k = 0; k < pressed_.size(); ++k) {
    const Row& row = (*rows_)[pressed_[k]];
    system_.add(row.a, row.b, row.normal, row.slope,
                distance_[pressed_[k]] / law_.viscosity + damping * row.slope, force_[k]);
  }
}

template <int Dim>
auto ViscousNewton<Dim>::move(double share, std::vector<double>& p, Eigen::VectorXd& u) const
    -> Change {
  Change change;
  u = start_u_;
  for (std::size_t k = 0; k < pressed_.size(); ++k) {
    const std::size_t c = pressed_[k];
    const Row& row = (*rows_)[c];
    const double step = share * system_[k], d = distance_[c];
    const double t = d - row.slope * start_[k] - (row.slope + d / law_.viscosity) * step;
    p[c] = impulse(row, t, start_[k] + step);
    push(row, p[c] - start_[k], u);
  }
  for (std::size_t k = 0; k < pressed_.size(); ++k) {
    const std::size_t c = pressed_[k];
    const Row& row = (*rows_)[c];
    const double d = distance_[c], dp = p[c] - start_[k];
    const double near = law_.range * std::exp(-p[c] / law_.viscosity);
    const double work = 0.5 * dp * (d - force_[k] + gap(row, u));
    change.phi += work + law_.viscosity * (near - d);
    change.size += std::abs(work) + law_.viscosity * std::abs(near - d);
  }
  return change;
}

template <int Dim>
void ViscousNewton<Dim>::advance(std::vector<double>& p, Eigen::VectorXd& u) {
  start_.clear();
  double slope = 0.0;
  for (std::size_t k = 0; k < pressed_.size(); ++k) {
    start_.push_back(p[pressed_[k]]);
    slope -= force_[k] * system_[k];
  }
  start_u_ = u;
  constexpr double rounding = 1e-13;
  double share = 1.0;
  for (int k = 0; k < most_halvings; ++k, share *= 0.5) {
    const Change change = move(share, p, u);
    if (change.phi <= promised * share * slope + rounding * change.size) return;
  }
  for (std::size_t k = 0; k < pressed_.size(); ++k)
    p[pressed_[k]] = start_[k];
  u = start_u_;
}

template <int Dim>
void ViscousNewton<Dim>::solve(const std::vector<Row>& rows,
                               const std::vector<double>& inverse_mass, const Law& law,
                               double tolerance, int max_iterations, const Eigen::VectorXd& u0,
                               std::vector<double>& p, Eigen::VectorXd& u, StepReport& report) {
  rows_ = &rows;
  inverse_mass_ = &inverse_mass;
  law_ = law;
  u = u0;
  for (std::size_t c = 0; c < rows.size(); ++c) {
    if (p[c] != 0.0) push(rows[c], p[c], u);
  }
  double last = std::numeric_limits<double>::infinity();
  for (int k = 0;; ++k) {
    sweep(p, u);
    const double now = look(p, u);
    report.own_residual = now;
    if (now <= tolerance || k == max_iterations) return;
    ++report.nonlinear_iterations;
    const double fall = std::isfinite(last) ? now / last : 1.0;
    last = now;
    pose(std::clamp(0.1 * now / law.unit, least_damping, most_damping));
    report.linear_iterations +=
        system_.solve(std::clamp(fall * fall, std::min(0.3 * tolerance / now, loosest), loosest));
    advance(p, u);
  }
}

template class ViscousNewton<1>;
template class ViscousNewton<2>;
template class ViscousNewton<3>;

}  // namespace impactbench::lubrication
