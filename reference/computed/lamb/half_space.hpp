#pragma once

#include <cmath>
#include <complex>

namespace impactbench::computed::lamb {

/// An isotropic elastic half-space z >= 0 (z points down) in plane strain.
class HalfSpace {
 public:
  /// Density [kg/m3] > 0, Young's modulus [Pa] > 0, Poisson's ratio [-] in [0, 0.5). Throws
  /// ConfigurationError otherwise.
  HalfSpace(double density, double young, double poisson);

  [[nodiscard]] double lambda() const { return lambda_; }      ///< [Pa]
  [[nodiscard]] double mu() const { return mu_; }              ///< [Pa]
  [[nodiscard]] double density() const { return density_; }    ///< [kg/m3]
  [[nodiscard]] double cp() const { return cp_; }              ///< speed of P waves [m/s]
  [[nodiscard]] double cs() const { return cs_; }              ///< speed of S waves [m/s]
  [[nodiscard]] double rayleigh() const { return rayleigh_; }  ///< speed of Rayleigh waves [m/s]

 private:
  double density_, lambda_, mu_, cp_, cs_, rayleigh_;
};

/// Force per unit thickness on a line, downwards positive, as a function of time [N/m]: F(t) = (1 -
/// 2 a T^2) exp(-a T^2), T = t - delay, a = (pi frequency)^2: Ricker's wavelet of amplitude 1. It
/// is an entire function, so that the integrals may leave the real axis.
class Ricker {
 public:
  /// Frequency of the spectrum's peak [Hz] > 0 and time of the peak [s].
  explicit Ricker(double frequency = 14.5, double delay = 0.1);

  [[nodiscard]] double a() const { return a_; }          ///< [1/s2]
  [[nodiscard]] double delay() const { return delay_; }  ///< [s]
  template <class T>
  [[nodiscard]] T operator()(const T& t) const {
    const T square = a_ * (t - delay_) * (t - delay_);
    using std::exp;
    return (1.0 - 2.0 * square) * exp(-square);
  }
  /// int F(t) exp(-s t) dt = -(s^2 / 2a) sqrt(pi / a) exp(s^2 / 4a - s delay).
  [[nodiscard]] std::complex<double> laplace(std::complex<double> s) const;
  /// Half of the time interval outside of which |F| < 1e-17 [s].
  [[nodiscard]] double reach() const;

 private:
  double a_, delay_;
};

/// Displacement per unit force amplitude [m / (N/m)]: x from the point above the source, z down.
struct Displacement {
  double x{0.0}, z{0.0};
};

/// The place of a receiver [m].
struct Receiver {
  double x{0.0};  ///< along the surface from the source, any sign
  double z{0.0};  ///< depth >= 0
};

/// Throws ConfigurationError, with one sentence, if the receiver is above the surface, not finite
/// or at the source (0, source_depth).
void check(const Receiver& receiver, double source_depth);

}  // namespace impactbench::computed::lamb
