#pragma once

#include "problems/files/scene.hpp"
#include "problems/model/disc_setup.hpp"

#include <cstdint>
#include <string>

namespace impactbench::random_box {

/// The places of the discs of one box of nguyen2024's appendix. All are squares of columns x
/// columns places; with u the next random number,
///
///   r = radius - spread u,   x = (x_0 + shift_x) + jitter u,   y = (y_0 + shift_y) + jitter u,
///
/// (x_0, y_0) stepping from (x, y) by pitch times the printed radius to the left and downwards.
struct Layout {
  int columns;
  double spread;            ///< of radii; 0: no random number is drawn for them [m]
  double x, y;              ///< first place: right column, top row [m]
  double pitch;             ///< between places, in units of printed_radius [-]
  double printed_radius;    ///< [m]
  double shift_x, shift_y;  ///< [m]
  double jitter;            ///< [m]
  double width, height;     ///< of the box [0, width] x [0, height] [m]
};

/// The settings that these boxes share. Order of the random numbers: one per disc for all radii
/// first (if there is a spread), then per disc x, y and, if speed is not 0, vx = speed (u - 1/2),
/// vy = -speed u / 2.
///
/// If `start` is a scene of the same discs, as written by `impactbench state`, the discs begin
/// there (RoundSetup::begin_at).
struct Setup {
  DiscCommon common{};
  double mass{1.0};
  double radius{0.2};
  double speed{0.0};
  double gravity{9.80665};
  std::string start{"places"};
  std::int64_t seed{1};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    DiscCommon::each_field(self.common, f);
    f(Field{"mass", "kg", "mass of each disc"}, self.mass, Range::positive());
    f(Field{"radius", "m", "largest radius; the places stay where they are"}, self.radius,
      Range::positive());
    f(Field{"speed", "m/s", "scale of the random initial velocities; 0: at rest"}, self.speed,
      Range::any());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::at_least(0.0));
    f(Field{"start", "-",
            "places: those of the layout; a file: what impactbench state writes of a run"},
      self.start, FileOr({"places"}, files_of_scene));
    f(Field{"seed", "-", "start of libgfortran's generator; the thesis has 1"}, self.seed,
      Range::between(1.0, 2147483646.0));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Setup&, const Setup&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Layout& layout, const Setup& setup);

}  // namespace impactbench::random_box
