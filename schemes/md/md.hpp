#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/springs/spring_contacts.hpp"

namespace impactbench::md {

/// Molecular dynamics with granular springs: the leapfrog, drift, kick and drift, with the contacts
/// of dem.
///
///   q_m = q^n + (h/2) v^n
///   M a = F_ext (mean over the step) + sum of contact forces at q_m, v^n   (spring_contacts.hpp)
///   v^{n+1} = v^n + h a,   q^{n+1} = q_m + (h/2) v^{n+1}
///
/// Generalised systems follow spring_coordinates.hpp. One evaluation of the forces a step, as in
/// dem, and symplectic where nothing is dissipated: order 2 in contact; the energy oscillates by a
/// part omega^2 h^2 while a linear contact of frequency omega = 1 / sqrt(R m_red) is closed, and
/// does not drift. Stable in a contact that stays closed for omega h <= 2 (sqrt(1 + zeta^2) -
/// zeta): 2 without a dashpot, 0.83 with the critical one of restitution 0. v_n^2 + omega^2
/// q_{n-1/2} q_{n+1/2} is kept while it is closed, so that without a dashpot a hit, which begins
/// and ends anywhere in a step, ends with 1 - s to 1 / (1 - s) times its energy, s = (omega h)^2 /
/// 4. Dashpots use the velocity at the beginning of the step, hence order 1 with them. Source:
/// Verlet 1967 (Phys. Rev. 159), in the form of positions; Hairer, Lubich and Wanner 2003 (Acta
/// Numerica 12), section 1.
///
/// Choose it for springs at contacts that steps resolve, when the energy of elastic motion must not
/// drift, at one evaluation of forces a step.
using Params = SpringLaw;

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::md
