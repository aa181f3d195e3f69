#include "schemes/nitsche/nitsche.hpp"

#include "problems/base/error.hpp"
#include "schemes/nitsche/contact_force.hpp"
#include "schemes/support/coordinates/settling.hpp"
#include "schemes/support/elastic/end_contacts.hpp"
#include "schemes/support/elastic/end_force.hpp"
#include "schemes/support/theta/theta_step.hpp"

#include <Eigen/Cholesky>
#include <Eigen/Eigenvalues>
#include <Eigen/LU>

#include <cmath>
#include <string>

namespace impactbench::nitsche {
namespace {

double theta_of(const Params& params) {
  return params.variant == "symmetric" ? 1.0 : params.variant == "skew" ? -1.0 : 0.0;
}

class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const GeneralisedSystem& system, const State& start, double h)
      : system_(&system),
        h_(h),
        conserving_(params.rule == "conserving"),
        theta_(theta_of(params)) {
    const Eigen::Index n = system.dofs(), m = system.constraints();
    for (Eigen::VectorXd* x : {&force_, &end_force_, &residual_, &place_, &end_})
      x->setZero(n);
    for (Eigen::VectorXd* x : {&kappa_, &stress_, &end_stress_, &before_, &after_, &push_})
      x->setZero(m);
    force_at_end_.prepare(system, h);
    compute_contacts(params.gamma, start);
    compute_metric();
  }

  StepReport step(State& state) override {
    enter(Phase::assembly);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
    compute_stress(force_, state.q, stress_, before_);
    enter(Phase::solve);
    const StepReport report = find(state);
    if (report.status == StepStatus::breakdown) return report;
    enter(Phase::update);
    if (recorded() != nullptr) record(*recorded());
    state.v = (2.0 / h_) * (end_ - state.q) - state.v;
    state.q = end_;
    ++state.step;
    return report;
  }

 private:
  /// G, rho, kappa of the start.
  void compute_contacts(double gamma, const State& start) {
    const Eigen::Index n = system_->dofs(), m = system_->constraints();
    gradients_.setZero(n, m);
    for (Eigen::Index a = 0; a < m; ++a) {
      system_->constraint_gradient(a, start.q, force_);
      gradients_.col(a) = force_;
    }
    Eigen::MatrixXd stiffness(n, n);
    force_at_end_.compute_stiffness(start, start.q, stiffness);
    metric_ = stiffness;
    squares_ = (gradients_.transpose() * gradients_).inverse();
    variations_ = stiffness * gradients_ * squares_;
    const Eigen::MatrixXd resists = squares_ * gradients_.transpose() * variations_;
    if (!system_->constant_mass() || !(resists.diagonal().minCoeff() > 0.0)) {
      throw ConfigurationError(
          "scheme nitsche: at the start something elastic must resist motion along the gradient of "
          "each constraint, and M be the same everywhere: there is no stress otherwise");
    }
    kappa_ = gamma * resists.diagonal();
    const Eigen::VectorXd scale = resists.diagonal().cwiseSqrt().cwiseInverse();
    const Eigen::MatrixXd shared = scale.asDiagonal() * resists * scale.asDiagonal();
    const double least =
        Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(shared, Eigen::EigenvaluesOnly)
            .eigenvalues()
            .maxCoeff();
    if (theta_ == 1.0 && !(gamma > least * (1.0 + 1e-9))) {
      throw ConfigurationError("scheme nitsche: gamma = " + to_text(gamma) +
                               " is not allowed with variant = symmetric; it must be above " +
                               to_text(least) + ", or the energy has no minimum");
    }
    mass_.setZero(n, n);
    system_->mass_matrix(start.q, mass_);
  }

  /// A = M + (h^2 / 4) (K - sum (Theta / kappa) rho rho^T), and A^-1 (g - (Theta / kappa) rho).
  void compute_metric() {
    const Eigen::MatrixXd shares = variations_ * (theta_ * kappa_.cwiseInverse()).asDiagonal();
    metric_ -= shares * variations_.transpose();
    metric_ = mass_ + 0.25 * h_ * h_ * metric_;
    factor_.compute(metric_);
    if (factor_.info() != Eigen::Success) {
      throw ConfigurationError(
          "scheme nitsche: at the start M + (h^2 / 4) (K - sum (Theta / kappa) rho rho^T) must "
          "be positive definite");
    }
    pushes_ = factor_.solve(gradients_ - shares);
    reads_ = variations_ - gradients_ * kappa_.asDiagonal();
    gives_ = -0.5 * h_ * h_ * (reads_.transpose() * pushes_);
  }

  /// R and x = R - kappa f of a place with that force.
  void compute_stress(const Eigen::VectorXd& force, const Eigen::VectorXd& q,
                      Eigen::VectorXd& stress, Eigen::VectorXd& signal) {
    push_.noalias() = gradients_.transpose() * force;
    stress.noalias() = squares_ * push_;
    stress *= -1.0;
    for (Eigen::Index a = 0; a < signal.size(); ++a)
      signal[a] = stress[a] - kappa_[a] * system_->constraint(a, q);
  }

