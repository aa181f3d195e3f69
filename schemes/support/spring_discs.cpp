#include "schemes/support/spring_discs.hpp"

#include "schemes/support/disc_schemes.hpp"

namespace impactbench {

void SpringDiscs::prepare(const MechanicalSystem& system, const State& start, double h,
                          const SpringLaw& law) {
  system_ = disc_system(system);
  h_ = h;
  force_ = system_->weight();
  driven_ = !system_->constant_force();
  inverse_mass_ = system.mass().cwiseInverse();
  contacts_.prepare(*system_, start.q, h, law);
}

void SpringDiscs::take_forces(const State& state, ContactImpulses* told) {
  if (driven_) {
    const double t = static_cast<double>(state.step) * h_;
    system_->mean_force(t, t + h_, state.q, state.v, force_);
  }
  contacts_.add(state.q, state.v, force_, told);
}

}  // namespace impactbench
