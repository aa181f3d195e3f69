#pragma once

#include "problems/model/obstacle.hpp"

#include <functional>

namespace impactbench {

/// An acceleration that is the same everywhere and varies in time: a(t) = value(t) along.
/// `primitive` is an integral of `value`, so that the mean over a step is exact:
///   (primitive(t1) - primitive(t0)) / (t1 - t0).
struct UniformField {
  Vec3 along{0.0, 0.0, 0.0};                ///< direction, unit vector [-]
  std::function<double(double)> value;      ///< right limit where it jumps [m/s2]
  std::function<double(double)> primitive;  ///< continuous [m/s]
  [[nodiscard]] bool acts() const { return static_cast<bool>(value); }
  [[nodiscard]] double mean(double t0, double t1) const {
    return (primitive(t1) - primitive(t0)) / (t1 - t0);
  }
};

}  // namespace impactbench
