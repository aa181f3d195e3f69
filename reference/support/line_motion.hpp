#pragma once

#include "problems/model/problem.hpp"
#include "problems/model/round_system.hpp"

#include <array>
#include <optional>
#include <vector>

namespace impactbench {

/// A disc in a rectangle moves along each axis independently: the interval of its centre, and its
/// start. Axis 0 is x, 1 is y.
struct Axis {
  double low, high;        ///< admissible centre positions [m]
  double position, speed;  ///< at t = 0
  double gravity;          ///< acceleration along the axis [m/s2]
};

/// The axes of the only disc of a problem in a box without friction and under no force but gravity;
/// nothing for any other problem, nor for motion without inertia.
[[nodiscard]] std::optional<std::vector<Axis>> axes_of_single_disc(const Problem& problem);

/// The position and velocity of one disc on its line.
struct LineState {
  double x, v;
};

/// An impact of a motion along a line.
struct LineEvent {
  double time;
  double reduced_mass;  ///< of the two that meet; a wall is infinitely heavy [kg]
  double speed;         ///< of approach [m/s]
};

/// Two discs on a line y = const between two walls, rigid with restitution e, event by event:
/// piecewise linear positions, right limits at impacts. It ends at an instant of several impacts
/// whose result is another one where they act at once than one after another: a disc that touches
/// the wall is hit by one of another mass.
struct TwoDiscMotion {
  struct Piece {
    double start;
    double x[2], v[2];
  };
  std::vector<Piece> pieces;  ///< ascending in time, valid to `end`
  std::vector<LineEvent> events;
  double end{0.0};
  [[nodiscard]] const Piece& at(double t) const;
};

/// Two discs side by side, the start of all motion along one line.
struct LineOfTwo {
  double low, high;  ///< admissible centre of disc 0 at the left wall, of disc 1 at the right one
  std::array<double, 2> mass, radius;
  std::array<LineState, 2> start;
  double restitution;
  [[nodiscard]] double apart() const { return radius[0] + radius[1]; }
};

/// Nothing for any other problem: other than two discs, gravity or another force, friction, motion
/// without inertia, velocity across the line.
[[nodiscard]] std::optional<LineOfTwo> line_of_two(const Problem& problem);

/// Nothing if impacts accumulate before the horizon.
[[nodiscard]] std::optional<TwoDiscMotion> motion_of(const LineOfTwo& line, double horizon);

}  // namespace impactbench
