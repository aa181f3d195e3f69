#pragma once

#include "problems/model/sphere_setup.hpp"

#include <string>

namespace impactbench::maury_cluster {

/// The starts provided by the suite, by name; any other text is the path of a file.
[[nodiscard]] inline FileOr ours() {
  return {"maury_cluster_2000.csv", "maury_cluster_2000_step5.csv"};
}

/// A cluster of spheres that falls onto a plane as one body and breaks up there; a file gives its
/// start: centres and radii (problems/support/sphere_file.hpp), the plane at height 0,
///
///   m_i = mass (r_i / radius)^3,   u = -speed along the height,   no gravity, no rebound,
///
/// or u = speed times the velocity of the file where it has velocities: a later instant of a run.
/// `maury_cluster_2000_step5.csv` is the default after five steps of 0.1 (exact minimiser to 1e-11
/// radii): its first step is the cluster's sixth, with about 4700 rows and 2360 that press.
///
/// The default: 2000 spheres kept in a plane, radii in [0.8, 1.2] 0.015 m, random sequential
/// addition in a disc at an area fraction of 0.48, 0.05 m above the ground; to be run with dt =
/// 0.1, in which a sphere falls through three diameters. No reference solution is known: the laws
/// of contact, the energy, the momenta and the overlap judge a run. The problem shows how solvers
/// without friction bear thousands of contacts in one long step. Source: maury2004, section 6.3,
/// for everything but the packing, which the paper does not give.
struct Params {
  SphereCommon common{};
  std::string file{"maury_cluster_2000.csv"};
  double mass{1.0};
  double radius{0.015};
  double speed{1.0};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    SphereCommon::each_field(self.common, f);
    f(Field{"file", "-", "CSV of coordinates, radii and velocities; those two are ours"}, self.file,
      ours());
    f(Field{"mass", "kg", "of a sphere of this radius"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of a sphere of this mass"}, self.radius, Range::positive());
    f(Field{"speed", "m/s", "downwards; of a file with velocities their factor"}, self.speed,
      Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::maury_cluster
