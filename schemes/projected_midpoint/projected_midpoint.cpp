#include "schemes/projected_midpoint/projected_midpoint.hpp"

#include "schemes/support/nearest/sweeping_step.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::projected_midpoint {
namespace {

class Stepper final : public Scheme {
 public:
  Stepper(const Params& p, const SweepingSystem& system, double h) : p_(p), system_(system), h_(h) {
    const Eigen::Index n = system.dofs(), m = system.constraints();
    for (auto* x : {&force_, &middle_, &next_, &moved_, &gradient_})
      x->setZero(n);
    pushes_.setZero(n, m);
    slopes_.setZero(n, m);
    gaps_.setZero(m);
    p_a_.setZero(m);
  }

  StepReport step(State& state) override;

 private:
  void linearise(double t, const Eigen::VectorXd& q);
  void complement();
  void record();

  Params p_;
  const SweepingSystem& system_;
  double h_;
  Eigen::VectorXd force_, middle_, next_, moved_, gradient_;
  Eigen::MatrixXd pushes_, slopes_;  ///< columns: gradients in the middle and at the end
  Eigen::VectorXd gaps_, p_a_;
};

/// From the last q^{n+1} in next_: gradients of both places, q^n + h F into moved_, the gaps at
/// moved_ linearised at next_.
void Stepper::linearise(double t, const Eigen::VectorXd& q) {
  middle_ = 0.5 * (q + next_);
  system_.mean_force(t, t + h_, middle_, middle_, force_);
  moved_ = q + h_ * force_;
  const SetAt half{t + 0.5 * h_, middle_}, end{t + h_, next_};
  for (Eigen::Index a = 0; a < gaps_.size(); ++a) {
    system_.constraint_gradient(a, half, middle_, gradient_);
    pushes_.col(a) = gradient_;
    system_.constraint_gradient(a, end, next_, gradient_);
    slopes_.col(a) = gradient_;
    gaps_[a] = system_.constraint(a, end, next_) + gradient_.dot(moved_ - next_);
  }
}

/// 0 <= p perpendicular to gaps_ + slopes^T pushes p >= 0, by sweeps; moved_ becomes the end.
void Stepper::complement() {
  p_a_.setZero();
  middle_.setZero();  // the sum of all pushes so far
  constexpr int most = 2000;
  for (int sweep = 0; sweep < most; ++sweep) {
    double change = 0.0;
    for (Eigen::Index a = 0; a < gaps_.size(); ++a) {
      const double own = slopes_.col(a).dot(pushes_.col(a));
      if (!(own > 0.0)) continue;
      const double open = gaps_[a] + slopes_.col(a).dot(middle_);
      const double next = std::max(0.0, p_a_[a] - open / own);
      const double more = next - p_a_[a];
      change = std::max(change, std::abs(more));
      middle_ += more * pushes_.col(a);
      p_a_[a] = next;
    }
    if (!(change > 1e-15 * system_.length())) break;
  }
  moved_ += middle_;
}

void Stepper::record() {
  if (recorded() == nullptr) return;
  recorded()->clear(1, static_cast<int>(next_.size()));
  for (Eigen::Index a = 0; a < p_a_.size(); ++a)
    if (p_a_[a] > 0.0) record_constraint(a, pushes_.col(a), p_a_[a] / h_, *recorded());
}

StepReport Stepper::step(State& state) {
  enter(Phase::solve);
  const double t = static_cast<double>(state.step) * h_;
  StepReport report;
  report.status = StepStatus::not_converged;
  report.reason = "the midpoint was not found: the step is too long for the curvature of the set";
  next_ = state.q;
  for (int k = 1; k <= p_.max_iterations; ++k) {
    linearise(t, state.q);
    complement();
    report.nonlinear_iterations = k;
    report.own_residual = (moved_ - next_).cwiseAbs().maxCoeff() / system_.length();
    next_ = moved_;
    if (!next_.allFinite()) {
      report.status = StepStatus::breakdown;
      report.reason = "a position is not a number";
      return report;
    }
    if (report.own_residual <= p_.tolerance) {
      report.status = StepStatus::done;
      report.reason = {};
      break;
    }
  }
  enter(Phase::update);
  record();
  state.v = (next_ - state.q) / h_;
  state.q = next_;
  ++state.step;
  return report;
}

class ProjectedMidpoint final : public Method {
 public:
  explicit ProjectedMidpoint(const Params& p) : p_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 2.0,
            .order_contact = 2.0,
            .order_impact = 2.0,
            .velocity = {.free = 1.0, .contact = 1.0, .impact = 1.0},
            .energy = EnergyBehaviour::dissipates,
            .momentum = false,
            .overlap = OverlapBound::none,
            .contact = std::nullopt,
            .motion = MotionStep{.path = PathRule::end},
            .set = SetStep{.normals = SetStep::Normals::middle, .exact_on_fixed_normals = true},
            .source = "Hairer and Wanner 1996, section VII; projected_midpoint.hpp"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    return refuse_beside_sweeping("projected_midpoint", traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State&,
                                                 double h, Solvers) const override {
    return std::make_unique<Stepper>(p_, *sweeping_system(system), h);
  }

 private:
  Params p_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "projected_midpoint",
          .summary = "sweeping processes: midpoint rule with the set's normals in the middle",
          .reference = "Hairer and Wanner 1996, section VII; derived in this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<ProjectedMidpoint>(
                parse<Params>(given, "scheme projected_midpoint"));
          }};
}

}  // namespace impactbench::projected_midpoint
