#pragma once

#include "problems/contact/round_bodies.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/newton/coordinate_newton.hpp"
#include "schemes/support/newton/newmark_newton.hpp"

namespace impactbench {

/// The scheme that steps round bodies of any space (newmark_newton.hpp) or a generalised system
/// (coordinate_newton.hpp) with this law; `contact` gives its coefficient and contact end.
template <NormalLaw Law>
[[nodiscard]] std::unique_ptr<Scheme> compliant_instance(Law law, const Compliance& contact,
                                                         const NewtonSettings& settings,
                                                         const MechanicalSystem& system,
                                                         const State& start, double h,
                                                         Solvers solvers) {
  law.coefficient = contact.coefficient;
  if (const GeneralisedSystem* coordinates = generalised_system(system))
    return std::make_unique<CoordinateNewton<Law>>(law, settings, contact.end, *coordinates, h);
  return in_space(round_bodies(system), [&]<int Dim, int Dofs>() -> std::unique_ptr<Scheme> {
    return std::make_unique<NewmarkNewton<Law, Dim, Dofs>>(
        law, contact, settings, *round_system(system), start, h, *solvers.linear);
  });
}

}  // namespace impactbench
