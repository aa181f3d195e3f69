#include "schemes/barrier/barrier.hpp"

#include "problems/contact/round_bodies.hpp"
#include "schemes/barrier/barrier_coordinates.hpp"
#include "schemes/barrier/barrier_step.hpp"
#include "schemes/support/contacts/no_rebound.hpp"
#include "schemes/support/contacts/round_schemes.hpp"
#include "schemes/support/nearest/nearest_scheme.hpp"

#include <memory>

namespace impactbench::barrier {
namespace {

class Barrier final : public Method {
 public:
  explicit Barrier(const Params& p) : rule_(p.rule()) {}

  [[nodiscard]] SchemeClaims claims() const override {
    SchemeClaims out = claims_of_nearest({.place = ContactPlace::end,
                                          .normal = NormalRule::barrier,
                                          .slip = SlipRule::barrier,
                                          .barrier = rule_},
                                         "Li et al. 2020; the rest: derived in barrier.hpp");
    out.order_impact = out.velocity.impact = std::nullopt;  // of rigid bodies it has none
    out.angular_momentum = false;
    return out;
  }

  [[nodiscard]] SolverTask task(const ProblemTraits&) const override {
    return {.kind = SolverKind::linear, .symmetric = true};
  }

  [[nodiscard]] std::optional<std::string> refuses(const ProblemTraits& traits,
                                                   double h) const override {
    if (auto reason = refuse_beside_dry_contacts("barrier", traits)) return reason;
    if (!(h > 0.0)) return "barrier goes forwards in time: dt must be above 0 s";
    if (traits.initial_penetration)
      return "barrier is infinite where a start presses bodies into each other";
    if (traits.restitution != 0.0)
      return "barrier has no law of rebound: the problem must have restitution = 0";
    return std::nullopt;
  }

  [[nodiscard]] std::unique_ptr<Scheme> instance(const MechanicalSystem& system, const State& start,
                                                 double h, Solvers solvers) const override {
    if (const GeneralisedSystem* coordinates = generalised_system(system)) {
      require_no_rebound(*coordinates);
      return std::make_unique<BarrierCoordinates>(rule_, *coordinates, start, h);
    }
    require_no_rebound(*round_system(system));
    return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
      return std::make_unique<BarrierStep<Dim, Dofs>>(rule_, *round_system(system), start, h,
                                                      *solvers.linear);
    });
  }

 private:
  BarrierRule rule_;
};

}  // namespace

SchemeEntry entry() {
  return {.name = "barrier",
          .summary = "logarithmic barriers between bodies, by implicit Euler: no overlap at all",
          .reference = "Li et al. 2020",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) -> std::unique_ptr<const Method> {
            return std::make_unique<Barrier>(parse<Params>(given, "scheme barrier"));
          }};
}

}  // namespace impactbench::barrier
