#pragma once

#include "reference/computed/lamb/half_space.hpp"

#include <complex>
#include <vector>

namespace impactbench::computed::lamb {

/// Lamb's problem, source on the surface, receiver anywhere: Cagniard-de Hoop with the convolution
/// on a path beside the real axis of time.
///
/// With horizontal slowness p, eta_c = sqrt(1/c^2 - p^2), Gamma = 1/cs^2 - 2 p^2 and Rayleigh's
/// function R = Gamma^2 + 4 p^2 eta_p eta_s the displacement for a unit force is
///
///   u(T) = Im / (pi mu)  sum over c in {P, S}  int_{p = 0}^{infinity} f_c(p) F(T - p x - eta_c z)
///   dp, f_P = (p Gamma, eta_p Gamma) / R,   f_S = (-2 p eta_p eta_s, 2 p^2 eta_p) / R.
///
/// f_c and F are analytic in the upper half plane of p, so that any path from p = 0 to infinity
/// there gives the same: this one is Cagniard's p(t) = (x t + i z sqrt(t^2 - r^2/c^2)) / r^2 at
/// times t with an imaginary part of 0.9 / sqrt(a), which keeps it off the branch points (arrivals,
/// head wave) and off Rayleigh's pole. Gauss-Legendre panels; error below 1e-11 of the peak.
/// Source: H. Lamb 1904; A. T. de Hoop 1960; the shift is standard contour deformation.
class ShiftedPath {
 public:
  /// Prepares times up to `end` [s]. Throws ConfigurationError on a bad receiver.
  ShiftedPath(const HalfSpace& ground, const Ricker& force, Receiver receiver, double end);

  /// Displacement at time t <= end [s]; throws ConfigurationError beyond `end`.
  [[nodiscard]] Displacement at(double t) const;

 private:
  struct Node {
    std::complex<double> time;  ///< of the wave that leaves at 0
    std::complex<double> x, z;  ///< f dp with the weight, both components
  };
  enum class Wave { p, s };
  void lay(const HalfSpace& ground, Wave wave);
  /// Adds the node at the time z / c + `later`.
  void add(const HalfSpace& ground, Wave wave, std::complex<double> later, std::complex<double> dt,
           std::vector<Node>& path) const;

  Ricker force_;
  Receiver receiver_;
  double end_, sign_;
  std::vector<Node> p_, s_;  ///< by increasing real part of the time
};

}  // namespace impactbench::computed::lamb
