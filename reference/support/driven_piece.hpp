#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

namespace impactbench {

/// Motion on a line between two events, d2x/dt2 = c - w^2 x + f sin(W t), in closed form:
///
///   w > 0   x = c / w^2 + A cos(w s) + B sin(w s) + C sin(W t),   C = f / (w^2 - W^2)
///   w = 0   x = A + B s + c s^2 / 2 + C sin(W t),                 C = -f / W^2
///
/// s the time since its start. It does not cover resonance, w = W with f != 0.
class DrivenPiece {
 public:
  struct Law {
    double constant{0.0};          ///< c [m/s2]
    double square{0.0};            ///< w^2 [1/s2]
    double force{0.0}, rate{1.0};  ///< f [m/s2], W [rad/s]
  };

  DrivenPiece(const Law& law, double t, double place, double rate)
      : start(t), x(place), v(rate), law_(law), own_(std::sqrt(law.square)) {
    if (law.force != 0.0) forced_ = law.force / (law.square - law.rate * law.rate);
    const double free = v - forced_ * law.rate * std::cos(law.rate * t);
    sine_ = own_ > 0.0 ? free / own_ : free;
    if (own_ > 0.0) cosine_ = x - law.constant / law.square - forced_ * std::sin(law.rate * t);
  }

  /// x(s) - x(0): a difference of each term, so that short flights keep all digits.
  [[nodiscard]] double displacement(double s) const {
    const double driven =
        2.0 * forced_ * std::cos(law_.rate * (start + 0.5 * s)) * std::sin(0.5 * law_.rate * s);
    if (own_ == 0.0) return sine_ * s + 0.5 * law_.constant * s * s + driven;
    const double half = std::sin(0.5 * own_ * s);
    return sine_ * std::sin(own_ * s) - 2.0 * cosine_ * half * half + driven;
  }
  [[nodiscard]] double speed(double s) const {
    const double driven = forced_ * law_.rate * std::cos(law_.rate * (start + s));
    if (own_ == 0.0) return sine_ + law_.constant * s + driven;
    return own_ * (sine_ * std::cos(own_ * s) - cosine_ * std::sin(own_ * s)) + driven;
  }
  [[nodiscard]] double acceleration(double s) const {
    return law_.constant - law_.square * (x + displacement(s)) +
           law_.force * std::sin(law_.rate * (start + s));
  }
  /// A small part of its shortest period; `rest` where it has none.
  [[nodiscard]] double sampling_interval(double rest) const {
    const double quick = own_ + (law_.force != 0.0 ? law_.rate : 0.0);
    return quick > 0.0 ? 0.05 / quick : rest;
  }

  double start, x, v;  ///< at its start

 private:
  Law law_;
  double own_, forced_{0.0}, sine_, cosine_{0.0};
};

/// The point after `low` at which a function >= 0 at `low` falls below zero, by bisection.
template <class Function>
double bisected(double low, double high, Function&& f) {
  for (int k = 0; k < 200; ++k) {
    const double middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) break;
    (f(middle) < 0.0 ? high : low) = middle;
  }
  return high;
}

/// The first s in (0, end) at which f falls below zero; f(0) >= 0. It samples f at each
/// `sampling_interval`, and at a minimum between two samples.
template <class Function, class Slope>
std::optional<double> first_fall(double sampling_interval, double end, Function&& f,
                                 Slope&& slope) {
  for (double s = 0.0; s < end;) {
    const double next = std::min(s + sampling_interval, end);
    if (f(next) < 0.0) return bisected(s, next, f);
    if (slope(s) < 0.0 && slope(next) > 0.0) {
      const double least = bisected(s, next, [&](double r) { return -slope(r); });
      if (f(least) < 0.0) return bisected(s, least, f);
    }
    s = next;
  }
  return std::nullopt;
}

}  // namespace impactbench
