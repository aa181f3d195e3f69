#pragma once

#include "reference/support/elastic_bounce.hpp"

#include <boost/multiprecision/cpp_bin_float.hpp>

#include <array>
#include <vector>

namespace impactbench::computed::compliant_impact {

using Wide = boost::multiprecision::cpp_bin_float_50;

/// D'' = g - K D^p by Taylor series of order 30 in 50 digits. The series of y = D^p follows from
/// D y' = p y D':  y_n = (1 / (n D_0)) sum_{k=1..n} (p k - (n - k)) D_k y_{n-k}.
/// The step keeps the last terms below 1e-32 of the depth and, since D = 0 is a branch point for
/// non-integer p, below a fraction of the time in which D would reach it.
class TaylorPath {
 public:
  static constexpr int order = 30;
  struct Law {
    Wide g, stiffness, power;  ///< g, K, p
  };

  /// From depth D_0 > 0 and rate V_0, until `end` [s], or until D < smallest.
  TaylorPath(const Law& law, const Wide& depth, const Wide& rate, const Wide& end,
             const Wide& smallest);

  /// The state at t; beyond the end on a straight line.
  [[nodiscard]] DepthState at(double t) const;
  [[nodiscard]] Wide end() const { return end_; }
  [[nodiscard]] Wide last_depth() const { return depth_; }
  [[nodiscard]] Wide last_rate() const { return rate_; }
  /// Largest relative change of V^2/2 - g D + K D^(p+1) / (p+1) over the path.
  [[nodiscard]] double energy_defect() const { return defect_; }

 private:
  /// Coefficients of powers of (t - start) / length: those of t - start leave the range of a double
  /// where a stiff contact opens.
  struct Piece {
    double start, length;
    std::array<double, order + 1> coefficients;
  };
  using Series = std::array<Wide, order + 1>;
  void expand(const Law& law, Series& d) const;

  std::vector<Piece> pieces_;
  Wide depth_, rate_, end_;
  double defect_{0.0};
};

}  // namespace impactbench::computed::compliant_impact
