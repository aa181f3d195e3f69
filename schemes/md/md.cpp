#include "schemes/md/md.hpp"

#include "schemes/support/spring_bodies.hpp"
#include "schemes/support/spring_coordinates.hpp"

namespace impactbench::md {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State& start, double h, Solvers) override {
    h_ = h;
    if (const GeneralisedSystem* coordinates = generalised_system(system)) {
      bodies_.emplace<SpringCoordinates>().prepare(*coordinates, h, params_, ContactPlace::middle);
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
    const double h = h_, half = 0.5 * h;
    enter(Phase::update);
    bodies.drift(state, half);
    enter(Phase::detection);
    bodies.detect(state);
    enter(Phase::assembly);
    bodies.take_forces(state, told());
    enter(Phase::update);
    bodies.move(state, [=](double& q, double& v, double force, double inverse_mass) {
      v += h * force * inverse_mass;
      q += half * v;
    });
    bodies.end_step(state);
    return {};
  }

  Params params_;
  double h_{0.0};
  PerMotion<SpringBodies, SpringCoordinates> bodies_;
};

Params params(const ParameterSet& given) {
  return parse<Params>(given, "scheme md");
}

SchemeClaims claims(const ParameterSet& given) {
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
          .contact = compliance(params(given)),
          .step = ContactStep{.place = ContactPlace::middle,
                              .normal = NormalRule::spring_explicit,
                              .slip = SlipRule::spring,
                              .spring = compliance(params(given)),
                              .tangential = params(given).tangential,
                              .tangential_damping = params(given).tangential_damping},
          .motion = MotionStep{.path = PathRule::mean},
          .source = "Hairer, Lubich and Wanner 2003, section 1"};
}

std::optional<std::string> refuses(const ParameterSet& given, const ProblemTraits& traits,
                                   double h) {
  static constexpr SpringBound bound{leapfrog_phase, "2 (sqrt(1 + zeta^2) - zeta)"};
  return refuse_springs("md", params(given), bound, traits, h);
}

}  // namespace

SchemeEntry entry() {
  return {.name = "md",
          .summary = "molecular dynamics: leapfrog with the springs, dashpots and friction of dem",
          .reference = "Verlet 1967; Hairer, Lubich and Wanner 2003",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(params(given));
          }};
}

}  // namespace impactbench::md
