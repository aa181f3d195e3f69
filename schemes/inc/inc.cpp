#include "schemes/inc/inc.hpp"

#include "schemes/inc/laws.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/newton/compliant_scheme.hpp"
#include "schemes/support/springs/spring_schemes.hpp"

namespace impactbench::inc {
namespace {

ContactStep contact_step(const Params& p) {
  const bool thesis = p.variant == "thesis";
  return {.place = p.end_normal() ? ContactPlace::end : ContactPlace::step,
          .normal = thesis ? NormalRule::spring_secant_inside : NormalRule::spring_secant,
          .slip = thesis ? SlipRule::viscous_end : SlipRule::viscous_mean,
          .spring = p.contact(),
          .stick = p.newton.c_tau,
          .end_weight = p.end_weight,
          .tolerance = p.newton.newton_tolerance};
}

class Inc final : public Method {
 public:
  explicit Inc(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    const Params& p = params_;
    const bool exact = p.variant == "ec" && !p.end_normal();
    Compliance contact = p.contact();
    contact.tangential = {.viscosity = p.newton.c_tau, .acts_at_middle = p.variant == "ec"};
    if (p.end_weight > 0.0) {
      return {.order_free = 1.0,
              .exact_free_fall = true,
              .order_contact = 1.0,
              .order_impact = std::nullopt,
              .velocity = {.free = 1.0, .contact = 1.0, .impact = std::nullopt},
              .energy = EnergyBehaviour::dissipates,
              .momentum = true,
              .angular_momentum = false,
              .reversible = false,
              .contact = std::nullopt,
              .rolling_friction = true,
              .twisting_friction = true,
              .step = contact_step(p),
              .motion = MotionStep{.path = PathRule::mean, .force = ForcePlace::middle},
              .source = "nguyen2024, section 4.4"};
    }
    return {.order_free = 1.0,
            .exact_free_fall = true,
            .order_contact = 2.0,
            .order_impact = std::nullopt,
            .velocity = {.free = 1.0, .contact = 2.0, .impact = std::nullopt},
            .energy = exact ? EnergyBehaviour::conserves : EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = !p.end_normal(),
            .contact_energy = {.turn = p.end_normal() ? 1.0 : 0.0, .phase = exact ? 0.0 : 2.0},
            .reversible = exact,
            .contact = contact,
            .rolling_friction = true,
            .twisting_friction = true,
            .step = contact_step(p),
            .motion = MotionStep{.path = PathRule::mean, .force = ForcePlace::middle},
            .source = "nguyen2024, section 4.3.1; ec: discrete gradient, Gonzalez 1996"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return linear_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    if (params_.variant == "ec" && params_.end_weight != 0.0) {
      return "inc has end_weight = " + to_text(params_.end_weight) + " in variant = thesis only";
    }
    if (auto reason = refuse_beside_springs("inc", params_.end, traits)) return reason;
    if (params_.law == "hertz") return refuse_hertz("inc with law = hertz", traits);
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const Params& p = params_;
    const Compliance contact = p.contact();
    const PowerLaw power{contact.exponent};
    if (p.variant == "ec") {
      return compliant_instance(ConservingLaw{power, p.end_normal()}, contact, p.newton, system,
                                start, h, solvers);
    }
    return compliant_instance(ThesisLaw{power, p.end_weight, p.end_normal()}, contact, p.newton,
                              system, start, h, solvers);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "inc",
          .summary = "implicit power-law contact whose work is the change of contact energy",
          .reference = "nguyen2024, section 4.3.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Inc>(parse<Params>(given, "scheme inc"));
          }};
}

}  // namespace impactbench::inc
