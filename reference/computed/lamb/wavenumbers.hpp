#pragma once

#include "reference/computed/lamb/half_space.hpp"

#include <complex>
#include <vector>

namespace impactbench::computed::lamb {

/// Lamb's problem for a source at any depth: integral over frequency and wavenumber.
///
/// At the complex frequency s = epsilon + i omega, with nu_c = sqrt(k^2 + s^2/c^2), Re nu_c > 0,
/// potentials u = (phi,x - psi,z, phi,z + psi,x) and a vertical unit force at depth z_s, the direct
/// waves are (d = z - z_s)
///
///   phi = -sgn(d) exp(-nu_p |d|) / (2 rho s^2),   psi = -i k exp(-nu_s |d|) / (2 rho s^2 nu_s),
///
/// and the waves reflected by the free surface follow from sigma_zz = sigma_xz = 0 at z = 0. The
/// integral over k leaves the real axis where exp(-i k x) then decays and no singularity is met
/// (left of 0 into the third quadrant, right of all poles into the fourth). The one over omega is a
/// sum of period 2 pi / spacing; epsilon makes its aliases exp(-18) of a signal that has nearly
/// died out. Error below 1e-9 of the peak for horizontal distances above 1 / (largest wavenumber);
/// it shares no part of the computation with ShiftedPath.
class Wavenumbers {
 public:
  /// Prepares times in [0, end]; `source_depth` >= 0 [m]. Throws ConfigurationError.
  Wavenumbers(const HalfSpace& ground, const Ricker& force, double source_depth, Receiver receiver,
              double end);

  [[nodiscard]] Displacement at(double t) const;  ///< 0 <= t <= end [s]

 private:
  struct Amplitude {
    std::complex<double> s, x, z;
  };
  std::vector<Amplitude> spectrum_;
  double end_;
};

}  // namespace impactbench::computed::lamb
