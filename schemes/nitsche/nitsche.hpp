#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::nitsche {

/// Nitsche's method for contact of elastic bodies: the contact force is computed from the stress
/// and the gap, consistently with both, so that it is neither a multiplier nor a penalty. With G
/// the gradients g_a of all constraints, F the force of the system and K = -dF/dq its stiffness:
///
///   R(q) = -(G^T G)^-1 G^T F(q)    [N], what would hold the nodes that meet: the stress there
///   rho_a = dR_a/dq = row a of (G^T G)^-1 G^T K,      C = (G^T G)^-1 G^T K G (G^T G)^-1
///   p_a = [R_a - kappa_a f_a]_+    [N], kappa_a = gamma C_aa [N/m], f_a(q) the gap
///   M dv/dt = F + sum p_a g_a + sum (Theta / kappa_a) (R_a - p_a) rho_a
///
/// p_a = [p_a - kappa_a f_a]_+ is 0 <= p_a perpendicular to f_a >= 0 for each kappa_a > 0, and the
/// method replaces the inner p_a by the stress: for a body at rest p_a = R_a, f_a = 0. The last
/// term is a variation of the stress, and 0 where the method is exact. Between two bars R is the
/// mean of the stresses of both ends. Variants:
///
///   symmetric   Theta = 1    the gradient of the energy below
///   plain       Theta = 0    one term less
///   skew        Theta = -1   statics have solutions for every gamma > 0
///
/// The trapezoidal rule in time, with p_a of a step either a mean or a difference quotient:
///
///   trapezoid    (p_a^n + p_a^{n+1}) / 2
///   conserving   ([x']_+^2 - [x]_+^2) / (2 (x' - x)),  x = R_a - kappa_a f_a at the ends of a step
///
/// For linear forces and gaps the latter and Theta = 1 conserve, in every step of any length and up
/// to rounding,
///
///   E + sum (p_a^2 - R_a^2) / (2 kappa_a),   E the energy of the system.
///
/// This is positive definite in the strains where gamma is above the largest eigenvalue of C_ab /
/// sqrt(C_aa C_bb): 1 for one constraint (Cauchy and Schwarz in K). The energy E itself varies by
/// the difference during contact, R_a^2 / (2 kappa_a) = m w^2 d / (2 gamma) for a bar of mass m per
/// length in elements of length d that hits a wall with w: of the order of the kinetic energy of an
/// element, and none of it is lost. Variants without such a quantity gain energy in contacts, the
/// more the smaller gamma. A contact overlaps while it stops the node, of mass m d / 2, and under
/// the pressure of the wave: w (d / c) (1 / sqrt(2 gamma) + 1 / gamma) at most, c the wave speed.
/// For large gamma it is a penalty: the node oscillates against kappa, and so do reactions.
///
/// No impact law: p is continuous in the place. G and K are those of the start: gaps and forces
/// must be nearly linear. Positions are of order 2 in the step for the differential equation above,
/// which is that of the system to the order of the elements: R includes the weight of the contact
/// nodes, so that they rest at f = 0, but also strains them in free fall if Theta != 0. Where waves
/// leave a body and come back, contacts begin early by the dispersion of the elements, not because
/// of the stress in p: a bar bounces as early as with the modified mass, to a tenth.
///
/// Source: Chouly, Hild and Renard, ESAIM: M2AN 49 (2015), 481 and 503, for finite elements, with
/// gamma = gamma_0 their parameter over the size of elements; here K stands for the mesh. The
/// difference quotient is that of Gonzalez 2000. Energy and overlap: derived here.
///
/// Choose it for contact of an elastic body in finite elements without multipliers and impact law;
/// the symmetric variant with the conserving rule keeps an energy of its own. Gaps and forces must
/// be nearly linear.
struct Params {
  std::string variant{"symmetric"};
  std::string rule{"conserving"};
  double gamma{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"variant", "-", "which variation of the stress takes part"}, self.variant,
      OneOf{"symmetric", "plain", "skew"});
    f(Field{"rule", "-", "mean of the contact force over a step"}, self.rule,
      OneOf{"conserving", "trapezoid"});
    f(Field{"gamma", "-", "stiffness of the contact over that of the nodes in contact"}, self.gamma,
      Range{1.0, 1e6});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::nitsche
