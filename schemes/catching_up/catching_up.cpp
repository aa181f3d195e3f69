#include "schemes/catching_up/catching_up.hpp"

#include "schemes/support/nearest_scheme.hpp"
#include "schemes/support/round_schemes.hpp"

namespace impactbench::catching_up {
namespace {

class CatchingUp final : public Method {
 public:
  explicit CatchingUp(const Params& p) : params_(p) {}

  [[nodiscard]] SchemeClaims claims() const override {
    return {.order_free = 1.0,
            .exact_free_fall = false,
            .order_contact = std::nullopt,
            .order_impact = 1.0,
            .velocity = {.free = 1.0, .contact = std::nullopt, .impact = 1.0},
            .energy = EnergyBehaviour::dissipates,
            .momentum = false,
            .angular_momentum = false,
            .overlap = OverlapBound::none,
            .reversible = false,
            .contact = std::nullopt,
            .step = ContactStep{.place = ContactPlace::start, .normal = NormalRule::position},
            .motion = MotionStep{.path = PathRule::end, .force_at_start = true},
            .source = "Maury and Venel 2011; no overlap: gaps are convex"};
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return frictionless_task(traits);
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_elastic("catching_up", traits)) return reason;
    if (!traits.first_order) {
      return "catching_up is for motion without inertia: the problem must be of first order";
    }
    if (traits.gluey) return "catching_up has dry contacts: the problem must have gluey = false";
    return refuse_beside_rigid("catching_up", traits, h);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    return nearest_instance(params_.rows, Inertia::none, {}, system, start, h, solvers);
  }

 private:
  Params params_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "catching_up",
          .summary = "first-order motion: the nearest to the desired velocity among rigid contacts",
          .reference = "Moreau 1977; Maury and Venel 2011; maury-slides",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<CatchingUp>(parse<Params>(given, "scheme catching_up"));
          }};
}

}  // namespace impactbench::catching_up
