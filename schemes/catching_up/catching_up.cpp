#include "schemes/catching_up/catching_up.hpp"

#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"
#include "schemes/support/nearest/sweeping_step.hpp"

namespace impactbench::catching_up {
namespace {

class CatchingUp final : public NearestMethod {
 public:
  explicit CatchingUp(const Params& p)
      : NearestMethod(p.rows, Inertia::none),
        warm_start_(p.rows.warm_start),
        exact_(p.projection == "exact") {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims out =
        claims_of_nearest({.place = ContactPlace::start, .normal = NormalRule::position},
                          "Maury and Venel 2011; no overlap: gaps are convex");
    out.momentum = out.angular_momentum = false;  // no inertia, no momentum
    out.set = SetStep{.normals = exact_ ? SetStep::Normals::end : SetStep::Normals::start,
                      .exact_on_fixed_normals = true};
    return out;
  }

  [[nodiscard]] SolverTask task(const ProblemTraits& traits) const override {
    return exact_ && traits.bodies == BodyKind::sweeping ? SolverTask{}
                                                         : NearestMethod::task(traits);
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    const SweepingSystem* sweeping = sweeping_system(system);
    if (sweeping == nullptr) return NearestMethod::instance(system, start, h, solvers);
    if (exact_) return std::make_unique<ProjectedSweep>(*claims().set, *sweeping, h);
    return std::make_unique<LinearisedSweep>(warm_start_, *sweeping, h, *solvers.contact);
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

 private:
  bool warm_start_, exact_;
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
