#include "schemes/mass_redistribution/mass_redistribution.hpp"

#include "problems/base/error.hpp"
#include "schemes/support/elastic/end_contacts.hpp"

#include <Eigen/Cholesky>
#include <Eigen/LU>

namespace impactbench::mass_redistribution {
namespace {

class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const GeneralisedSystem& system, const State& start, double h,
          ContactSolver& solver)
      : system_(&system), h_(h) {
    const Eigen::Index n = system.dofs(), m = system.constraints();
    force_.setZero(n);
    end_ = velocity_ = force_;
    reaction_.setZero(m);
    along_ = reaction_;
    gradients_.setZero(n, m);
    for (Eigen::Index a = 0; a < m; ++a) {
      system.constraint_gradient(a, start.q, force_);
      gradients_.col(a) = force_;
    }
    contacts_.prepare(system, start, h, solver, params.warm_start);
    compute_masses(start);
  }

  StepReport step(State& state) override {
    enter(Phase::assembly);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
    // The reactions that balance all forces along G: at the start of the run the weight of G too.
    along_.noalias() = gradients_.transpose() * force_;
    reaction_.noalias() = squares_ * along_;
    reaction_ *= -1.0;
    force_.noalias() += gradients_ * reaction_;
    enter(Phase::solve);
    const StepReport report = contacts_.find(state, force_, end_);
    if (report.status == StepStatus::breakdown) return report;
    enter(Phase::update);
    if (recorded() != nullptr) {
      contacts_.record(2.0, *recorded());
      for (Eigen::Index a = 0; a < reaction_.size(); ++a)
        recorded()->impulse[static_cast<std::size_t>(a)] += 0.5 * h_ * reaction_[a];
    }
    velocity_ = (2.0 / h_) * (end_ - state.q) - state.v;
    state.v = velocity_;
    follow(state.v);
    state.q = end_;
    ++state.step;
    return report;
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &contacts_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return contacts_.impulses(); }

 private:
  /// T, M_r and the pseudo-inverse of G.
  void compute_masses(const State& start) {
    const Eigen::Index n = system_->dofs();
    const Eigen::MatrixXd rows = contacts_.stiffness() * gradients_;
    const Eigen::MatrixXd resists = gradients_.transpose() * rows;
    const Eigen::LLT<Eigen::MatrixXd> factor(resists);
    if (factor.info() != Eigen::Success || !system_->constant_mass()) {
      throw ConfigurationError(
          "scheme mass_redistribution: at the start something elastic must resist motion along the "
          "gradient of each constraint, G^T K G positive definite, and M be the same everywhere: a "
          "motion without mass has no other law");
    }
    static_ = factor.solve(rows.transpose());
    squares_ = (gradients_.transpose() * gradients_).inverse();
    Eigen::MatrixXd mass(n, n), follows = Eigen::MatrixXd::Identity(n, n);
    system_->mass_matrix(start.q, mass);
    follows -= gradients_ * static_;
    if (!contacts_.compute_inertia(follows.transpose() * mass * follows)) {
      throw ConfigurationError(
          "scheme mass_redistribution: at the start M_r + (h^2 / 4) K must be positive definite");
    }
  }
  /// T v.
  void follow(Eigen::VectorXd& v) {
    along_.noalias() = static_ * v;
    v.noalias() -= gradients_ * along_;
  }

  const GeneralisedSystem* system_;
  double h_;
  EndContacts contacts_;
  Eigen::MatrixXd gradients_, static_, squares_;  ///< G, (G^T K G)^-1 (K G)^T, (G^T G)^-1
  Eigen::VectorXd force_, end_, velocity_, reaction_, along_;
};

SchemeClaims claims() {
  return {.order_free = 2.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {.free = 2.0, .contact = std::nullopt, .impact = std::nullopt},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .overlap = OverlapBound::none,
          .contact = std::nullopt,
          .source =
              "Khenous, Laborde and Renard 2008; Doyen, Ern and Piperno 2011; energy: derived in "
              "mass_redistribution.hpp"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "mass_redistribution",
          .summary = "modified mass: nodes in contact have no mass, so that contact is static",
          .reference = "Khenous, Laborde and Renard 2008; Doyen, Ern and Piperno 2011",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            const auto params = parse<Params>(given, "scheme mass_redistribution");
            return std::make_unique<ElasticContactMethod<Stepper, Params>>("mass_redistribution",
                                                                           params, claims());
          }};
}

}  // namespace impactbench::mass_redistribution
