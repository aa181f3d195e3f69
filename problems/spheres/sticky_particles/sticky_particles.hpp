#pragma once

#include "problems/model/sphere_setup.hpp"

#include <cstdint>

namespace impactbench::sticky_particles {

/// Rods on a line without force that stay together once they meet.
///
/// Rod i = 1..n of half-length r_i stands at y_i = q_i + o_i with the place o_i that it would have
/// in a row without gaps, o_i = r_1 + 2 r_2 + .. + 2 r_(i-1) + r_i, so that the q_i move as points:
/// q_i = length (i - 1) / (n - 1), or gaps in random shares of `length`. Velocities:
///   irrational: u_i = speed (2 frac(i^2 sqrt 2) - 1),   random: uniform in speed (-1, 1).
/// Random masses are uniform in mass [1/4, 1), random sizes in radius [1/10, 1). Random numbers:
/// std::mt19937_64, per rod gap, velocity, mass, size, whatever the settings. The reference
/// solution is `sticky_chain`, a projection of the free flight. The problem shows many impacts
/// without rebound. Source: maury2004, section 6.2: points, equal masses, horizon 3, steps 0.01,
/// 0.5 and 1.5; it gives no velocities but their interval [-1, 1].
struct Params {
  SphereCommon common{};
  std::int64_t n{21};
  std::string velocities{"irrational"};
  std::string masses{"equal"};
  std::string sizes{"equal"};
  std::string gaps{"equal"};
  double mass{1.0};
  double radius{0.01};
  double length{1.0};
  double speed{1.0};
  std::int64_t seed{1};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of rods"}, self.n, Range::between(2.0, 1e6));
    f(Field{"velocities", "-", "how they are drawn"}, self.velocities,
      OneOf{"irrational", "random"});
    f(Field{"masses", "-", "how they are drawn"}, self.masses, OneOf{"equal", "random"});
    f(Field{"sizes", "-", "how they are drawn"}, self.sizes, OneOf{"equal", "random"});
    f(Field{"gaps", "-", "how they are drawn"}, self.gaps, OneOf{"equal", "random"});
    f(Field{"mass", "kg", "largest mass"}, self.mass, Range::positive());
    f(Field{"radius", "m", "largest half-length"}, self.radius, Range::positive());
    f(Field{"length", "m", "of all gaps together"}, self.length, Range::positive());
    f(Field{"speed", "m/s", "largest initial speed"}, self.speed, Range::any());
    f(Field{"seed", "-", "of the random numbers"}, self.seed, Range::between(0.0, 0x1p53));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::sticky_particles
