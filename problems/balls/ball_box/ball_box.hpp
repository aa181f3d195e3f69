#pragma once

#include "problems/files/scene.hpp"
#include "problems/model/ball_setup.hpp"

#include <cstdint>

namespace impactbench::ball_box {

/// Any number of balls in a box, at rest or moving at random: disc_box in space.
///
/// Places are a cubic lattice of spacing s = 2 radius spacing, layer by layer from the floor; a
/// ball is displaced from its place by jitter (s / 2 - radius) (2 u - 1) along x, y and z, so that
/// no draw makes balls overlap. With rho = radius_ratio the radius of a ball, u uniform in
/// [0, 1), is
///   equal:      radius
///   uniform:    radius (1 - (1 - rho) u)
///   by_volume:  radius rho / sqrt(1 - (1 - rho^2) u), which gives every interval of radii the same
///               volume
/// Masses are proportional to the volume, m = mass (r / radius)^3. The box is as wide as its layers
/// and open above; a lid is `headroom` times as high as the layers. Random numbers:
/// std::mt19937_64, seven per ball in the order of the balls (r, x, y, z, vx, vy, vz) for all
/// settings, so that one setting does not change the numbers that another uses. No reference
/// solution is known: the laws of contact, the energy, the momenta and the overlap judge a run. The
/// problem serves studies of cost and of contact solvers.
struct Params {
  BallCommon common{};
  std::int64_t n{64};
  double mass{1.0};
  double radius{0.1};
  std::string radius_law{"uniform"};
  double radius_ratio{0.8};
  double spacing{1.1};
  double jitter{0.5};
  double aspect{1.0};
  bool lid{false};
  double headroom{1.0};
  double speed{0.0};
  double gravity{9.80665};
  std::string start{"places"};
  std::int64_t seed{1};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    BallCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of balls"}, self.n, Range::between(1.0, 1e6));
    f(Field{"mass", "kg", "mass of a ball of the largest radius"}, self.mass, Range::positive());
    f(Field{"radius", "m", "largest radius"}, self.radius, Range::positive());
    f(Field{"radius_law", "-", "distribution of the radii"}, self.radius_law,
      OneOf{"equal", "uniform", "by_volume"});
    f(Field{"radius_ratio", "-", "smallest radius over largest"}, self.radius_ratio,
      Range{0.0, 1.0, true, false});
    f(Field{"spacing", "-", "between places, in largest diameters"}, self.spacing,
      Range::between(1.0, 100.0));
    f(Field{"jitter", "-", "share of the free distance that displacements use"}, self.jitter,
      Range::between(0.0, 1.0));
    f(Field{"aspect", "-", "balls along an edge of the floor over layers, about"}, self.aspect,
      Range::between(1e-3, 1e3));
    f(Field{"lid", "-", "the box is closed"}, self.lid);
    f(Field{"headroom", "-", "height of the lid over that of the layers"}, self.headroom,
      Range::between(1.0, 100.0));
    f(Field{"speed", "m/s", "initial velocity components are uniform in (-speed, speed)"},
      self.speed, Range::at_least(0.0));
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

}  // namespace impactbench::ball_box
