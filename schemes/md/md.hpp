#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/spring_contacts.hpp"

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
using Params = SpringLaw;

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::md
