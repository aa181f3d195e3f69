#pragma once

#include "problems/files/scene.hpp"
#include "problems/model/sphere_setup.hpp"

#include <cstdint>

namespace impactbench::sphere_cluster {

/// Any number of spheres in a random cluster, in the plane or in space, fall onto a plane at height
/// 0: maury_cluster of any size, for studies of cost.
///
/// Packing: problems/support/sphere_packing.hpp, its lowest point `height` above the plane; m_i =
/// mass (r_i / radius)^3; u = -speed along the height. Fractions that find room: up to about 0.5 in
/// the plane, 0.35 in space. No reference solution is known: the laws of contact, the energy, the
/// momenta and the overlap judge a run.
struct Params {
  SphereCommon common{};
  std::int64_t n{200};
  std::int64_t dimension{2};
  double mass{1.0};
  double radius{0.015};
  double spread{0.2};
  double fraction{0.3};
  double height{0.05};
  double speed{1.0};
  double gravity{0.0};
  std::string start{"places"};
  std::int64_t seed{1};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of spheres"}, self.n, Range::between(1.0, 1e7));
    f(Field{"dimension", "-", "2: kept in a plane, 3: in space"}, self.dimension,
      Range::between(2.0, 3.0));
    f(Field{"mass", "kg", "of a sphere of the mean radius"}, self.mass, Range::positive());
    f(Field{"radius", "m", "mean radius"}, self.radius, Range::positive());
    f(Field{"spread", "-", "radii are uniform in radius (1 +- spread)"}, self.spread,
      Range{0.0, 1.0, false, true});
    f(Field{"fraction", "-", "of the volume that the spheres fill"}, self.fraction,
      Range{0.0, 0.6, true, false});
    f(Field{"height", "m", "of the lowest point"}, self.height, Range::at_least(0.0));
    f(Field{"speed", "m/s", "downwards"}, self.speed, Range::any());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::at_least(0.0));
    f(Field{"start", "-",
            "places: those drawn; a file: a scene of the same bodies, later in a run"},
      self.start, FileOr({"places"}, files_of_scene));
    f(Field{"seed", "-", "of the random numbers"}, self.seed, Range::between(0.0, 0x1p53));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::sphere_cluster
