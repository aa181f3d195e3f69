#include "schemes/support/springs/spring_bodies.hpp"

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
  speed_ = 0.0;
  for (Eigen::Index at = 0; at < start.v.size(); at += Dofs)
    speed_ = std::max(speed_, start.v.template segment<Dim>(at).norm());
  speeds_.reserve(static_cast<std::size_t>(omp_get_max_threads()));
  contacts_.prepare(*system_, start.q, h, law);
}

template <int Dim, int Dofs>
void SpringBodies<Dim, Dofs>::begin_forces(const State& state) {
  if (!driven_) return;
  const double t = static_cast<double>(state.step) * h_;
  system_->mean_force(t, t + h_, state.q, state.v, force_);
}

template class SpringBodies<1, 1>;
template class SpringBodies<2, 2>;
template class SpringBodies<2, 3>;
template class SpringBodies<3, 3>;
template class SpringBodies<3, 6>;

}  // namespace impactbench
