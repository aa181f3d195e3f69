#include "schemes/support/cone/cone_method.hpp"

#include "problems/contact/round_bodies.hpp"
#include "schemes/support/cone/cone_coordinates.hpp"
#include "schemes/support/contacts/no_rebound.hpp"

namespace impactbench {

SolverTask ConeMethod::task(const ProblemTraits&) const {
  return {.kind = SolverKind::linear, .symmetric = true};
}

ContactStep ConeMethod::contact_step() const {
  return {.place = ContactPlace::start,
          .normal = NormalRule::cone,
          .slip = SlipRule::cone,
          .cone = rule_};
}

std::unique_ptr<Scheme> ConeMethod::instance(const MechanicalSystem& system, const State&, double h,
                                             Solvers solvers) const {
  if (const GeneralisedSystem* coordinates = generalised_system(system)) {
    require_no_rebound(*coordinates);
    return std::make_unique<ConeCoordinates>(rule_, *coordinates, h, *solvers.linear);
  }
  require_no_rebound(*round_system(system));
  return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
    return std::make_unique<ConeStep<Dim, Dofs>>(rule_, search_, *round_system(system), h,
                                                 *solvers.linear);
  });
}

}  // namespace impactbench
