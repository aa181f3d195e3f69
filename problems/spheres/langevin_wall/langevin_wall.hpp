#pragma once

#include "problems/model/sphere_setup.hpp"

#include <cstdint>

namespace impactbench::langevin_wall {

/// A particle on a line before a wall under random forcing, m du = sigma dW + reaction, dq = u dt,
/// q >= 0, inelastic or gluey, from rest at the wall. With masses the noise acts as a force: its
/// velocity is sigma / m dW, which the source leaves open. The path W is drawn once, as a broken
/// line of `cells` pieces, so that all steps use the same one. Statistics over seeds are known
/// exactly: `count` > 1 is an ensemble of independent particles side by side in the plane, with the
/// seeds `seed`, `seed` + 1, ... The reference `reflected_langevin` has exact means. The problem
/// shows contact under a rough force by its statistics. Source: maury-slides (stochastic model);
/// start, sigma and horizon are the choice of this suite.
struct Params {
  SphereCommon common{};
  double mass{1.0};
  double radius{0.1};
  double sigma{1.0};
  std::int64_t cells{4096};
  std::int64_t seed{1};
  std::int64_t count{1};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "of the particle"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of the particle"}, self.radius, Range::positive());
    f(Field{"sigma", "N s^0.5", "strength of the noise"}, self.sigma, Range::positive());
    f(Field{"cells", "-", "pieces of the path"}, self.cells, Range::between(1.0, 1e8));
    f(Field{"seed", "-", "of the random numbers"}, self.seed, Range::between(0.0, 0x1p53));
    f(Field{"count", "-", "particles of an ensemble; 1: one, on a line"}, self.count,
      Range::between(1.0, 1e6));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::langevin_wall
