#pragma once

#include "problems/polyhedra/setup/polyhedral_setup.hpp"

namespace impactbench::pinched_cylinder {

/// An open cylindrical shell, one cell thick, pinched between two opposite generators, and
/// released.
///
/// Each generator carries `force` in all, inwards, shared equally by its cells; the start is the
/// static equilibrium. Observable: diameter, the largest distance of opposite loaded cells [m]. The
/// paper has around = 50, along = 20 and states neither force nor density: 1e5 N and that of steel
/// are this suite's. Its "500 000 steps = 45 oscillations" does not fit its data: the first mode
/// has 6.40 Hz whatever the mesh and the stability limit is 1.19e-5 s, so that 45 oscillations need
/// 5.9e5 steps; 45 maxima of an energy, two per oscillation, would fit. No reference solution is
/// known: after the release the drift and the trend of the energy judge a run, by limits in (omega
/// h)^2 with omega of the first mode of the ring. The problem shows energy over many steps of a
/// flexible body. Source: monasse2012, section 5.2.
struct Params {
  PolyhedralCommon common{};
  double radius{1.0};
  double height{2.0};
  double thickness{0.01};
  int around{16};
  int along{4};
  double young{2.1e11};
  double poisson{0.25};
  double density{7800.0};
  double force{1e5};
  bool release{true};
  int load_steps{4};
  double horizon{0.16};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    PolyhedralCommon::each_field(self.common, f);
    f(Field{"radius", "m", "of the middle surface"}, self.radius, Range::positive());
    f(Field{"height", "m", "of the cylinder"}, self.height, Range::positive());
    f(Field{"thickness", "m", "of the shell"}, self.thickness, Range::positive());
    f(Field{"around", "-", "cells along the circumference, an even number"}, self.around,
      Range::between(4.0, 1e4));
    f(Field{"along", "-", "cells along the axis"}, self.along, Range::between(1.0, 1e4));
    each_elastic_field(self, f);
    f(Field{"force", "N", "inwards on each of two opposite generators"}, self.force,
      Range::at_least(0.0));
    f(Field{"release", "-", "the forces act up to t = 0 only"}, self.release);
    f(Field{"load_steps", "-", "in which the equilibrium is found"}, self.load_steps,
      Range::between(1.0, 1000.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::pinched_cylinder
