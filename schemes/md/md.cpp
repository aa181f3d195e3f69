#include "schemes/md/md.hpp"

#include "schemes/support/springs/spring_bodies.hpp"
#include "schemes/support/springs/spring_coordinates.hpp"

namespace impactbench::md {
namespace {

template <int Dim, int Dofs>
class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const RoundSystem& system, const State& start, double h) : h_(h) {
    bodies_.prepare(system, start, h, params);
  }

  StepReport step(State& state) override { return advance(state, 1); }

  /// Between two steps the second half of a drift and the first of the next are one pass.
  StepReport advance(State& state, std::int64_t steps) override {
    const double h = h_, half = 0.5 * h;
    const auto end = [=](double& q, double& v, double force, double inverse_mass) {
      v += h * force * inverse_mass;
      q += half * v;
    };
    const auto run_on = [=](double& q, double& v, double force, double inverse_mass) {
      v += h * force * inverse_mass;
      q = (q + half * v) + half * v;
    };
    bool drifted = false;
    for (std::int64_t k = 0; k < steps; ++k) {
      enter(Phase::update);
      if (!drifted) bodies_.drift(state, half);
      enter(Phase::detection);
      bodies_.detect(state, recorded());
      enter(Phase::assembly);
      drifted = k + 1 < steps && bodies_.may_run_on();
      if (drifted) {
        bodies_.move(state, run_on);
      } else {
        bodies_.move(state, end);
      }
      bodies_.end_step(state);
    }
    return {};
  }

 private:
  double h_;
  SpringBodies<Dim, Dofs> bodies_;
};

class Md final : public Method {
 public:
  explicit Md(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 2.0,
            .exact_free_fall = true,
            .order_contact = 2.0,
            .order_dissipation = 1.0,
            .order_impact = std::nullopt,
            .velocity = {.free = std::nullopt, .contact = 2.0, .impact = std::nullopt},
            .energy = EnergyBehaviour::conserves_nearly,
            .momentum = true,
            .angular_momentum = true,
            .contact_energy = {.phase = 0.5},
            .reversible = true,
            .contact = compliance(params_),
            .rolling_friction = true,
            .twisting_friction = true,
            .step = ContactStep{.place = ContactPlace::middle,
                                .normal = NormalRule::spring_explicit,
                                .slip = SlipRule::spring,
                                .spring = compliance(params_),
                                .tangential = params_.tangential,
                                .tangential_damping = params_.tangential_damping,
                                .rolling = params_.resistance.rolling,
                                .rolling_damping = params_.resistance.rolling_damping},
            .motion = MotionStep{.path = PathRule::mean, .force = ForcePlace::middle},
            .source = "Hairer, Lubich and Wanner 2003, section 1"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    static constexpr SpringBound bound{leapfrog_phase, "2 (sqrt(1 + zeta^2) - zeta)"};
    return refuse_springs("md", params_, bound, traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers) const override {
    if (const GeneralisedSystem* coordinates = generalised_system(system))
      return std::make_unique<SpringCoordinates>(params_, ContactPlace::middle, *coordinates, start,
                                                 h);
    return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
      return std::make_unique<Stepper<Dim, Dofs>>(params_, *round_system(system), start, h);
    });
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "md",
          .summary = "molecular dynamics: leapfrog with the springs, dashpots and friction of dem",
          .reference = "Verlet 1967; Hairer, Lubich and Wanner 2003",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Md>(parse<Params>(given, "scheme md"));
          }};
}

}  // namespace impactbench::md
