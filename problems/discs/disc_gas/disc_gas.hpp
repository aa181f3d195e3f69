#pragma once

#include "problems/model/disc_setup.hpp"

#include <cstdint>

namespace impactbench::disc_gas {

/// A gas of equal discs in a box, with gravity or without, as in kinetic theory. Elastic discs
/// relax to Maxwell's distribution of velocities and, under gravity in a box that is high enough,
/// to the barometric distribution of heights; inelastic ones cool.
///
/// The box is L = sqrt(n pi radius^2 / fraction) wide and `headroom` L high; the discs begin in the
/// square above its floor. Their places are n of k x k, spread evenly, where k is the root of n
/// rounded up; each disc is displaced along x and y by up to nine tenths of the displacement at
/// which it could meet a neighbour. All begin with the same speed in random directions; their mean
/// velocity is then subtracted, and the velocities are scaled so that their root mean square is
/// `speed`: the initial energy is n mass speed^2 / 2, without momentum. Random numbers:
/// std::mt19937_64, for each disc in turn two for its place, then pairs for its direction until one
/// lies in the unit disc and not within 1e-3 of its centre. The reference `hard_disc_gas` has
/// means, with limits by their statistical error: rates of impacts, pressure, speeds, cooling,
/// heights. The problem shows whether means are right where no trajectory can be compared.
struct Params {
  DiscCommon common{};
  std::int64_t n{100};
  double fraction{0.2};
  double mass{1.0};
  double radius{0.1};
  double headroom{1.0};
  double speed{1.0};
  double gravity{0.0};
  std::int64_t seed{1};
  double horizon{10.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"n", "-", "number of discs"}, self.n, Range::between(2.0, 1e6));
    f(Field{"fraction", "-", "area of the discs over that of the square they begin in"},
      self.fraction, Range::between(1e-6, 0.78));
    f(Field{"mass", "kg", "of a disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "of a disc"}, self.radius, Range::positive());
    f(Field{"headroom", "-", "height of the box over its width"}, self.headroom,
      Range::between(1.0, 1000.0));
    f(Field{"speed", "m/s", "root of the mean square of the initial velocities"}, self.speed,
      Range::positive());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::at_least(0.0));
    f(Field{"seed", "-", "of the random numbers"}, self.seed, Range::between(0.0, 0x1p53));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::disc_gas
