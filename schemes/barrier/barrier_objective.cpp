// The objective that a step minimises over velocities, and its derivatives.
#include "problems/contact/gap.hpp"
#include "schemes/barrier/barrier_step.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::barrier {

/// Gaps and normals where v_ leads.
template <int Dim, int Dofs>
void BarrierStep<Dim, Dofs>::compute_normals(const State& state) {
  const std::size_t stride = index(problem_.rows) * index(Dofs);
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    const ContactKey& key = keys_[c];
    const Vec<Dim> x = place(state, v_, key.body);
    const double r = bodies_.radius[index(key.body)];
    Eigen::Map<Vec<Dim>> a(problem_.jacobian_a.data() + c * stride);
    if (is_wall(key)) {
      const auto gap = obstacle_gap<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)]);
      a = gap.normal;
      gaps_[c] = gap.distance + inset_;
    } else {
      const auto gap =
          pair_gap<Dim>(x, r, place(state, v_, key.partner), bodies_.radius[index(key.partner)]);
      a = -gap.normal;
      Eigen::Map<Vec<Dim>>(problem_.jacobian_b.data() + c * stride) = gap.normal;
      gaps_[c] = gap.distance + inset_;
    }
  }
}

/// Computes the rounding of velocities, and of the sum, due to that of centres.
template <int Dim, int Dofs>
void BarrierStep<Dim, Dofs>::compute_rounding(const State& state) {
  constexpr double rounding = 1e-15;
  const auto count = index(problem_.rows);
  rounded_speed_ = rounded_sum_ = 0.0;
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    if (gaps_[c] >= wall_.range) continue;
    double displacement = 0.0, mobility = 0.0;
    for (const int body : {problem_.body_a[c], problem_.body_b[c]}) {
      if (body == ContactProblem::fixed) continue;
      displacement += rounding * (place(state, v_, body).template lpNorm<Eigen::Infinity>() +
                                  bodies_.radius[index(body)]);
      mobility += 1.0 / bodies_.mass[index(body)];
    }
    rounded_speed_ =
        std::max(rounded_speed_, h_ * wall_.curvature(gaps_[c]) * displacement * mobility);
    rounded_sum_ += impulses_[c * count] / h_ * displacement;
  }
}

/// The derivative of the sum into gradient_, the impulses of v_. Returns the largest velocity that
/// it stands for.
template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::compute_gradient(const State& state) {
  compute_normals(state);
  const auto count = index(problem_.rows);
  double u[3];
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    impulses_[c * count] = h_ * wall_.force(gaps_[c]);
    const double weight =
        bounds_[c] > 0.0 ? RegularisedFriction{bounds_[c], creep_}.weight(slip(c, v_, u)) : 0.0;
    for (std::size_t row = 1; row < count; ++row)
      impulses_[c * count + row] = weight > 0.0 ? -weight * u[row] : 0.0;
  }
  compute_rounding(state);
  gradient_ = (v_ - aim_).cwiseProduct(system_->mass());
  add_impulses(problem_, impulses_, -1.0, gradient_);
  return gradient_.cwiseQuotient(system_->mass()).template lpNorm<Eigen::Infinity>();
}

template <int Dim, int Dofs>
void BarrierStep<Dim, Dofs>::compute_matrix() {
  const auto count = index(problem_.rows);
  double B[9], u[3];
  matrix_.clear(problem_);
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    if (gaps_[c] >= wall_.range && bounds_[c] == 0.0) continue;
    std::fill_n(B, count * count, 0.0);
    B[0] = h_ * h_ * wall_.curvature(gaps_[c]);
    if (bounds_[c] > 0.0) {
      const double speed = slip(c, v_, u);
      const RegularisedFriction friction{bounds_[c], creep_};
      const double weight = friction.weight(speed);
      const double along =
          speed > 0.0 ? (friction.stiffness(speed) - weight) / (speed * speed) : 0.0;
      for (std::size_t i = 1; i < count; ++i)
        for (std::size_t j = 1; j < count; ++j)
          B[i * count + j] = (i == j ? weight : 0.0) + along * u[i] * u[j];
    }
    matrix_.add(problem_, c, B);
  }
}

/// The objective [J]; infinite if bodies would touch.
template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::sum(const State& state, const Eigen::VectorXd& v) const {
  double out = 0.5 * (v - aim_).dot(system_->mass().cwiseProduct(v - aim_));
  double u[3];
  for (std::size_t c = 0; c < keys_.size(); ++c) {
    const double gap = gap_at(c, state, v);
    if (!(gap > 0.0)) return HUGE_VAL;
    out += wall_.energy(gap);
    if (bounds_[c] > 0.0) out += RegularisedFriction{bounds_[c], creep_}.energy(slip(c, v, u));
  }
  return out;
}

template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::gap_at(std::size_t contact, const State& state,
                                      const Eigen::VectorXd& v) const {
  const ContactKey& key = keys_[contact];
  const Vec<Dim> x = place(state, v, key.body);
  const double r = bodies_.radius[index(key.body)];
  if (is_wall(key))
    return obstacle_distance<Dim>(x, r, bodies_.obstacles[index(-1 - key.partner)]) + inset_;
  return pair_gap<Dim>(x, r, place(state, v, key.partner), bodies_.radius[index(key.partner)])
             .distance +
         inset_;
}

/// u_t into u[1], ...; its length.
template <int Dim, int Dofs>
double BarrierStep<Dim, Dofs>::slip(std::size_t contact, const Eigen::VectorXd& v,
                                    double* u) const {
  const auto count = index(problem_.rows);
  const int i = problem_.body_a[contact], j = problem_.body_b[contact];
  double square = 0.0;
  for (std::size_t row = 1; row < count; ++row) {
    const std::size_t at = (contact * count + row) * index(Dofs);
    using Row = Eigen::Map<const Vec<Dofs>>;
    u[row] = Row(problem_.jacobian_a.data() + at).dot(v.segment<dofs>(dofs * i)) -
             surface_[contact * count + row];
    if (j != ContactProblem::fixed)
      u[row] += Row(problem_.jacobian_b.data() + at).dot(v.segment<dofs>(dofs * j));
    square += u[row] * u[row];
  }
  return std::sqrt(square);
}

template class BarrierStep<1, 1>;
template class BarrierStep<2, 2>;
template class BarrierStep<2, 3>;
template class BarrierStep<3, 3>;
template class BarrierStep<3, 6>;

}  // namespace impactbench::barrier
