#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/springs/spring_contacts.hpp"

namespace impactbench::dem {

/// Explicit discrete element method: spring and dashpot along the normal, Cundall's spring with
/// Coulomb's bound along the tangent.
///
///   M a^n = F_ext (mean over the step) + sum of contact forces at q^n, v^n
///   q^{n+1} = q^n + h v^n + h^2/2 a^n,   v^{n+1} = v^n + h a^n
///
/// with the contact forces of spring_contacts.hpp, linear or of Hertz and Mindlin, and the torques
/// against rolling and twisting of rolling_resistance.hpp; generalised systems follow
/// spring_coordinates.hpp, with linear springs at their constraints.
///
/// The restitution e of the problem sets zeta, so that bodies rebound with e times their speed up
/// to O(h). Order 1 in contact; with linear springs, as an oscillator of frequency omega = 1 /
/// sqrt(R m_red) the undamped step multiplies its energy by 1 + omega^2 h^2 / 2, so an impact gains
/// (pi/2) omega h of it: unconditionally unstable in persistent contact, harmless while contacts
/// are short. With a dashpot of ratio zeta the determinant is 1 - 2 zeta omega h + (omega h)^2 / 2
/// and the trace 2 - 2 zeta omega h - (omega h)^2 / 2: persistent contacts are stable for omega h
/// <= min(4 zeta, 1 / zeta), and beyond 1 / zeta a contact separates faster than it closed. Beyond
/// that, and beyond omega h = 2, where a hit is not resolved and its energy explodes, steps are
/// refused. Source: nguyen2024, section 4.2.2 and the appendix listing; friction: Cundall & Strack
/// 1979 (Geotechnique 29), Luding 2008 (Granular Matter 10).
///
/// Choose it for springs at contacts that are short or damped, where one explicit evaluation of
/// forces a step is all one can afford; md needs no more and does not gain energy in elastic
/// contacts.
using Params = SpringLaw;

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::dem
