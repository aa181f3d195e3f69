#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::mass_redistribution {

/// The modified mass method for contact of elastic bodies: motion along the gradient of a
/// constraint has no inertia, so that contact is a static condition there, and its mass is given to
/// its neighbours. With G the gradients g_a of all constraints, K the stiffness -dF/dq:
///
///   M_r = T^T M T,   T = I - G (G^T K G)^-1 (K G)^T
///   M_r (v^{n+1} - v^n) = (h/2) (F^n + F^{n+1} + sum (r_a^n + r_a^{n+1}) g_a)
///   q^{n+1} = q^n + (h/2) (v^n + v^{n+1}) but for what is along G
///   0 <= r_a^{n+1} [N]  perpendicular to  f_a(q^{n+1}) >= 0,   G^T (F^{n+1} + sum r_a g_a) = 0
///
/// T lets the massless motion follow statically: T g_a = 0, and T x = x for motions x without
/// elastic resistance, K x = 0. Hence M_r g_a = 0, and x . M_r y = x . M y for these: total mass
/// and the inertia of rigid motions are kept. For a bar on nodes the mass of the first goes to the
/// second. Velocities of the state are T v, with which v . M v = v . M_r v is the kinetic energy of
/// the scheme. G and K are those of the start: gaps and forces must be nearly linear.
///
/// r_a is a continuous function of positions, so that no mass has to stop in an instant: reactions
/// do not oscillate, and converge in L1 with order 2/3 of the elements at the front of a wave. The
/// energy of linear forces changes in a step by
///
///   sum (r_a^n + r_a^{n+1}) (f_a(q^{n+1}) - f_a(q^n)) / 2
///
/// which is 0 except where a contact closes or opens, and small there as r_a and f_a begin at 0:
/// the motion in time solves differential equations with a Lipschitz right-hand side, and keeps the
/// energy. Where the start has a weight along G, the neighbours carry it from the middle of the
/// first step on: (h/2) g_a . F of momentum is missing.
///
/// Source: Khenous, Laborde and Renard, Eur. J. Mech. A/Solids 27 (2008), who find M_r by moments
/// of the mesh; this M_r, static condensation (Guyan 1965), needs no mesh. Compared with other
/// methods by Doyen, Ern and Piperno 2011. Energy: derived here.
///
/// Choose it for contact of an elastic body in finite elements, when its reaction should not
/// oscillate and the energy should nearly stay; gaps and forces must be nearly linear.
struct Params {
  bool warm_start{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"warm_start", "-", "start the solver from the impulses of the same contacts"},
      self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::mass_redistribution
