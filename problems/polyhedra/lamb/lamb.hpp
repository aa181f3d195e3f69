#pragma once

#include "problems/model/problem.hpp"
#include "problems/polyhedra/setup/polyhedral_setup.hpp"

namespace impactbench::lamb {

/// Lamb's problem: a vertical line force, a Ricker wavelet in time, on the surface of an elastic
/// half-space in plane strain.
///
/// F(t) = amplitude (1 - 2 a T^2) exp(-a T^2), T = t - delay, a = (pi frequency)^2, downwards
/// positive. Observables: surface_x, surface_z at `distance` from the source on the surface and
/// below_x, below_z as far away on the line 60 degrees below it; x away from the source, z down
/// [m]. Body: `cells` = grid, small displacements of half of a symmetric body, or polyhedra, all of
/// it at finite displacements. `recipe` = corrected: the strain of the loaded cell knows the
/// traction and the surface is read at z = 0, both of second order; printed: a force on the centre
/// of a surface cell, and the displacement of that row, which lie at the depth edge/2: of first
/// order. The far sides, at `width` from the source and `depth`, are out of reach of the horizon
/// unless border = absorbing: velocities decay in the outer border_width, at rates up to `damping`.
/// With the defaults and width = depth = 800 at most 1.6 % of the largest displacement comes back
/// within 1 s (0.4 and 0.6 % on the surface, 0.7 and 1.6 % below; without damping up to 104 %),
/// with width = depth = 1000 and border_width = 700 at most 0.9 % (0.2, 0.3, 0.3 and 0.9 %). The
/// reference solution is `lamb`, seismograms computed in two ways. The problem shows the order of
/// waves in space and time. Source: monasse2012, section 5.1, figures 2 and 3. Neither the time of
/// the peak nor the amplitude is printed: 0.1 s; 1e5 N/m fits the axes of both figures, whose sign
/// is the opposite.
struct Params {
  std::string cells{"grid"};
  std::string recipe{"corrected"};
  std::string border{"held"};
  double edge{10.0};
  double width{840.0};
  double depth{820.0};
  double border_width{500.0};
  double damping{120.0};
  double young{1.88e10};
  double poisson{0.25};
  double density{2200.0};
  double amplitude{1e5};
  double frequency{14.5};
  double delay{0.1};
  double distance{300.0};
  double horizon{0.45};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"cells", "-", "small displacements on a grid, or polyhedral cells"}, self.cells,
      OneOf{"grid", "polyhedra"});
    f(Field{"recipe", "-", "source and receiver as printed, or at the surface"}, self.recipe,
      OneOf{"corrected", "printed"});
    f(Field{"border", "-", "far sides: held and out of reach, or absorbing"}, self.border,
      OneOf{"held", "absorbing"});
    f(Field{"edge", "m", "of the square cells"}, self.edge, Range::positive());
    f(Field{"width", "m", "of the body on either side of the source"}, self.width,
      Range::positive());
    f(Field{"depth", "m", "of the body"}, self.depth, Range::positive());
    f(Field{"border_width", "m", "of the absorbing border, inside the body"}, self.border_width,
      Range::positive());
    f(Field{"damping", "1/s", "largest rate of decay in the absorbing border"}, self.damping,
      Range::at_least(0.0));
    each_elastic_field(self, f);
    f(Field{"amplitude", "N/m", "largest force, downwards"}, self.amplitude, Range::any());
    f(Field{"frequency", "Hz", "at which the spectrum of the force is largest"}, self.frequency,
      Range::positive());
    f(Field{"delay", "s", "time of the largest force"}, self.delay, Range::any());
    f(Field{"distance", "m", "of both receivers from the source"}, self.distance,
      Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::lamb
