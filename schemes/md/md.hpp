#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::md {

/// Molecular dynamics with granular springs: the leapfrog, drift, kick and drift, with the contacts
/// of dem.
///
///   q_m = q^n + (h/2) v^n
///   M a = F_ext (mean over the step) + sum of contact forces at q_m, v^n   (spring_contacts.hpp)
///   v^{n+1} = v^n + h a,   q^{n+1} = q_m + (h/2) v^{n+1}
///
/// One evaluation of the forces a step, as dem, and symplectic where nothing is dissipated: order 2
/// in contact, the energy swings by a part omega^2 h^2 while a contact of frequency
/// omega = 1 / sqrt(R m_red) is closed and does not drift. Stable for omega h <= 2. Dashpots see
/// the velocity at the beginning of the step, hence order 1 with them. Source: Verlet 1967 (Phys.
/// Rev. 159), in the form of positions; Hairer, Lubich and Wanner 2003 (Acta Numerica 12),
/// section 1.
struct Params {
  double R{1e-5};  ///< compliance of a contact [m/N]
  double tangential{2.0 / 7.0};
  double tangential_damping{0.2};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
    f(Field{"tangential", "-", "stiffness of the tangential spring, times R"}, self.tangential,
      Range::positive());
    f(Field{"tangential_damping", "-", "damping ratio of the tangential spring"},
      self.tangential_damping, Range::between(0.0, 1.0));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::md
