#pragma once

#include "problems/model/generalised_setup.hpp"

#include <cstdint>

namespace impactbench::impacting_bar {

/// An elastic bar flies lengthwise against a rigid wall: rho d2u/dt2 = EA d2u/ds2 over 0 <= s <= L,
/// u(0) >= 0, cut into n - 1 linear elements with lumped masses (half ones at the ends).
/// Coordinates: the displacement of each node, zero where the front end touches the wall without
/// strain. With c = sqrt(EA / rho) the bar stays in contact for 2 L / c and leaves with the
/// opposite velocity, whatever the restitution of the front node: its mass tends to zero with the
/// elements. Explicit schemes need h < L / ((n - 1) c). The reference solution is `bar_wave`: the
/// wave in closed form, and the bar in elements. The problem shows a rebound that does not depend
/// on an impact law. Source: Paoli and Schatzman 2007 for the problem, without numbers in
/// paoli2010; all of them are the choice of this suite.
struct Params {
  double restitution{0.0};
  std::int64_t n{101};
  double length{1.0};
  double stiffness{1.0};
  double density{1.0};
  double gap{0.1};
  double speed{0.1};
  double horizon{4.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "of the front node"}, self.restitution, Range::between(0.0, 1.0));
    f(Field{"n", "-", "number of nodes"}, self.n, Range::between(2.0, 1000.0));
    f(Field{"length", "m", "of the bar"}, self.length, Range::positive());
    f(Field{"stiffness", "N", "EA: Young's modulus times area"}, self.stiffness, Range::positive());
    f(Field{"density", "kg/m", "mass per length"}, self.density, Range::positive());
    f(Field{"gap", "m", "initial distance from the wall"}, self.gap, Range::at_least(0.0));
    f(Field{"speed", "m/s", "initial, towards the wall"}, self.speed, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::impacting_bar
