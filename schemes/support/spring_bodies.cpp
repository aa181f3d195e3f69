#include "schemes/support/spring_bodies.hpp"

namespace impactbench {

template <int Dim, int Dofs>
void SpringBodies<Dim, Dofs>::prepare(const RoundSystem& system, const State& start, double h,
                                      const SpringLaw& law) {
  system_ = &system;
  h_ = h;
  force_ = system_->weight();
  driven_ = !system_->constant_force();
  inverse_mass_.set(system.mass().cwiseInverse());
  weight_.set(force_);
  contacts_.prepare(*system_, start.q, h, law);
}

template <int Dim, int Dofs>
void SpringBodies<Dim, Dofs>::take_forces(const State& state, ContactImpulses* told) {
  if (driven_) {
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
  }
  contacts_.add(state.q, state.v, force_, told);
}

template class SpringBodies<1, 1>;
template class SpringBodies<2, 2>;
template class SpringBodies<2, 3>;
template class SpringBodies<3, 3>;
template class SpringBodies<3, 6>;

}  // namespace impactbench
