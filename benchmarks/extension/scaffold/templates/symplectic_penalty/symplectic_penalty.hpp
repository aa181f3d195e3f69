#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::symplectic_penalty {

/// The leapfrog (drift, kick, drift) with a linear spring at every contact of round bodies, on a
/// line, in the plane or in space, without friction and damping:
///
///   q^{n+1/2} = q^n + h/2 v^n,   q^{n+1} = q^{n+1/2} + h/2 v^{n+1}
///   v^{n+1} = v^n + h M^-1 (F + sum of contact forces D / R at q^{n+1/2})
///
/// Order 2; keeps momentum and angular momentum exactly, energy nearly. All pairs are checked.
struct Params {
  double R{1e-5};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::symplectic_penalty
