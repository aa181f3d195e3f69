#pragma once

#include "problems/files/scene.hpp"
#include "problems/model/disc_setup.hpp"

#include <cstdint>

namespace impactbench::disc_box {

/// Any number of discs in a box, at rest or moving at random: the boxes of nguyen2024 in every
/// size, for studies of cost and of packing.
///
/// Places stand in columns at a distance s = 2 radius spacing from each other; a disc is displaced
/// from its place by jitter (s / 2 - radius) (2 u - 1) along x and y, so that no draw makes discs
/// overlap. With rho = radius_ratio the radius of a disc, u uniform in [0, 1), is
///   equal:    radius
///   uniform:  radius (1 - (1 - rho) u)
///   by_area:  radius rho / (1 - (1 - rho) u), which gives every interval of radii the same area.
/// Masses are proportional to the area, m = mass (r / radius)^2. The box is as wide as its columns
/// and `headroom` times higher than they are. Random numbers: std::mt19937_64, five per disc in the
/// order of the discs (r, x, y, vx, vy) for all settings, so that one setting does not change the
/// numbers that another uses. Up to 81 elastic discs without friction have the reference solution
/// `elastic_discs`, as long as an error of the start grows less than 1000-fold; the laws of
/// contact, the energy, the momenta and the overlap judge all others.
struct Params {
  DiscCommon common{};
  std::int64_t n{100};
  double mass{1.0};
  double radius{0.2};
  std::string radius_law{"uniform"};
  double radius_ratio{0.875};
  double spacing{1.25};
  double jitter{0.5};
  double aspect{1.0};
  double headroom{1.0};
  double speed{0.0};
  double gravity{9.80665};
  std::string start{"places"};
  std::int64_t seed{1};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of discs"}, self.n, Range::between(1.0, 1e6));
    f(Field{"mass", "kg", "mass of a disc of the largest radius"}, self.mass, Range::positive());
    f(Field{"radius", "m", "largest radius"}, self.radius, Range::positive());
    f(Field{"radius_law", "-", "distribution of the radii"}, self.radius_law,
      OneOf{"equal", "uniform", "by_area"});
    f(Field{"radius_ratio", "-", "smallest radius over largest"}, self.radius_ratio,
      Range{0.0, 1.0, true, false});
    f(Field{"spacing", "-", "between places, in largest diameters"}, self.spacing,
      Range::between(1.0, 100.0));
    f(Field{"jitter", "-", "share of the free distance that displacements use"}, self.jitter,
      Range::between(0.0, 1.0));
    f(Field{"aspect", "-", "columns over rows, about"}, self.aspect, Range::between(1e-3, 1e3));
    f(Field{"headroom", "-", "height of the box over that of the columns"}, self.headroom,
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

}  // namespace impactbench::disc_box
