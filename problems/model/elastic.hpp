#pragma once

namespace impactbench {

/// Isotropic linear elasticity.
struct Elastic {
  double young{0.0};    ///< E [Pa] > 0
  double poisson{0.0};  ///< nu [-] in (-1, 0.5)
  double density{0.0};  ///< rho [kg/m3] > 0

  [[nodiscard]] double mu() const { return 0.5 * young / (1.0 + poisson); }
  [[nodiscard]] double lambda() const {
    return young * poisson / ((1.0 + poisson) * (1.0 - 2.0 * poisson));
  }
};

}  // namespace impactbench