  /// q' into end_ by Newton's method with A; of linear forces and gaps a pass, and one to see that.
  StepReport find(const State& state) {
    constexpr int most = 100;
    Settling settling(rounding_of_forces);
    StepReport report;
    end_ = state.q + h_ * state.v;
    double last = 0.0;
    for (int k = 1; k <= most; ++k) {
      report.nonlinear_iterations = k;
      force_at_end_.take(state, end_, end_force_);
      compute_stress(end_force_, end_, end_stress_, after_);
      compute_residual(state);
      after_.noalias() += reads_.transpose() * residual_;
      if (!contacts_settle()) break;
      for (Eigen::Index a = 0; a < push_.size(); ++a)
        residual_ += 0.5 * h_ * h_ * push_[a] * pushes_.col(a);
      end_ += residual_;
      if (!end_.allFinite()) break;
      const double moved = residual_.cwiseAbs().maxCoeff();
      const double size = end_.cwiseAbs().maxCoeff() + h_ * state.v.cwiseAbs().maxCoeff();
      if (settling.settled(moved, size)) return report;
      // Converged: the rest is a geometric series.
      if (k > 1 && moved * moved <= 4e-16 * size * last) return report;
      last = moved;
    }
    report.status = end_.allFinite() ? StepStatus::not_converged : StepStatus::breakdown;
    report.reason = force_at_end_unsettled;
    return report;
  }

  /// dq without contact forces.
  void compute_residual(const State& state) {
    push_ = theta_ * (stress_ + end_stress_).cwiseQuotient(kappa_);
    residual_ = force_ + end_force_;
    residual_.noalias() += variations_ * push_;
    residual_ *= 0.25 * h_ * h_;
    place_ = end_ - state.q - h_ * state.v;
    residual_.noalias() -= mass_ * place_;
    factor_.solveInPlace(residual_);
  }

  /// Computes the contact forces of the step into push_, from x' without them: one contact after
  /// the other, as each depends on the pressure of the others.
  [[nodiscard]] bool contacts_settle() {
    constexpr int most = 1000;
    const Eigen::Index m = after_.size();
    push_.setZero();
    for (int k = 0; k < most; ++k) {
      double moved = 0.0, size = 0.0;
      for (Eigen::Index a = 0; a < m; ++a) {
        const double own = gives_(a, a);
        const double free = after_[a] - gives_.row(a).dot(push_) + own * push_[a];
        const double x = settled(before_[a], free, own, conserving_);
        const double p = mean_force(before_[a], x, conserving_).value;
        moved = std::max(moved, std::abs(p - push_[a]));
        size = std::max(size, std::abs(p));
        push_[a] = p;
      }
      if (m == 1 || moved <= 1e-15 * size) return true;
    }
    return false;
  }

  void record(ContactImpulses& out) const {
    out.clear(1, static_cast<int>(system_->dofs()));
    for (Eigen::Index a = 0; a < push_.size(); ++a) {
      if (push_[a] > 0.0) record_constraint(a, gradients_.col(a), h_ * push_[a], out);
    }
  }

  const GeneralisedSystem* system_;
  double h_;
  bool conserving_;
  double theta_;
  EndForce force_at_end_;
  Eigen::MatrixXd gradients_, variations_;  ///< G, rho in columns
  Eigen::MatrixXd squares_;                 ///< (G^T G)^-1
  Eigen::MatrixXd mass_, metric_;           ///< M, A
  Eigen::LLT<Eigen::MatrixXd> factor_;
  Eigen::MatrixXd pushes_, reads_, gives_;  ///< dq per force, dx per dq, -dx per force
  Eigen::VectorXd kappa_, stress_, end_stress_, before_, after_, push_;
  Eigen::VectorXd force_, end_force_, residual_, place_, end_;
};

SchemeClaims claims() {
  return {.order_free = 2.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {.free = 2.0, .contact = std::nullopt, .impact = std::nullopt},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .overlap = OverlapBound::elements,
          .contact = std::nullopt,
          .motion = MotionStep{.path = PathRule::mean},
          .source = "Chouly, Hild and Renard 2015; energy: derived in nitsche.hpp"};
}

}  // namespace

SchemeEntry entry() {
  return {
      .name = "nitsche",
      .summary = "Nitsche's method: the contact force follows from the stress and the gap of nodes",
      .reference = "Chouly, Hild and Renard, ESAIM: M2AN 49 (2015)",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
        const auto params = parse<Params>(given, "scheme nitsche");
        return std::make_unique<ElasticContactMethod<Stepper, Params>>("nitsche", params, claims());
      }};
}

}  // namespace impactbench::nitsche
