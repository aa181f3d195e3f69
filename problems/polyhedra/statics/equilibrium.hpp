#pragma once

#include "problems/model/polyhedral_system.hpp"

#include <Eigen/Core>

#include <string_view>

namespace impactbench {

struct EquilibriumSettings {
  int load_steps{10};      ///< equal steps from no load to the full one, >= 1
  int iterations{60};      ///< largest number of Newton iterations per load step
  double tolerance{1e-9};  ///< largest residual over the largest force of a link, where rounding
                           ///< of the positions allows it
  double reach{0.2};       ///< largest rotation [rad], and shift over a link, in one iteration
};

struct Equilibrium {
  Eigen::VectorXd q;          ///< positions, the last iterate
  bool found{false};          ///< whether the full load is balanced to the tolerance or to rounding
  int iterations{0};          ///< of all load steps
  double residual{0.0};       ///< as the tolerance is measured
  std::string_view reason{};  ///< empty when found
};

/// Positions at which elastic forces and the loads of the system, at time `t`, balance on every
/// cell that is not fixed: Newton's method with the energy's second derivative and a sparse LDL^T
/// factorisation. An unsupported body may have self-equilibrated loads; its rigid motions are
/// removed from every iteration. Starts from rest. Throws ConfigurationError on settings out of
/// range.
[[nodiscard]] Equilibrium find_equilibrium(const PolyhedralSystem& system, double t,
                                           const EquilibriumSettings& settings = {});

}  // namespace impactbench
