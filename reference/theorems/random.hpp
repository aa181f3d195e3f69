#pragma once

#include <Eigen/Dense>

#include <cmath>
#include <cstdint>
#include <random>

namespace impactbench::theorems {

using Vector = Eigen::VectorXd;

/// Random numbers of a seed, the same on every machine: distributions are our own.
class Random {
 public:
  explicit Random(std::uint64_t seed) : engine_(seed) {}

  /// Uniform in [low, high).
  double between(double low, double high) {
    return low + (high - low) * static_cast<double>(engine_() >> 11) * 0x1p-53;
  }
  /// Uniform logarithm, 0 < low < high.
  double over_decades(double low, double high) {
    return low * std::pow(high / low, between(0.0, 1.0));
  }
  /// One of 0 .. n - 1.
  int below(int n) { return static_cast<int>(between(0.0, n)); }
  /// Uniform on the unit sphere of R^n.
  Vector direction(Eigen::Index n) {
    for (;;) {
      Vector x(n);
      for (double& component : x)
        component = between(-1.0, 1.0);
      const double length = x.norm();
      if (length > 0.1 && length <= 1.0) return x / length;
    }
  }

 private:
  std::mt19937_64 engine_;
};

}  // namespace impactbench::theorems
