#include "schemes/nscd/nscd.hpp"

#include "problems/contact/round_bodies.hpp"
#include "schemes/nscd/coordinate_midpoint.hpp"
#include "schemes/nscd/midpoint.hpp"
#include "schemes/support/round_schemes.hpp"

#include <variant>

namespace impactbench::nscd {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    const auto hear = [this](Phase phase) { enter(phase); };
    if (const GeneralisedSystem* coordinates = generalised_system(system)) {
      midpoint_.emplace<CoordinateMidpoint>().prepare(*coordinates, h, params_, *solvers.contact,
                                                      hear);
      return;
    }
    begin_in_space<Midpoint>(midpoint_, round_bodies(system), [&](auto& midpoint) {
      midpoint.prepare(system, start, h, params_, *solvers.contact, hear);
    });
  }

  StepReport step(State& state) override {
    return std::visit([&](auto& midpoint) { return midpoint.step(state, told()); }, midpoint_);
  }

  [[nodiscard]] const ContactProblem* contact_problem() const override {
    return std::visit([](const auto& midpoint) { return &midpoint.problem(); }, midpoint_);
  }
  [[nodiscard]] std::span<const double> impulses() const override {
    return std::visit([](const auto& midpoint) { return midpoint.impulses(); }, midpoint_);
  }

 private:
  Params params_;
  PerMotion<Midpoint, CoordinateMidpoint> midpoint_;
};

std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double) {
  if (auto reason = refuse_beside_dry_contacts("nscd", traits)) return reason;
  if (traits.initial_penetration) {
    return "nscd is rigid: it has no force for a start that presses bodies into each other";
  }
  return std::nullopt;
}

SchemeClaims claims(const ParameterSet&) {
  return {.order_free = std::nullopt,
          .exact_free_fall = true,
          .order_contact = std::nullopt,
          .order_impact = std::nullopt,
          .velocity = {},
          .energy = EnergyBehaviour::conserves_nearly,
          .momentum = true,
          .angular_momentum = true,
          .reversible = false,
          .contact = std::nullopt,
          .step = ContactStep{.place = ContactPlace::middle,
                              .normal = NormalRule::velocity,
                              .slip = SlipRule::velocity},
          .motion = MotionStep{.path = PathRule::mean},
          .source = "nguyen2024, section 4.1; Moreau 1999"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "nscd",
          .summary = "nonsmooth contact dynamics: Moreau's midpoint stepping, Newton's impact law",
          .reference = "nguyen2024, section 4.1",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task =
              [](const ParameterSet&, const ProblemTraits& traits) {
                return SolverTask{
                    .kind = SolverKind::contact, .symmetric = true, .friction = traits.friction};
              },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(parse<Params>(given, "scheme nscd"));
          }};
}

}  // namespace impactbench::nscd
