#include "reference/yardsticks/momentum.hpp"

namespace impactbench {

Vec2 linear_momentum(const DiscSystem& system, const State& state) {
  Vec2 sum(0.0, 0.0);
  for (std::size_t i = 0; i < system.discs().size(); ++i) {
    sum += system.discs().mass[i] * state.v.segment<2>(static_cast<Eigen::Index>(3 * i));
  }
  return sum;
}

double angular_momentum(const DiscSystem& system, const State& state) {
  double sum = 0.0;
  for (std::size_t i = 0; i < system.discs().size(); ++i) {
    const auto k = static_cast<Eigen::Index>(3 * i);
    const auto& q = state.q;
    const auto& v = state.v;
    sum += system.discs().mass[i] * (q[k] * v[k + 1] - q[k + 1] * v[k]) +
           system.discs().inertia[i] * v[k + 2];
  }
  return sum;
}

}  // namespace impactbench
