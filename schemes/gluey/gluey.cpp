#include "schemes/gluey/gluey.hpp"

#include "schemes/support/nearest_scheme.hpp"
#include "schemes/support/round_schemes.hpp"

namespace impactbench::gluey {
namespace {

class Gluey final : public Method {
 public:
  explicit Gluey(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    const double floor = params_.floor;
    ContactStep step{.place = ContactPlace::start, .normal = NormalRule::glue};
    if (floor > 0.0) step.glue_most = floor;
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
            .step = step,
            .motion = MotionStep{.path = PathRule::end, .force_at_start = true},
            .source = "maury-slides, scheme II; as a sweeping process, in gluey.hpp"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return frictionless_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_elastic("gluey", traits)) return reason;
    if (traits.first_order) {
      return "gluey is for motion with inertia: the problem is of first order, without any";
    }
    if (!traits.gluey) return "gluey is a law of contact: the problem must have gluey = true";
    if (traits.viscosity > 0.0) {
      return "gluey is the limit of vanishing viscosity: the problem must have viscosity = 0";
    }
    if (traits.restitution != 0.0) {
      return "gluey contacts do not rebound: the problem must have restitution = 0";
    }
    return refuse_beside_rigid("gluey", traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    Glue glue{.acts = true};
    if (params_.floor > 0.0) glue.most = params_.floor;
    return nearest_instance(params_.rows, Inertia::kept, glue, system, start, h, solvers);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "gluey",
          .summary = "contacts that open once pulling has paid back all that pressed them",
          .reference = "maury-slides, scheme II; Lefebvre 2009",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Gluey>(parse<Params>(given, "scheme gluey"));
          }};
}

}  // namespace impactbench::gluey
