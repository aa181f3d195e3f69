#pragma once

#include "problems/polyhedra/setup/polyhedral_setup.hpp"

namespace impactbench::plate {

/// A free square plate, one cell thick, that is twisted and released.
///
/// It starts at rest with the deflection w = 4 twist x y / edge^2 (x, y from its centre) and the
/// rotations that go with it: nearly its first mode where the torsional stiffness of the links is
/// that of a thin plate, and one beyond many others where it is the polar moment of the interface,
/// sqrt((1 + width^2 / thickness^2) / 2) times as fast (width of a cell). Observable: corner, the
/// twist part of the deflections of the corner cells [m]. No reference solution is used: the energy
/// and the momenta judge a run. Source: this suite, to show what the torsion of monasse2012 does to
/// shells.
struct Params {
  PolyhedralCommon common{};
  double edge{1.0};
  double thickness{0.01};
  int cells{8};
  double young{2.1e11};
  double poisson{0.25};
  double density{7800.0};
  double twist{1e-4};
  double horizon{0.1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    PolyhedralCommon::each_field(self.common, f);
    f(Field{"edge", "m", "of the plate"}, self.edge, Range::positive());
    f(Field{"thickness", "m", "of the plate"}, self.thickness, Range::positive());
    f(Field{"cells", "-", "along each edge"}, self.cells, Range::between(2.0, 1000.0));
    each_elastic_field(self, f);
    f(Field{"twist", "m", "deflection of the corners at the start"}, self.twist, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::plate
