#pragma once

#include "schemes/solvers/support/blocks/plane_length.hpp"

#include <array>
#include <cmath>
#include <cstddef>
#include <limits>

namespace impactbench {

/// The cone z_0 >= |z_t| of `N` numbers, its Jordan algebra and the scaling of Nesterov and Todd.
///
///   a o b = (a . b, a_0 b_t + b_0 a_t),   det a = a_0^2 - |a_t|^2
///
/// N = 1 is the half-line, where all this is multiplication.
/// Source: Alizadeh and Goldfarb 2003 (Math. Program. 95); Nesterov and Todd 1997.
template <std::size_t N>
struct SecondOrderCone {
  using Point = std::array<double, N>;

  static double tail(const double* a) {
    if constexpr (N == 1) return 0.0;
    if constexpr (N == 2) return std::abs(a[1]);
    if constexpr (N == 3) return plane_length(a[1], a[2]);
  }

  /// The x with by o x = a, `by` inside the cone.
  static Point quotient(const Point& a, const Point& by) {
    const double t = tail(by.data());
    Point out;
    out[0] = by[0] * a[0];
    for (std::size_t k = 1; k < N; ++k)
      out[0] -= by[k] * a[k];
    out[0] /= (by[0] - t) * (by[0] + t);
    for (std::size_t k = 1; k < N; ++k)
      out[k] = (a[k] - out[0] * by[k]) / by[0];
    return out;
  }

  /// The symmetric W with W z = W^-1 v, for z and v inside the cone.
  class Scaling {
   public:
    /// `low` is v_0 - |v_t|, which v alone gives only up to rounding. Where rounding has put one of
    /// the two on the cone there is no such W, and its entries are not numbers.
    Scaling(const double* z, const Point& v, double low) {
      const double t = tail(z);
      const double root_z = std::sqrt((z[0] - t) * (z[0] + t)),
                   root_v = std::sqrt(low * (v[0] + tail(v.data())));
      if (!(root_z > 0.0 && root_v > 0.0)) {
        w_.fill(std::numeric_limits<double>::quiet_NaN());
        size_ = w_[0];
        return;
      }
      double inner = 0.0, square = 0.0;
      for (std::size_t k = 0; k < N; ++k)
        inner += z[k] / root_z * (v[k] / root_v);
      const double twice = std::sqrt(2.0 * (1.0 + inner));
      for (std::size_t k = 1; k < N; ++k) {
        w_[k] = (v[k] / root_v - z[k] / root_z) / twice;
        square += w_[k] * w_[k];
      }
      w_[0] = std::sqrt(1.0 + square);
      size_ = std::sqrt(root_v / root_z);
    }

    [[nodiscard]] Point times(const double* a) const { return apply(a, 1.0, size_); }
    [[nodiscard]] Point inverse_times(const double* a) const { return apply(a, -1.0, 1.0 / size_); }

    /// W^-2, row-major.
    [[nodiscard]] std::array<double, N * N> inverse_square() const {
      std::array<double, N * N> out;
      for (std::size_t i = 0; i < N; ++i) {
        for (std::size_t j = 0; j < N; ++j) {
          const double sign = (i == 0) == (j == 0) ? 2.0 : -2.0;
          const double unit = i != j ? 0.0 : (i == 0 ? -1.0 : 1.0);
          out[i * N + j] = (sign * w_[i] * w_[j] + unit) / (size_ * size_);
        }
      }
      return out;
    }

   private:
    [[nodiscard]] Point apply(const double* a, double sign, double factor) const {
      double along = 0.0;
      for (std::size_t k = 1; k < N; ++k)
        along += sign * w_[k] * a[k];
      Point out;
      out[0] = factor * (w_[0] * a[0] + along);
      const double more = a[0] + along / (1.0 + w_[0]);
      for (std::size_t k = 1; k < N; ++k)
        out[k] = factor * (a[k] + sign * more * w_[k]);
      return out;
    }

    Point w_{};  ///< of determinant 1
    double size_{1.0};
  };
};

}  // namespace impactbench
