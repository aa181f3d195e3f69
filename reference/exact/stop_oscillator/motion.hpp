#pragma once

#include "reference/support/driven_piece.hpp"

#include <vector>

namespace impactbench::exact::stop_oscillator {

/// m d2x/dt2 = -k x + m g + F sin(W t) in front of a stop at x = gap.
struct Oscillator {
  double mass, stiffness, gravity, force, rate;  ///< rate: W [rad/s]
  double gap, restitution;
  double stop{0.0};  ///< stiffness of the stop [N/m]; 0: rigid
};

/// Between two events: free, with k + k_s in place of k while a stop of stiffness k_s is pressed,
/// or x = gap and v = 0 while a rigid stop holds the mass.
struct Piece {
  enum class Mode { free, pressed, held };
  Mode mode;
  DrivenPiece line;

  [[nodiscard]] double displacement(double s) const {
    return mode == Mode::held ? 0.0 : line.displacement(s);
  }
  [[nodiscard]] double speed(double s) const { return mode == Mode::held ? 0.0 : line.speed(s); }
};

struct StopMotion {
  Oscillator oscillator;
  std::vector<Piece> pieces;          ///< ascending in time, valid to the end
  std::vector<double> closes, opens;  ///< instants at which the stop begins, and ends, to act
  double deepest{0.0};                ///< of a stop that gives way [m]
  bool grazes{false};                 ///< touches the stop where it turns round

  void at(double t, double& x, double& v) const;
};

/// The motion from x <= gap and v at t = `start` [s] to `end` [s]. Impacts slower than 1e-11 times
/// the fastest end their series: the mass then rests if it is pressed against a rigid stop.
[[nodiscard]] StopMotion motion_of(const Oscillator& oscillator, double start, double x, double v,
                                   double end);

}  // namespace impactbench::exact::stop_oscillator
