#pragma once

#include "problems/model/obstacle.hpp"

#include <functional>
#include <numbers>
#include <optional>

namespace impactbench {

/// A shaking frame: its position is amplitude sin(omega t + phase), omega = 2 pi frequency, so that
/// bodies at rest in it feel the acceleration amplitude omega^2 sin(omega t + phase).
struct Shake {
  Vec3 amplitude{0.0, 0.0, 0.0};  ///< [m]
  double frequency{0.0};          ///< [Hz]
  double phase{0.0};              ///< [rad]

  [[nodiscard]] double omega() const { return 2.0 * std::numbers::pi * frequency; }
  /// The same motion with time counted from `t` [s].
  [[nodiscard]] Shake after(double t) const { return {amplitude, frequency, phase + omega() * t}; }
};

/// An acceleration that is the same everywhere and varies in time: a(t) = value(t) along.
/// `primitive` is an integral of `value`, so that the mean over a step is exact:
///   (primitive(t1) - primitive(t0)) / (t1 - t0).
struct UniformField {
  Vec3 along{0.0, 0.0, 0.0};                ///< direction, unit vector [-]
  std::function<double(double)> value;      ///< right limit where it jumps [m/s2]
  std::function<double(double)> primitive;  ///< continuous [m/s]
  std::optional<Shake> shake{};             ///< its origin, if this is one
  [[nodiscard]] bool acts() const { return static_cast<bool>(value); }
  [[nodiscard]] double mean(double t0, double t1) const {
    return (primitive(t1) - primitive(t0)) / (t1 - t0);
  }
};

/// The field of a shaking frame.
[[nodiscard]] UniformField field_of(const Shake& shake);

}  // namespace impactbench
