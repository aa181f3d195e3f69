#pragma once

#include "problems/model/sphere_setup.hpp"

namespace impactbench::sticky_blocks {

/// Two streams of equal blocks on a line run into each other and jam: the Riemann problem of a
/// pressureless gas whose density cannot exceed 1.
///
/// Blocks of length 2 radius fill the share density_left of (-length, 0), spaced evenly, and
/// density_right of (0, length); the left ones move with speed_left, the right ones with
/// speed_right. Blocks that have met move as one. The reference solution of trajectories is
/// `sticky_chain`; `sticky_blocks` has the kinetic energy in the limit of small blocks. The problem
/// shows fronts of jammed bodies. Source: pressureless gas with a bound on the density, the
/// macroscopic limit that maury2004 names; numbers: this suite.
struct Params {
  SphereCommon common{};
  double mass{0.01};
  double radius{0.005};
  double length{3.0};
  double density_left{0.5};
  double speed_left{1.0};
  double density_right{0.8};
  double speed_right{-0.4};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each block"}, self.mass, Range::positive());
    f(Field{"radius", "m", "half the length of a block"}, self.radius, Range::positive());
    f(Field{"length", "m", "of each stream"}, self.length, Range::positive());
    f(Field{"density_left", "-", "share of the left stream that is filled"}, self.density_left,
      Range{0.0, 1.0, true, true});
    f(Field{"speed_left", "m/s", "of the left stream, to the right"}, self.speed_left,
      Range::any());
    f(Field{"density_right", "-", "share of the right stream that is filled"}, self.density_right,
      Range{0.0, 1.0, true, true});
    f(Field{"speed_right", "m/s", "of the right stream, to the right"}, self.speed_right,
      Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::sticky_blocks
