#include "schemes/dem/dem.hpp"

#include "schemes/support/spring_bodies.hpp"
#include "schemes/support/spring_coordinates.hpp"

namespace impactbench::dem {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h, Solvers) override {
    h_ = h;
    if (const GeneralisedSystem* coordinates = generalised_system(system)) {
      bodies_.emplace<SpringCoordinates>().prepare(*coordinates, h, params_, ContactPlace::start);
      return;
    }
    begin_in_space<SpringBodies>(bodies_, round_bodies(system),
                                 [&](auto& bodies) { bodies.prepare(system, start, h, params_); });
  }

  StepReport step(State& state) override {
    return std::visit([&](auto& bodies) { return step(state, bodies); }, bodies_);
  }

 private:
  StepReport step(State& state, SpringCoordinates& coordinates) {
    return coordinates.step(state, told(), [this](Phase phase) { enter(phase); });
  }
  template <class Bodies>
  StepReport step(State& state, Bodies& bodies) {
    enter(Phase::detection);
    bodies.detect(state);
    enter(Phase::assembly);
    bodies.take_forces(state, told());
    enter(Phase::update);
    const double h = h_, half = 0.5 * h * h;
    bodies.move(state, [=](double& q, double& v, double force, double inverse_mass) {
      const double acceleration = force * inverse_mass;
      q += h * v + half * acceleration;
      v += h * acceleration;
    });
    bodies.end_step(state);
    return {};
  }

  Params params_;
  double h_{0.0};
  PerMotion<SpringBodies, SpringCoordinates> bodies_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme dem");
}

SchemeClaims claims(const ParameterSet& given) {
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
          .contact = compliance(params(given)),
          .step = ContactStep{.place = ContactPlace::start,
                              .normal = NormalRule::spring_explicit,
                              .slip = SlipRule::spring,
                              .spring = compliance(params(given)),
                              .tangential = params(given).tangential,
                              .tangential_damping = params(given).tangential_damping},
          .motion = MotionStep{.path = PathRule::mean},
          .source = "nguyen2024, section 4.2.2; energy gain: linear stability of the step"};
}

std::optional<std::string> refuses(const ParameterSet& given, const ProblemTraits& traits,
                                   double h) {
  static constexpr SpringBound bound{[](double zeta) { return zeta > 0.5 ? 1.0 / zeta : 2.0; },
                                     "min(2, 1 / zeta)"};
  return refuse_springs("dem", params(given), bound, traits, h);
}

}  // namespace

SchemeEntry entry() {
  return {
      .name = "dem",
      .summary = "explicit discrete element method, linear spring and dashpot, Cundall friction",
      .reference = "nguyen2024, section 4.2.2",
      .parameters = parameters_of<Params>(),
      .claims = claims,
      .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
      .refuses = refuses,
      .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
        return std::make_unique<Stepper>(params(given));
      }};
}

}  // namespace impactbench::dem
