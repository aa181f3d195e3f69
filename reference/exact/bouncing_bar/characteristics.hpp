#pragma once

#include <cstddef>
#include <optional>
#include <vector>

namespace impactbench::exact::bouncing_bar {

/// An elastic bar of length L and wave speed c whose first end meets a wall at 0, by
/// characteristics. It starts without strain at the distance `gap`, with the speed w towards the
/// wall, under the weight g. Waves from the wall travel up, are reflected by the free end without a
/// change of sign, and come down again T = 2 L / c later:
///
///   u(s, t) = gap - w t - g t^2 / 2 + F(t - s / c) + F(t - T + s / c),   F = 0 before t = 0
///
/// The reaction over E A / c, the same as the pressure over rho c, is F'(t) - F'(t - T). Off the
/// wall it is zero; at the wall u(0, t) = 0:
///
///   off   F'(t) = F'(t - T)               until u(0, t) falls to 0
///   at    F'(t) = w + g t - F'(t - T)     until F'(t) - F'(t - T) falls below 0
///
/// so that F' is piecewise linear for ever, and both ends of a contact are roots of polynomials of
/// degree two and one. Source: d'Alembert; Doyen, Ern and Piperno 2011 for one set of numbers.
class Characteristics {
 public:
  struct Bar {
    double length, wave_speed, gravity, gap, speed;
  };
  /// The motion until `end`; nothing if that takes more than 100 000 pieces.
  [[nodiscard]] static std::optional<Characteristics> motion(const Bar& bar, double end);

  /// Displacement and velocity at the distance s from the first end, at t in [0, end].
  void at(double s, double t, double& u, double& v) const;
  /// Strain at s and t.
  [[nodiscard]] double strain(double s, double t) const;
  /// Reaction of the wall over E A / c, and its integral from 0 to t.
  [[nodiscard]] double reaction(double t) const;
  [[nodiscard]] double impulse(double t) const;
  /// The times at which the end reaches the wall, and leaves it [s].
  [[nodiscard]] const std::vector<double>& arrivals() const { return arrivals_; }
  [[nodiscard]] const std::vector<double>& departures() const { return departures_; }

 private:
  /// F = value + rate s + bend s^2 / 2 from `begin` on, s = t - begin.
  struct Piece {
    double begin, value, rate, bend;
  };
  struct Point {
    double value, rate, bend;
  };
  explicit Characteristics(const Bar& bar)
      : bar_(bar), period_(2.0 * bar.length / bar.wave_speed) {}
  [[nodiscard]] Point point(double t) const;
  [[nodiscard]] double leaves_at(const Point& down, double t, double room) const;
  [[nodiscard]] double arrives_at(const Point& down, double t, double height, double room) const;

  Bar bar_;
  double period_;
  std::vector<Piece> pieces_;
  std::vector<double> arrivals_, departures_;
};

}  // namespace impactbench::exact::bouncing_bar
