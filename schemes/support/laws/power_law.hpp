#pragma once

#include <cmath>
#include <utility>

namespace impactbench {

/// Secant of [D]_+^alpha, the heart of the INC schemes: x = D^{n+1}, y = D^n [m], alpha >= 2 real.
struct PowerLaw {
  double alpha{2.0};

  /// [x]_+^p; exact products for the usual small integers.
  [[nodiscard]] static double power(double x, double p) {
    if (!(x > 0.0)) return x <= 0.0 ? 0.0 : x;  // NaN stays NaN
    if (p == 1.0) return x;
    if (p == 2.0) return x * x;
    if (p == 3.0) return x * x * x;
    if (p == 4.0) return (x * x) * (x * x);
    return std::pow(x, p);
  }

  /// (x^alpha - y^alpha) / (x - y) for x, y >= 0, without cancellation: for integer alpha the sum
  /// of x^(alpha-1-a) y^a over a = 0 .. alpha-1, in general y^(alpha-1) expm1(alpha log1p(s)) / s
  /// with s = (x - y) / y and x >= y (the quotient is symmetric).
  [[nodiscard]] double quotient(double x, double y) const {
    if (alpha == 2.0) return x + y;
    if (alpha == 3.0) return x * x + x * y + y * y;
    if (alpha == 4.0) return (x + y) * (x * x + y * y);
    if (x < y) std::swap(x, y);
    if (y == 0.0) return power(x, alpha - 1.0);
    const double s = (x - y) / y;
    const double slope = s == 0.0 ? alpha : std::expm1(alpha * std::log1p(s)) / s;
    return power(y, alpha - 1.0) * slope;
  }
};

}  // namespace impactbench
