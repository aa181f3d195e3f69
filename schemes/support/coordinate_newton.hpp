#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/contact_response.hpp"
#include "schemes/support/coordinate_step.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/newton_settings.hpp"

#include <Eigen/LU>

#include <cmath>
#include <cstddef>
#include <optional>
#include <vector>

namespace impactbench {

/// Generalised systems as implicit compliant schemes step them: Newmark's method with gamma = 1,
/// beta = 1/2, the laws of contact between f_a(q^n) and f_a(q^{n+1}),
///
///   q_m = q^n + (h/2) v^n,   q^{n+1} = q_m + (h/2) v^{n+1},   vm = (v^n + v^{n+1}) / 2
///   M (v^{n+1} - v^n) = h (F + S(q_m, vm) + sum lam_a n_a),   M and F at q_m (coordinate_step.hpp)
///
/// With a law whose normal is at the end n_a = grad f_a(q^{n+1}) and the depth at the beginning is
/// -f_a^{n+1} + n_a . (q^{n+1} - q^n). Else n_a is the discrete gradient in the metric of M, with
/// x = q^{n+1} - q^n and g = grad f_a in the middle of both,
///
///   n_a = g + (f_a^{n+1} - f_a^n - g . x) M x / (x . M x)      (Gonzalez 1996, section 3),
///
/// so that n_a . x is the change of f_a and a law whose force is a secant of its energy takes from
/// a constant M no more and no less than that. The reduced mass is 1 / (n_a . M^-1 n_a). Newton's
/// method leaves out how n_a and S turn: these are O(h) of what is kept.
template <NormalLaw Law>
class CoordinateNewton final : public Scheme {
 public:
  CoordinateNewton(const Law& law, const NewtonSettings& settings, ContactEnd end,
                   const GeneralisedSystem& system, double h) {
    system_ = &system;
    law_ = law;
    for (Eigen::Index a = 0; a < system.constraints(); ++a)
      losses_.emplace_back(system.law(a).restitution, end, law.coefficient, h);
    settings_ = settings;
    h_ = h;
    coordinates_.prepare(system, h);
    const Eigen::Index n = system.dofs(), m = system.constraints();
    for (Eigen::VectorXd* x :
         {&place_, &q_, &v_, &goal_, &dq_, &previous_, &impulse_, &gradient_, &way_, &heavy_})
      x->setZero(n);
    normals_.setZero(n, m);
    pushes_.setZero(n, m);
    for (Eigen::VectorXd* x : {&depth0_, &force_, &stiffness_, &aimed_, &opened_, &old_})
      x->setZero(m);
    matrix_.setIdentity(m, m);
    lu_.compute(matrix_);  // takes its memory
  }

  StepReport step(State& state) override {
    StepReport report;
    enter(Phase::detection);
    place_ = state.q + (0.5 * h_) * state.v;
    if (!coordinates_.look(static_cast<double>(state.step) * h_, place_, state.v))
      return broken(report, no_mass_there);
    for (Eigen::Index a = 0; a < old_.size(); ++a)
      old_[a] = system_->constraint(a, state.q);
    q_ = state.q + h_ * state.v;
    v_ = state.v;
    bool converged = false, cycles = false;
    double last = 0.0;
    for (int k = 1; k <= settings_.newton_limit && !converged && !cycles; ++k) {
      report.nonlinear_iterations = k;
      enter(Phase::assembly);
      collect(state, k);
      // Where the velocity goes with these forces; S is part of it.
      if (!coordinates_.kick(state.v, impulse_, goal_))
        return broken(report, inertial_force_unsettled);
      enter(Phase::solve);
      solve();
      enter(Phase::update);
      q_ += dq_;
      v_ = (2.0 / h_) * (q_ - place_);
      report.own_residual = dq_.norm();
      if (!std::isfinite(report.own_residual))
        return broken(report, "the Newton correction is not a number");
      converged = k > 1 && small_enough(settings_, report.own_residual, last);
      cycles = k > 1 && !converged && settings_.newton_stop == "two_cycle" &&
               (dq_ + previous_).norm() < settings_.newton_tolerance;
      last = report.own_residual;
      previous_ = dq_;
    }
    if (!converged) {
      report.status = StepStatus::not_converged;
      report.two_cycle = cycles;
      report.reason = newton_failed(cycles);
    }
    state.q = q_;
    state.v = v_;
    ++state.step;
    if (told() != nullptr) tell(*told());
    return report;
  }

