#include "schemes/nscd/nscd.hpp"

#include "schemes/nscd/coordinate_midpoint.hpp"
#include "schemes/support/theta/velocity_impacts.hpp"

namespace impactbench::nscd {
namespace {

class Nscd final : public Method {
 public:
  explicit Nscd(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
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
            .rolling_friction = true,
            .twisting_friction = true,
            .step = ContactStep{.place = ContactPlace::middle,
                                .normal = NormalRule::velocity,
                                .slip = SlipRule::velocity},
            .motion = MotionStep{.path = PathRule::mean, .force = ForcePlace::middle},
            .source = "nguyen2024, section 4.1; Moreau 1999"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return velocity_impact_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    return refuse_beside_velocity_impacts("nscd", traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    if (const GeneralisedSystem* coordinates = generalised_system(system))
      return std::make_unique<CoordinateMidpoint>(params_, *coordinates, h, *solvers.contact);
    return velocity_impacts(
        {.touching = params_.contacts == "touching", .warm_start = params_.warm_start}, system,
        start, h, solvers);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "nscd",
          .summary = "nonsmooth contact dynamics: Moreau's midpoint stepping, Newton's impact law",
          .reference = "nguyen2024, section 4.1",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Nscd>(parse<Params>(given, "scheme nscd"));
          }};
}

}  // namespace impactbench::nscd
