#include "schemes/bathe/bathe.hpp"

#include "schemes/bathe/bathe_rule.hpp"
#include "schemes/support/theta/velocity_impacts.hpp"

namespace impactbench::bathe {
namespace {

class Bathe final : public Method {
 public:
  explicit Bathe(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims claims = velocity_impact_claims(2.0, false);
    claims.source = "Bathe and Baig 2005; Bathe 2007; impulses and energy: derived in bathe.hpp";
    return claims;
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return velocity_impact_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    return refuse_beside_velocity_impacts("bathe", traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    return velocity_impacts({.warm_start = params_.warm_start, .force_at_ends = true}, system,
                            start, h, solvers, std::make_unique<BatheRule>(h));
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "bathe",
          .summary =
              "trapezoid and three-point backward Euler in turn, Newton's impact law on "
              "velocities",
          .reference = "Bathe and Baig 2005; Bathe 2007",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Bathe>(parse<Params>(given, "scheme bathe"));
          }};
}

}  // namespace impactbench::bathe
