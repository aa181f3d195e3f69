#pragma once

#include "problems/polyhedra/setup/polyhedral_setup.hpp"

namespace impactbench::cantilever {

/// A clamped beam with a moment at its free end, which rolls it up into a circle.
///
/// `links` links of length L / links join links + 1 cells; the first one is fixed, the mirror image
/// of its neighbour, so that the clamp is half-way between them. The moment is `moment` times 2 pi
/// E I / L about z. The start is the static equilibrium, in which the beam is either held or
/// released. Observables: tip_angle, the sum of the angles between neighbours [rad]; tip_x, tip_y,
/// the centre of the last cell [m] relative to the fixed one. Exact for a beam: tip_angle = 2 pi
/// moment; with sine springs links * asin(2 pi moment / links). The reference solution is
/// `rolled_beam`. The problem shows finite rotations, at rest and in the motion of the released
/// beam. Source: monasse2012, section 5.3, (46) and (47) (with a spurious 1/2 in (46)); beam of
/// Sze, Liu and Lo 2004, section 3.2.
struct Params {
  PolyhedralCommon common{};
  int links{16};
  double moment{1.0};
  double length{12.0};
  double height{0.1};
  double width{1.0};
  double young{1.2e6};
  double poisson{0.0};
  double density{1000.0};
  bool release{false};
  int load_steps{10};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    PolyhedralCommon::each_field(self.common, f);
    f(Field{"links", "-", "links along the beam; cells less the fixed one"}, self.links,
      Range::between(1.0, 1e5));
    f(Field{"moment", "-", "moment at the end over that which makes a circle"}, self.moment,
      Range::between(-1.0, 1.0));
    f(Field{"length", "m", "length of the beam"}, self.length, Range::positive());
    f(Field{"height", "m", "edge of the section in the plane of bending"}, self.height,
      Range::positive());
    f(Field{"width", "m", "the other edge of the section"}, self.width, Range::positive());
    each_elastic_field(self, f);
    f(Field{"release", "-", "the moment acts up to t = 0 only"}, self.release);
    f(Field{"load_steps", "-", "in which the equilibrium is found"}, self.load_steps,
      Range::between(1.0, 1000.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::cantilever
