#include "schemes/moreau_jean/moreau_jean.hpp"

#include "problems/contact/round_bodies.hpp"
#include "schemes/moreau_jean/coordinate_theta.hpp"
#include "schemes/support/round_schemes.hpp"
#include "schemes/support/theta_step.hpp"

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
            .step = ContactStep{.place = ContactPlace::middle,
                                .ahead = p.gamma,
                                .closing_acts = projects,
                                .normal = NormalRule::velocity,
                                .slip = SlipRule::velocity},
            .motion = MotionStep{.path = PathRule::mean,
                                 .theta = p.theta,
                                 .force_at_ends = true,
                                 .projected = projects},
            .source =
                "Jean 1999; Acary 2013 (projection), 2016 (energy); angular momentum and the "
                "shift of the energy: derived in moreau_jean.hpp"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return {.kind = SolverKind::contact, .symmetric = true, .friction = traits.friction};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    if (auto reason = refuse_beside_dry_contacts("moreau_jean", traits)) return reason;
    if (traits.initial_penetration) {
      return "moreau_jean is rigid: it has no force for a start that presses bodies into each "
             "other";
    }
    return std::nullopt;
  }

  [[nodiscard]] std::optional<std::string> warns(const ProblemTraits& traits) const override {
    if (params_.theta * (1.0 + traits.restitution) <= 1.0) return std::nullopt;
    return "theta is above 1 / (1 + e): impacts may give energy, of the order of the step";
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const ThetaSettings settings = settings_of(params_);
    if (const GeneralisedSystem* coordinates = generalised_system(system))
      return std::make_unique<CoordinateTheta>(settings, *coordinates, h, *solvers.contact);
    return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
      return std::make_unique<ThetaStep<Dim, Dofs>>(settings, *round_system(system), start, h,
                                                    *solvers.contact);
    });
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
