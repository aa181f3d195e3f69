#include "schemes/lubrication/lubrication.hpp"

#include "schemes/lubrication/viscous_contacts.hpp"
#include "schemes/support/round_schemes.hpp"

#include <variant>

namespace impactbench::lubrication {
namespace {

class Stepper final : public Scheme {
 public:
  explicit Stepper(const Params& p) : params_(p) {}

  void prepare(const MechanicalSystem& system, const State&, double h, Solvers) override {
    system_ = &system;
    h_ = h;
    force_.setZero(system.dofs());
    const auto* spheres = round_system(system);
    const double viscosity = spheres != nullptr ? spheres->actions().viscosity : 0.0;
    with_dimension(round_bodies(system).dimension, [&](auto dimension) {
      contacts_.emplace<ViscousContacts<dimension()>>().prepare(system, viscosity, h, params_);
    });
  }

  StepReport step(State& state) override {
    enter(Phase::assembly);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
    state.v.array() += (h_ / system_->mass().array()) * force_.array();
    enter(Phase::solve);
    const StepReport report =
        std::visit([&](auto& contacts) { return contacts.solve(state.q, state.v); }, contacts_);
    enter(Phase::update);
    if (report.status == StepStatus::breakdown) return report;
    if (told() != nullptr)
      std::visit([&](const auto& contacts) { contacts.tell(*told()); }, contacts_);
    move_bodies(*system_, h_, state.v, state.q);
    ++state.step;
    return report;
  }

 private:
  Params params_;
  const MechanicalSystem* system_{nullptr};
  double h_{0.0};
  Eigen::VectorXd force_;
  std::variant<ViscousContacts<2>, ViscousContacts<1>, ViscousContacts<3>> contacts_;
};

std::optional<std::string> refuses(const ParameterSet&, const ProblemTraits& traits, double h) {
  if (auto reason = refuse_elastic("lubrication", traits)) return reason;
  if (traits.first_order) {
    return "lubrication is for motion with inertia: the problem is of first order, without any";
  }
  if (!traits.gluey || !(traits.viscosity > 0.0)) {
    return "lubrication needs a liquid: the problem must have gluey = true and viscosity > 0 N s";
  }
  if (traits.bodies == BodyKind::generalised) {
    return "lubrication has the law of a film between round bodies, and none for the constraints "
           "of "
           "coordinates";
  }
  return refuse_beside_rigid("lubrication", traits, h);
}

SchemeClaims claims(const ParameterSet& given) {
  const Params p = parse<Params>(given, "scheme lubrication");
  return {.order_free = 1.0,
          .exact_free_fall = false,
          .order_contact = std::nullopt,
          .order_impact = 1.0,
          .velocity = {.free = 1.0, .contact = std::nullopt, .impact = 1.0},
          .energy = EnergyBehaviour::dissipates,
          .momentum = true,
          .angular_momentum = true,
          .overlap = OverlapBound::none,
          .reversible = false,
          .contact = std::nullopt,
          .step = ContactStep{.place = ContactPlace::start,
                              .normal = NormalRule::film,
                              .film_range = p.range,
                              .tolerance = p.tolerance},
          .motion = MotionStep{.path = PathRule::end, .force_at_start = true},
          .source = "maury-slides, scheme I; distances and velocities together, lubrication.hpp"};
}

}  // namespace

SchemeEntry entry() {
  return {.name = "lubrication",
          .summary = "spheres in a liquid of small viscosity that is pressed out between them",
          .reference = "maury-slides, scheme I; Maury 1997",
          .parameters = parameters_of<Params>(),
          .claims = claims,
          .task = [](const ParameterSet&, const ProblemTraits&) { return SolverTask{}; },
          .refuses = refuses,
          .make = [](const ParameterSet& given) -> std::unique_ptr<Scheme> {
            return std::make_unique<Stepper>(parse<Params>(given, "scheme lubrication"));
          }};
}

}  // namespace impactbench::lubrication
