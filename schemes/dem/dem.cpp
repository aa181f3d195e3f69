#include "schemes/dem/dem.hpp"

#include "schemes/support/springs/spring_bodies.hpp"
#include "schemes/support/springs/spring_coordinates.hpp"

namespace impactbench::dem {
namespace {

template <int Dim, int Dofs>
class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const RoundSystem& system, const State& start, double h) : h_(h) {
    bodies_.prepare(system, start, h, params);
  }

  StepReport step(State& state) override {
    enter(Phase::detection);
    bodies_.detect(state, recorded());
    enter(Phase::assembly);
    const double h = h_, half = 0.5 * h * h;
    bodies_.move(state, [=](double& q, double& v, double force, double inverse_mass) {
      const double acceleration = force * inverse_mass;
      q += h * v + half * acceleration;
      v += h * acceleration;
    });
    bodies_.end_step(state);
    return {};
  }

 private:
  double h_;
  SpringBodies<Dim, Dofs> bodies_;
};

class Dem final : public Method {
 public:
  explicit Dem(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 1.0,
            .exact_free_fall = true,
            .order_contact = 1.0,
            .order_impact = 1.0,
            .velocity = {.free = 1.0, .contact = 1.0, .impact = 1.0},
            .energy = EnergyBehaviour::gains,
            .momentum = true,
            .angular_momentum = false,
            .contact_energy = {.stroke = 1.0, .turn = -1.0},
            .reversible = false,
            .contact = compliance(params_),
            .rolling_friction = true,
            .twisting_friction = true,
            .step = ContactStep{.place = ContactPlace::start,
                                .normal = NormalRule::spring_explicit,
                                .slip = SlipRule::spring,
                                .spring = compliance(params_),
                                .tangential = params_.tangential,
                                .tangential_damping = params_.tangential_damping,
                                .rolling = params_.resistance.rolling,
                                .rolling_damping = params_.resistance.rolling_damping},
            .motion = MotionStep{.path = PathRule::mean, .force = ForcePlace::start},
            .source = "nguyen2024, section 4.2.2; energy gain: linear stability of the step"};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    static constexpr SpringBound bound{[](double zeta) { return zeta > 0.5 ? 1.0 / zeta : 2.0; },
                                       "min(2, 1 / zeta)"};
    return refuse_springs("dem", params_, bound, traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers) const override {
    if (const GeneralisedSystem* coordinates = generalised_system(system))
      return std::make_unique<SpringCoordinates>(params_, ContactPlace::start, *coordinates, start,
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
  return {
      .name = "dem",
      .summary =
          "explicit discrete element method: springs and dashpots, linear or of Hertz and Mindlin",
      .reference = "nguyen2024, section 4.2.2",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
        return std::make_unique<Dem>(parse<Params>(given, "scheme dem"));
      }};
}

}  // namespace impactbench::dem