 private:
  static StepReport broken(StepReport report, std::string_view reason) {
    report.status = StepStatus::breakdown;
    report.reason = reason;
    return report;
  }

  /// Forces, stiffnesses and normals at the iterate; h sum lam_a n_a into impulse_.
  void collect(const State& state, int k) {
    impulse_.setZero();
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      force_[a] = stiffness_[a] = 0.0;
      normals_.col(a).setZero();
      pushes_.col(a).setZero();
      const double f = system_->constraint(a, q_);
      take_normal(a, f, state.q);
      if (!Law::closes(-f, depth0_[a])) continue;
      dq_ = gradient_;
      coordinates_.solve(dq_);
      law_.dissipation = losses_[static_cast<std::size_t>(a)];
      const auto p = law_.pressure(-f, depth0_[a], 1.0 / gradient_.dot(dq_), k);
      if (!p) continue;
      normals_.col(a) = gradient_;
      pushes_.col(a) = dq_;
      force_[a] = p->force;
      stiffness_[a] = p->stiffness;
      impulse_ += h_ * p->force * gradient_;
    }
  }

  /// n_a into gradient_, and the depth at the beginning as the law measures it.
  void take_normal(Eigen::Index a, double f, const Eigen::VectorXd& q0) {
    way_ = q_ - q0;
    if (law_.at_end()) {
      system_->constraint_gradient(a, q_, gradient_);
      depth0_[a] = gradient_.dot(way_) - f;
      return;
    }
    depth0_[a] = -old_[a];
    dq_ = 0.5 * (q_ + q0);
    system_->constraint_gradient(a, dq_, gradient_);
    heavy_.noalias() = coordinates_.mass() * way_;
    const double square = way_.dot(heavy_);
    if (square > 0.0) gradient_ += ((f - old_[a] - gradient_.dot(way_)) / square) * heavy_;
  }

  /// dq + (h^2/2) sum k_a M^-1 n_a (n_a . dq) = q_m + (h/2) v' - q with v' as forces have it, by
  /// its rows n_a . dq, which are few.
  void solve() {
    dq_ = place_ + (0.5 * h_) * goal_ - q_;
    const double half = 0.5 * h_ * h_;
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      aimed_[a] = normals_.col(a).dot(dq_);
      for (Eigen::Index b = 0; b < force_.size(); ++b)
        matrix_(a, b) =
            (a == b ? 1.0 : 0.0) + half * normals_.col(a).dot(pushes_.col(b)) * stiffness_[b];
    }
    lu_.compute(matrix_);
    opened_ = lu_.solve(aimed_);
    for (Eigen::Index a = 0; a < force_.size(); ++a)
      dq_ -= half * stiffness_[a] * opened_[a] * pushes_.col(a);
  }

  /// The forces that the last linear system had, those of its solution included.
  void tell(ContactImpulses& out) const {
    out.clear(1, static_cast<int>(q_.size()));
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      const double force = force_[a] - stiffness_[a] * opened_[a];
      if (force != 0.0) tell_constraint(a, normals_.col(a), h_ * force, out);
    }
  }

  const GeneralisedSystem* system_{nullptr};
  Law law_{};
  NewtonSettings settings_;
  double h_{0.0};
  CoordinateStep coordinates_;
  std::vector<Dissipation> losses_;  ///< of each constraint
  Eigen::VectorXd place_, q_, v_, goal_, dq_, previous_, impulse_, gradient_, way_, heavy_;
  Eigen::MatrixXd normals_, pushes_;  ///< columns n_a and M^-1 n_a, zero of open constraints
  Eigen::VectorXd old_, depth0_, force_, stiffness_;  ///< f_a^n, and of the iterate
  Eigen::VectorXd aimed_, opened_;  ///< n_a . dq without and with the answer of the springs
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace impactbench
