#include "schemes/time_dg/time_dg.hpp"

#include "problems/contact/round_bodies.hpp"
#include "schemes/support/theta/velocity_impacts.hpp"
#include "schemes/time_dg/coordinate_jumps.hpp"
#include "schemes/time_dg/round_jumps.hpp"

namespace impactbench::time_dg {
namespace {

class TimeDg final : public Method {
 public:
  explicit TimeDg(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims claims = velocity_impact_claims(2.0, false);
    claims.order_contact = claims.velocity.contact = 2.0;
    claims.step = std::nullopt;  // of three problems in a step
    claims.jumps_within = true;
    claims.source =
        "Schindler and Acary 2014; Schindler, Rezaei, Kursawe and Acary 2015; momenta and "
        "energy: derived in time_dg.hpp";
    return claims;
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return velocity_impact_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (!(h > 0.0)) return "time_dg has its impacts at the ends of steps: dt must be above 0 s";
    return refuse_beside_velocity_impacts("time_dg", traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    if (const GeneralisedSystem* coordinates = generalised_system(system))
      return std::make_unique<CoordinateJumps>(params_, *coordinates, h, *solvers.contact);
    return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
      return std::make_unique<RoundJumps<Dim, Dofs>>(params_, *round_system(system), start, h,
                                                     *solvers.contact);
    });
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "time_dg",
          .summary =
              "discontinuous Galerkin in time (D1-minus, half-explicit): contact forces at both "
              "ends of a step, impulses at its end",
          .reference = "Schindler and Acary 2014; Schindler, Rezaei, Kursawe and Acary 2015",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<TimeDg>(parse<Params>(given, "scheme time_dg"));
          }};
}

}  // namespace impactbench::time_dg
