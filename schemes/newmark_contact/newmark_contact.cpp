#include "schemes/newmark_contact/newmark_contact.hpp"

#include "problems/base/error.hpp"
#include "schemes/support/elastic/end_contacts.hpp"

namespace impactbench::newmark_contact {
namespace {

class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const GeneralisedSystem& system, const State& start, double h,
          ContactSolver& solver)
      : system_(&system), h_(h), averages_(params.reaction == "trapezoid") {
    const Eigen::Index n = system.dofs();
    Eigen::MatrixXd mass(n, n);
    system.mass_matrix(start.q, mass);
    contacts_.prepare(system, start, h, solver, params.warm_start);
    if (!system.constant_mass() || !contacts_.compute_inertia(mass)) {
      throw ConfigurationError(
          "scheme newmark_contact: at the start M + (h^2 / 4) K must be positive definite, and M "
          "the same everywhere");
    }
    force_.setZero(n);
    end_ = reaction_ = force_;
    last_.setZero(system.constraints());
  }

  StepReport step(State& state) override {
    enter(Phase::assembly);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
    force_ += reaction_;
    enter(Phase::solve);
    const StepReport report = contacts_.find(state, force_, end_);
    if (report.status == StepStatus::breakdown) return report;
    enter(Phase::update);
    if (recorded() != nullptr) record(*recorded());
    if (averages_) remember();
    state.v = (2.0 / h_) * (end_ - state.q) - state.v;
    state.q = end_;
    ++state.step;
    return report;
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return &contacts_.problem();
  }
  [[nodiscard]] std::span<const double> impulses() const override { return contacts_.impulses(); }

 private:
  /// P_a: twice the impulse of half of the step, r_a^{n+1} = 4 p_a / h or 2 p_a / h.
  void record(ContactImpulses& out) {
    contacts_.record(2.0, out);
    for (std::size_t a = 0; averages_ && a < out.impulse.size(); ++a)
      out.impulse[a] += 2.0 * last_[static_cast<Eigen::Index>(a)];
  }
  /// sum r_a g_a of this end, for the step that begins there.
  void remember() {
    const auto impulses = contacts_.impulses();
    for (std::size_t a = 0; a < impulses.size(); ++a)
      last_[static_cast<Eigen::Index>(a)] = impulses[a];
    reaction_.setZero();
    contacts_.add_momenta(reaction_);
    reaction_ *= 4.0 / h_;
  }

  const GeneralisedSystem* system_;
  double h_;
  bool averages_;
  EndContacts contacts_;
  Eigen::VectorXd force_, end_, reaction_, last_;
};

SchemeClaims claims(const Params& params) {
  return {.order_free = 2.0,
          .exact_free_fall = true,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {.free = 2.0, .contact = std::nullopt, .impact = std::nullopt},
          .energy = params.reaction == "end" ? EnergyBehaviour::dissipates
                                             : EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .overlap = OverlapBound::none,
          .contact = std::nullopt,
          .motion = MotionStep{.path = PathRule::mean},
          .source =
              "Kane, Repetto, Ortiz and Marsden 1999 (end); Doyen, Ern and Piperno 2011; energy: "
              "derived in newmark_contact.hpp"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "newmark_contact",
          .summary = "Newmark's method with contact as a constraint on positions, without impacts",
          .reference = "Kane, Repetto, Ortiz and Marsden 1999; Doyen, Ern and Piperno 2011",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            const auto params = parse<Params>(given, "scheme newmark_contact");
            return std::make_unique<ElasticContactMethod<Stepper, Params>>("newmark_contact",
                                                                           params, claims(params));
          }};
}

}  // namespace impactbench::newmark_contact
