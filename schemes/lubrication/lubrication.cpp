#include "schemes/lubrication/lubrication.hpp"

#include "schemes/lubrication/viscous_contacts.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

namespace impactbench::lubrication {
namespace {

template <int Dim>
class Stepper final : public Scheme {
 public:
  Stepper(const Params& params, const RoundSystem& system, const State& start, double h)
      : system_(&system), h_(h) {
    force_.setZero(system.dofs());
    contacts_.prepare(system, system.actions().viscosity, h, params);
    contacts_.refuse_closed(start.q);
  }

  StepReport step(State& state) override {
    enter(Phase::assembly);
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
    state.v.array() += (h_ / system_->mass().array()) * force_.array();
    enter(Phase::solve);
    const StepReport report = contacts_.solve(state.q, state.v);
    enter(Phase::update);
    if (report.status == StepStatus::breakdown) return report;
    if (recorded() != nullptr) contacts_.record(*recorded());
    move_bodies(*system_, h_, state.v, state.q);
    ++state.step;
    return report;
  }

 private:
  const RoundSystem* system_;
  double h_;
  Eigen::VectorXd force_;
  ViscousContacts<Dim> contacts_;
};

class Lubrication final : public Method {
 public:
  explicit Lubrication(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return claims_of_nearest(
        {.place = ContactPlace::start,
         .normal = NormalRule::film,
         .film_range = params_.range,
         .tolerance = params_.tolerance},
        "maury-slides, scheme I; distances and velocities together, lubrication.hpp");
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_elastic("lubrication", traits)) return reason;
    if (traits.first_order) {
      return "lubrication is for motion with inertia: the problem is of first order, without any";
    }
    if (!traits.gluey || !(traits.viscosity > 0.0)) {
      return "lubrication needs a liquid: the problem must have gluey = true and viscosity > 0 N s";
    }
    if (traits.bodies == BodyKind::generalised) {
      return "lubrication has a law for a film between round bodies, and none for constraints on "
             "coordinates";
    }
    return refuse_beside_rigid("lubrication", traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers) const override {
    return with_dimension(
        round_bodies(system).dimension, [&](auto dimension) -> std::unique_ptr<Scheme> {
          return std::make_unique<Stepper<dimension()>>(params_, *round_system(system), start, h);
        });
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "lubrication",
          .summary = "spheres in a liquid of small viscosity that is pressed out between them",
          .reference = "maury-slides, scheme I; Maury 1997",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Lubrication>(parse<Params>(given, "scheme lubrication"));
          }};
}

}  // namespace impactbench::lubrication
