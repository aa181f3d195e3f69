#include "schemes/moreau_jean/moreau_jean.hpp"

#include "schemes/support/theta/velocity_impacts.hpp"

#include <cmath>

namespace impactbench::moreau_jean {
namespace {

ThetaSettings settings_of(const Params& p) {
  return {.theta = p.theta,
          .ahead = p.gamma,
          .warm_start = p.warm_start,
          .force_at_ends = true,
          .projects = p.projects()};
}

class MoreauJean final : public Method {
 public:
  explicit MoreauJean(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    const Params& p = params_;
    const bool projects = p.projects();
    const double order = p.theta == 0.5 ? 2.0 : 1.0;
    return {.order_free = order,
            .exact_free_fall = p.theta == 0.5,
            .order_contact = std::nullopt,
            .order_impact = std::nullopt,
            .velocity = {.free = order, .contact = std::nullopt, .impact = std::nullopt},
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = !projects && std::abs(p.theta + p.gamma - 1.0) < 1e-15,
            .overlap = projects ? OverlapBound::none : OverlapBound::half_step,
            .reversible = false,
            .contact = std::nullopt,
            .rolling_friction = true,
            .twisting_friction = true,
            .step = ContactStep{.place = ContactPlace::middle,
                                .ahead = p.gamma,
                                .closing_acts = projects,
                                .normal = NormalRule::velocity,
                                .slip = SlipRule::velocity},
            .motion = MotionStep{.path = PathRule::mean,
                                 .theta = p.theta,
                                 .force = ForcePlace::ends,
                                 .projected = projects},
            .source =
                "Jean 1999; Acary 2013 (projection), 2016 (energy); angular momentum and the "
                "shift of the energy: derived in moreau_jean.hpp"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return velocity_impact_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    return refuse_beside_velocity_impacts("moreau_jean", traits);
  }

  [[nodiscard]] std::optional<std::string> warns(const ProblemTraits& traits) const override {
    if (params_.theta * (1.0 + traits.restitution) <= 1.0) return std::nullopt;
    return "theta is above 1 / (1 + e): impacts may give energy, of the order of the step";
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    return velocity_impacts(settings_of(params_), system, start, h, solvers);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "moreau_jean",
          .summary = "theta method with Newton's impact law on velocities, gaps predicted",
          .reference = "Jean 1999; Acary 2013",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<MoreauJean>(parse<Params>(given, "scheme moreau_jean"));
          }};
}

}  // namespace impactbench::moreau_jean
