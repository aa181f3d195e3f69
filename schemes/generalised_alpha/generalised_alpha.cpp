#include "schemes/generalised_alpha/generalised_alpha.hpp"

#include "problems/base/error.hpp"
#include "schemes/generalised_alpha/alpha_rule.hpp"
#include "schemes/support/theta/velocity_impacts.hpp"

namespace impactbench::generalised_alpha {
namespace {

AlphaWeights averaged(double alpha_m, double alpha_f) {
  const double gamma = 0.5 + alpha_f - alpha_m;
  return {alpha_m, alpha_f, 0.25 * (gamma + 0.5) * (gamma + 0.5), gamma};
}

class GeneralisedAlpha final : public Method {
 public:
  explicit GeneralisedAlpha(const Params& p) : params_(p) {
    if (p.family != "newmark" || 2.0 * p.beta >= p.gamma) return;
    throw ConfigurationError("scheme generalised_alpha: beta = " + to_text(p.beta) +
                             " is not allowed beside gamma = " + to_text(p.gamma) +
                             "; 2 beta must be gamma or more, else high frequencies grow");
  }

  [[nodiscard]] SchemeClaims claims() const override {
    const bool second = params_.family != "newmark" || params_.gamma == 0.5;
    SchemeClaims claims = velocity_impact_claims(second ? 2.0 : 1.0, projects());
    claims.source =
        "Chen, Acary, Virlez and Bruls 2013; Bruls, Acary and Cardona 2014 (projection); energy: "
        "derived in generalised_alpha.hpp";
    return claims;
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return velocity_impact_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double) const override {
    return refuse_beside_velocity_impacts("generalised_alpha", traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const ThetaSettings settings{
        .warm_start = params_.warm_start, .force_at_ends = true, .projects = projects()};
    return velocity_impacts(settings, system, start, h, solvers,
                            std::make_unique<AlphaRule>(weights_of(params_), h));
  }

 private:
  [[nodiscard]] bool projects() const { return params_.projection == "combined"; }

  Params params_;
};

}  // namespace

AlphaWeights weights_of(const Params& p) {
  if (p.family == "newmark") return {0.0, 0.0, p.beta, p.gamma};
  if (p.family == "hht") return averaged(0.0, p.alpha_f);
  return averaged((2.0 * p.rho - 1.0) / (p.rho + 1.0), p.rho / (p.rho + 1.0));
}

SchemeEntry entry() {
  return {
      .name = "generalised_alpha",
      .summary =
          "generalised alpha, HHT or Newmark's method with Newton's impact law on "
          "velocities",
      .reference = "Chen, Acary, Virlez and Bruls 2013; Bruls, Acary and Cardona 2014",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
        return std::make_unique<GeneralisedAlpha>(parse<Params>(given, "scheme generalised_alpha"));
      }};
}

}  // namespace impactbench::generalised_alpha
