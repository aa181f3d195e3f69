#pragma once

#include <array>
#include <cmath>
#include <numbers>

namespace impactbench {

/// Gauss-Legendre rule on [-1, 1] with N nodes, exact for polynomials of degree 2 N - 1.
template <int N>
struct GaussLegendre {
  std::array<double, N> node{}, weight{};

  /// Newton's iteration on P_N from the nodes of Chebyshev; weight 2 / ((1 - x^2) P_N'(x)^2).
  GaussLegendre() {
    for (int i = 0; i < N; ++i) {
      double x = std::cos(std::numbers::pi * (i + 0.75) / (N + 0.5)), slope = 1.0;
      for (int iteration = 0; iteration < 50; ++iteration) {
        double below = 1.0, p = x;
        for (int n = 2; n <= N; ++n) {
          const double next = ((2 * n - 1) * x * p - (n - 1) * below) / n;
          below = p;
          p = next;
        }
        slope = N * (x * p - below) / (x * x - 1.0);
        const double change = p / slope;
        x -= change;
        if (std::abs(change) < 1e-16) break;
      }
      node[static_cast<std::size_t>(i)] = x;
      weight[static_cast<std::size_t>(i)] = 2.0 / ((1.0 - x * x) * slope * slope);
    }
  }

  /// Calls f(x, w) for the nodes and weights of the rule on [a, b].
  template <class F>
  void each(double a, double b, F&& f) const {
    for (std::size_t i = 0; i < N; ++i)
      f(0.5 * (a + b) + 0.5 * (b - a) * node[i], 0.5 * (b - a) * weight[i]);
  }
};

}  // namespace impactbench
