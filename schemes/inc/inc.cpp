#include "schemes/inc/inc.hpp"

#include "schemes/inc/laws.hpp"

namespace impactbench::inc {
namespace {

template <NormalLaw Law>
class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p)
      : newton_(Law{PowerLaw{p.alpha}, 0.5 / p.R},
                {p.newton_tolerance, p.newton_limit, p.newton_stop == "two_cycle"}) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    newton_.prepare(system, start, h, *solvers.linear);
  }
  StepReport step(State& state) override {
    return newton_.step(state, [this](Phase phase) { enter(phase); });
  }

 private:
  NewmarkNewton<Law> newton_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme inc");
}

SchemeClaims claims(const ParameterSet& given) {
  const Params p = params(given);
  const bool exact = p.variant == "ec";
  return {.order_free = 1.0,
          .exact_free_fall = true,
          .order_contact = 2.0,
          .order_impact = std::nullopt,
          .energy = exact ? EnergyBehaviour::conserves : EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = exact,
          .reversible = exact,
          .contact = Compliance{p.alpha, 0.5 / p.R},
          .source = "nguyen2024, section 4.3.1; ec: discrete gradient, Gonzalez 1996"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "inc",
          .summary = "implicit power-law contact whose work is the change of contact energy",
          .reference = "nguyen2024, section 4.3.1",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task =
              [](const ParameterSet&, const ProblemTraits&) {
                return SolverTask{.kind = SolverKind::linear, .symmetric = true, .friction = false};
              },
          .refuses = [](const ParameterSet&,
                        const ProblemTraits& traits) { return refuse_dissipation("inc", traits); },
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            const Params p = params(given);
            if (p.variant == "ec") return std::make_unique<Stepper<ConservingLaw>>(p);
            return std::make_unique<Stepper<ThesisLaw>>(p);
          }};
}

}  // namespace impactbench::inc
