#include "schemes/moreau_yosida/moreau_yosida.hpp"

#include "schemes/support/nearest/sweeping_step.hpp"

namespace impactbench::moreau_yosida {
namespace {

class MoreauYosida final : public Method {
 public:
  explicit MoreauYosida(const Params& p) : p_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    // A part of R that does not decrease with the step is a lasting error.
    std::optional<double> order;
    if (p_.lambda == 0.0) order = p_.lambda_per_step > 0.0 ? 1.0 / (p_.alpha - 1.0) : 1.0;
    return {
        .order_free = order,
        .order_contact = order,
        .order_impact = order,
        // A jump decays as exp(-t / R): filled-in graphs converge as h ln(1/h), not by an order.
        .velocity = {},
        .energy = EnergyBehaviour::dissipates,
        .momentum = false,
        .overlap = OverlapBound::none,
        .contact = std::nullopt,
        .motion = MotionStep{.path = PathRule::end, .force = ForcePlace::start},
        .set =
            SetStep{
                .alpha = p_.alpha, .softness = p_.lambda, .softness_per_step = p_.lambda_per_step},
        .source = "nguyen2024, sections 2.5 and 3.4.1; distance and order in moreau_yosida.hpp"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    return refuse_beside_sweeping("moreau_yosida", traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State&,
                                                 double h, Solvers) const override {
    return std::make_unique<ProjectedSweep>(*claims().set, *sweeping_system(system), h);
  }

 private:
  Params p_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "moreau_yosida",
          .summary = "sweeping processes: implicit Euler of a force that grows with the distance",
          .reference = "nguyen2024, sections 2.5 and 3.4.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<MoreauYosida>(parse<Params>(given, "scheme moreau_yosida"));
          }};
}

}  // namespace impactbench::moreau_yosida
