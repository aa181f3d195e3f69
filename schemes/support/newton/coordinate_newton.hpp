#pragma once

#include "problems/model/coordinate_arms.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/coordinates/coordinate_step.hpp"
#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/newton/contact_response.hpp"
#include "schemes/support/newton/coordinate_friction.hpp"
#include "schemes/support/newton/newton_settings.hpp"

#include <Eigen/LU>

#include <array>
#include <cmath>
#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace impactbench {

/// The step of implicit compliant schemes for generalised systems: Newmark's method with gamma = 1,
/// beta = 1/2, and the laws of contact between f_a(q^n) and f_a(q^{n+1}),
///
///   q_m = q^n + (h/2) v^n,   q^{n+1} = q_m + (h/2) v^{n+1},   vm = (v^n + v^{n+1}) / 2
///   M (v^{n+1} - v^n) = h (F + S(q_m, vm) + sum (lam_a n_a + T_a f_a)),   M and F at q_m
///   (coordinate_step.hpp), f_a and T_a those of Coulomb's law with a viscous stick
///   (coordinate_friction.hpp)
///
/// If the law takes its normal at the end, n_a = grad f_a(q^{n+1}) and the depth at the beginning
/// is -f_a^{n+1} + n_a . (q^{n+1} - q^n). Otherwise n_a is that of SecantNormal: g multiplied by s
/// or bent in the metric of M so that n_a . (q^{n+1} - q^n) is the change of f_a; a force that is a
/// secant of its energy then does exactly that work, if M is constant. The reduced mass is s^2 /
/// (n_a . M^-1 n_a), s = 1 at the end. Tangents are taken at the point of the normal, q^{n+1} or
/// the middle, times s, and friction opposes the slip of v^{n+1} or of (q^{n+1} - q^n) / h. If the
/// levers of tangents reach to the middle of a contact, round bodies move as under the laws of
/// pairs (inc.hpp), friction included. Newton's method neglects how n_a, T_a and S turn: these
/// terms are O(h) of those kept. The norms of a correction and of the merit are those of
/// displacements, coordinates times their arms (CoordinateArms). With friction a step that does not
/// reduce the merit of newmark_step.hpp is halved until it does.
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
    arms_ = arms_of(system);
    coordinates_.prepare(system, h);
    const Eigen::Index n = system.dofs(), m = system.constraints();
    for (Eigen::VectorXd* x : {&place_, &q_, &v_, &goal_, &dq_, &previous_, &impulse_, &gradient_,
                               &displacement_, &heavy_, &middle_, &slipping_})
      x->setZero(n);
    normals_.setZero(n, m);
    pushes_.setZero(n, m);
    for (Eigen::VectorXd* x : {&depth0_, &force_, &stiffness_, &old_})
      x->setZero(m);
    friction_.prepare(system, settings.c_tau, (Law::looks_back ? 1.0 : 2.0) / h, h);
    each_ = 1 + friction_.tangents();
    aimed_.setZero(each_ * m);
    opened_ = aimed_;
    recorded_rows_.setZero(n, each_);
    matrix_.setIdentity(each_ * m, each_ * m);
    lu_.compute(matrix_);  // allocates its memory
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
      collect(state, k, 1.0);
      if (friction_.acts()) {
        if (!search(state, k)) return broken(report, inertial_force_unsettled);
        friction_.linearise();
        friction_.add_changes(h_, impulse_);
      }
      // The velocity that these forces give; S is part of it.
      if (!coordinates_.kick(state.v, impulse_, goal_))
        return broken(report, inertial_force_unsettled);
      enter(Phase::solve);
      solve();
      enter(Phase::update);
      for (Eigen::Index a = 0; friction_.acts() && a < force_.size(); ++a)
        friction_.complete(a, normals_.col(a).dot(dq_), dq_);
      q_ += dq_;
      v_ = (2.0 / h_) * (q_ - place_);
      report.own_residual = dq_.cwiseProduct(arms_).norm();
      if (!std::isfinite(report.own_residual))
        return broken(report, "the Newton correction is not a number");
      converged = k > 1 && small_enough(settings_, report.own_residual, last);
      cycles = k > 1 && !converged && settings_.newton_stop == "two_cycle" &&
               (dq_ + previous_).cwiseProduct(arms_).norm() < settings_.newton_tolerance;
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
    if (recorded() != nullptr) record(*recorded());
    return report;
  }

 private:
  static StepReport broken(StepReport report, std::string_view reason) {
    report.status = StepStatus::breakdown;
    report.reason = reason;
    return report;
  }

  /// Halves the last correction until the merit has fallen; false where S is not found.
  [[nodiscard]] bool search(const State& state, int k) {
    constexpr double shortest = 1.0 / 1024.0;
    double now = merit(state);
    for (double share = 1.0; k > 1 && share > shortest && now > 0.01 * settings_.newton_tolerance &&
                             !(now < (1.0 - 1e-4 * share) * last_merit_);) {
      share *= 0.5;
      q_ -= share * previous_;
      v_ = (2.0 / h_) * (q_ - place_);
      collect(state, k, share);
      now = merit(state);
    }
    last_merit_ = now;
    return std::isfinite(now);
  }

  [[nodiscard]] double merit(const State& state) {
    if (!coordinates_.kick(state.v, impulse_, goal_)) return std::nan("");
    dq_ = place_ + (0.5 * h_) * goal_ - q_;
    return std::sqrt(dq_.cwiseProduct(arms_).squaredNorm() + friction_.defect());
  }

  /// Forces, stiffnesses and normals at the iterate; h sum (lam_a n_a + T_a f_a) into impulse_.
  /// Friction forces start from `share` of their last change.
  void collect(const State& state, int k, double share) {
    impulse_.setZero();
    if (friction_.acts()) compute_slip_velocity(state, share);
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      force_[a] = stiffness_[a] = 0.0;
      normals_.col(a).setZero();
      pushes_.col(a).setZero();
      const double f = system_->constraint(a, q_);
      compute_normal(a, f, state.q);
      if (!Law::closes(-f, depth0_[a])) continue;
      dq_ = gradient_;
      coordinates_.solve(dq_);
      law_.dissipation = losses_[static_cast<std::size_t>(a)];
      const auto p = law_.pressure(-f, depth0_[a], stretch_ * stretch_ / gradient_.dot(dq_), k);
      if (!p) continue;
      normals_.col(a) = gradient_;
      pushes_.col(a) = dq_;
      force_[a] = p->force;
      stiffness_[a] = p->stiffness;
      impulse_ += h_ * p->force * gradient_;
      if (friction_.acts()) friction_.close(a, *p, middle_, stretch_, slipping_, coordinates_);
    }
    if (friction_.acts()) friction_.add_forces(h_, impulse_);
  }

  /// The velocity whose slip friction opposes into slipping_, the place where its tangents are
  /// taken into middle_.
  void compute_slip_velocity(const State& state, double share) {
    friction_.begin(share);
    middle_ = q_;
    slipping_ = v_;
    if (!law_.at_end()) middle_ = 0.5 * (q_ + state.q);
    if (Law::looks_back) slipping_ = (q_ - state.q) / h_;
  }

  /// n_a into gradient_ if the constraint is closed, its s into stretch_; returns the depth at the
  /// beginning as the law measures it.
  void compute_normal(Eigen::Index a, double f, const Eigen::VectorXd& q0) {
    displacement_ = q_ - q0;
    stretch_ = 1.0;
    if (law_.at_end()) {
      system_->constraint_gradient(a, q_, gradient_);
      depth0_[a] = gradient_.dot(displacement_) - f;
      return;
    }
    depth0_[a] = -old_[a];
    if (!Law::closes(-f, depth0_[a])) return;
    dq_ = 0.5 * (q_ + q0);
    system_->constraint_gradient(a, dq_, gradient_);
    heavy_.noalias() = coordinates_.mass() * displacement_;
    const double square = displacement_.dot(heavy_), along = gradient_.dot(displacement_);
    const double left = f - old_[a] - along;
    if (is_stretched(along, left, square)) {
      stretch_ = 1.0 + left / along;
      gradient_ *= stretch_;
      return;
    }
    if (square > 0.0) gradient_ += (left / square) * heavy_;
  }

  /// Whether g, in gradient_, is multiplied rather than bent (SecantNormal); `along` g . x, `left`
  /// the change of f_a beyond g . x, `square` x . M x.
  [[nodiscard]] bool is_stretched(double along, double left, double square) {
    if (!(std::abs(left) <= SecantNormal::most_stretch * std::abs(along))) return false;
    dq_ = gradient_;
    coordinates_.solve(dq_);
    return std::abs(along) >= SecantNormal::least_cosine * std::sqrt(gradient_.dot(dq_) * square) &&
           square > 0.0;
  }

  /// Row i of constraint a over the coordinates (n_a first, then T_a), and M^-1 of it.
  [[nodiscard]] auto row(Eigen::Index a, Eigen::Index i) const {
    return i == 0 ? normals_.col(a) : friction_.row(a, i - 1);
  }
  [[nodiscard]] auto push(Eigen::Index a, Eigen::Index i) const {
    return i == 0 ? pushes_.col(a) : friction_.push(a, i - 1);
  }
  /// The decrease of the force along row i of constraint a per displacement along its row j.
  [[nodiscard]] double falls(Eigen::Index a, Eigen::Index i, Eigen::Index j) const {
    if (i == 0) return j == 0 ? stiffness_[a] : 0.0;
    const ActiveFriction<3>& g = friction_.friction(a);
    return j == 0 ? -g.coupling[i - 1] : g.stick(i - 1, j - 1);
  }

  /// Solves dq + (h^2/2) sum M^-1 B_a K_a B_a^T dq = q_m + (h/2) v' - q, v' from the forces, B_a =
  /// (n_a, T_a), in terms of its rows B_a^T dq, which are few.
  void solve() {
    dq_ = place_ + (0.5 * h_) * goal_ - q_;
    const double half = 0.5 * h_ * h_;
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      for (Eigen::Index i = 0; i < each_; ++i) {
        aimed_[each_ * a + i] = row(a, i).dot(dq_);
        for (Eigen::Index b = 0; b < force_.size(); ++b) {
          for (Eigen::Index j = 0; j < each_; ++j) {
            double sum = a == b && i == j ? 1.0 : 0.0;
            for (Eigen::Index l = 0; l < each_; ++l)
              sum += half * row(a, i).dot(push(b, l)) * falls(b, l, j);
            matrix_(each_ * a + i, each_ * b + j) = sum;
          }
        }
      }
    }
    lu_.compute(matrix_);
    opened_ = lu_.solve(aimed_);
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      for (Eigen::Index i = 0; i < each_; ++i) {
        for (Eigen::Index j = 0; j < each_; ++j)
          dq_ -= half * falls(a, i, j) * opened_[each_ * a + j] * push(a, i);
      }
    }
  }

  /// Records the forces of the last linear system, including those of its solution.
  void record(ContactImpulses& out) {
    out.clear(static_cast<int>(each_), static_cast<int>(q_.size()));
    std::array<double, 3> p{};
    for (Eigen::Index a = 0; a < force_.size(); ++a) {
      p[0] = h_ * (force_[a] - stiffness_[a] * opened_[each_ * a]);
      recorded_rows_.col(0) = normals_.col(a);
      bool acts = p[0] != 0.0;
      for (Eigen::Index k = 0; k + 1 < each_; ++k) {
        const ActiveFriction<3>& g = friction_.friction(a);
        const double f = h_ * (g.force[k] + g.change[k]);
        p[static_cast<std::size_t>(k) + 1] = f;
        recorded_rows_.col(k + 1) = friction_.row(a, k);
        acts = acts || f != 0.0;
      }
      if (acts)
        record_constraint(a, recorded_rows_, std::span(p).first(static_cast<std::size_t>(each_)),
                          out);
    }
  }

  const GeneralisedSystem* system_{nullptr};
  Law law_{};
  NewtonSettings settings_;
  double h_{0.0}, stretch_{1.0};  ///< s of the constraint at hand
  Eigen::VectorXd arms_;          ///< [m] per unit of each coordinate
  CoordinateStep coordinates_;
  std::vector<Dissipation> losses_;  ///< of each constraint
  Eigen::VectorXd place_, q_, v_, goal_, dq_, previous_, impulse_, gradient_, displacement_, heavy_;
  Eigen::MatrixXd normals_, pushes_;  ///< columns n_a and M^-1 n_a, zero of open constraints
  Eigen::VectorXd old_, depth0_, force_, stiffness_;  ///< f_a^n, and of the iterate
  CoordinateFriction friction_;
  Eigen::Index each_{1};               ///< rows of a constraint
  Eigen::VectorXd middle_, slipping_;  ///< place of tangents; velocity that friction opposes
  double last_merit_{0.0};
  Eigen::VectorXd aimed_, opened_;  ///< B_a^T dq without and with the answer of the springs
  Eigen::MatrixXd recorded_rows_;
  Eigen::MatrixXd matrix_;
  Eigen::PartialPivLU<Eigen::MatrixXd> lu_;
};

}  // namespace impactbench
