#include "schemes/maury/maury.hpp"

#include "schemes/maury/minimiser.hpp"

#include <variant>

namespace impactbench::maury {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    with_dimension(round_bodies(system).dimension, [&](auto dimension) {
      minimiser_.emplace<Minimiser<dimension()>>().prepare(
          system, start, h, params_, *solvers.contact, [this](Phase phase) { enter(phase); });
    });
  }

  StepReport step(State& state) override {
    return std::visit([&](auto& minimiser) { return minimiser.step(state); }, minimiser_);
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return std::visit([](const auto& minimiser) { return &minimiser.problem(); }, minimiser_);
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return std::visit([](const auto& minimiser) { return minimiser.impulses(); }, minimiser_);
  }

 private:
  Params params_;
  std::variant<Minimiser<2>, Minimiser<1>, Minimiser<3>> minimiser_;
};

std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double h) {
  if (!(h > 0.0)) return "maury goes forwards in time: dt must be above 0 s";
  if (traits.bodies != BodyKind::discs && traits.bodies != BodyKind::spheres) {
    return "maury moves discs and spheres only";
  }
  if (traits.friction) return "maury has no friction: the problem must have friction = 0";
  if (traits.restitution != 0.0) {
    return "maury lets bodies meet without rebound: the problem must have restitution = 0";
  }
  if (traits.initial_penetration) {
    return "maury is rigid: it has no force for a start that presses bodies into each other";
  }
  return std::nullopt;
}

SchemeClaims claims(const ParameterSet&) {
  return {.order_free = 1.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = 1.0,
          .energy = EnergyBehaviour::dissipates,
          .momentum = true,
          .angular_momentum = true,
          .feasible = true,
          .reversible = false,
          .contact = std::nullopt,
          .source = "maury2004, propositions 2 and 3; angular momentum: central impulses at q^n"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "maury",
          .summary = "nearest velocity with which no linearised gap closes, without rebound",
          .reference = "maury2004, section 3",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task =
              [](const ParameterSet&, const ProblemTraits& traits) {
                return SolverTask{
                    .kind = SolverKind::contact, .symmetric = true, .friction = traits.friction};
              },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(parse<Params>(given, "scheme maury"));
          }};
}

}  // namespace impactbench::maury
