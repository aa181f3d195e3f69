#pragma once

#include "problems/contact/round_bodies.hpp"
#include "schemes/api/scheme.hpp"
#include "schemes/support/coordinate_newton.hpp"
#include "schemes/support/newmark_newton.hpp"

#include <utility>
#include <variant>

namespace impactbench {

/// The scheme that steps round bodies of any space (newmark_newton.hpp) and generalised systems
/// (coordinate_newton.hpp) with this contact law.
template <NormalLaw Law>
class CompliantScheme final : public Scheme {
 public:
  CompliantScheme(Law law, NewtonSettings settings, ContactEnd end)
      : law_(law), settings_(std::move(settings)), end_(end) {}

  void prepare(const MechanicalSystem& system, const State& start, double h,
               Solvers solvers) override {
    if (const GeneralisedSystem* coordinates = generalised_system(system)) {
      newton_.template emplace<CoordinateNewton<Law>>().prepare(law_, settings_, end_, *coordinates,
                                                                h);
      return;
    }
    begin_in_space<Newton>(newton_, round_bodies(system), [&](auto& newton) {
      newton.prepare(law_, settings_, end_, *round_system(system), start, h, *solvers.linear);
    });
  }
  StepReport step(State& state) override {
    return std::visit(
        [&](auto& newton) {
          return newton.step(state, told(), [this](Phase phase) { enter(phase); });
        },
        newton_);
  }

 private:
  template <int Dim, int Dofs>
  using Newton = NewmarkNewton<Law, Dim, Dofs>;

  Law law_;
  NewtonSettings settings_;
  ContactEnd end_;
  PerMotion<Newton, CoordinateNewton<Law>> newton_;
};

}  // namespace impactbench
