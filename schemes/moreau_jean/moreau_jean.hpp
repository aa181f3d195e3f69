#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::moreau_jean {

/// The time-stepping of Moreau and Jean: a theta method for the smooth part of the motion, contacts
/// as constraints on velocities with Newton's impact law and Coulomb's friction, whether or not
/// bodies hit each other in a step.
///
///   M (v^{n+1} - v^n) = h (theta F^{n+1} + (1 - theta) F^n) + H p,   1/2 <= theta <= 1
///   q^{n+1} = q^n + h (theta v^{n+1} + (1 - theta) v^n)
///   contacts whose gap is <= 0 at the place ahead, q^n + gamma h v^n; normals, tangents there
///   normal:   0 <= p_n [N s]  perpendicular to  u_n^{n+1} + e u_n^n >= 0 [m/s, separating > 0]
///   friction: u_t^{n+1} + e_t u_t^n = 0 while |p_t| < mu p_n, else p_t at the bound, opposing it
///   rolling:  om_r = 0, om_r the relative spin, in space across the normal, while |p_r| <
///             mu_r R p_n, else p_r at the bound, opposing it; R the reduced radius
///   twisting: the same with om_r along the normal, and mu_o, in space; not both at once
///
/// F^n and F^{n+1} are means over the time of the step, at q^n, v^n and at q^{n+1}, v^{n+1}: a
/// varying force is found by fixed-point iteration (round bodies: to rounding, which needs h
/// |dF/dv| theta and h^2 |dF/dq| theta^2 below the masses) or by a Newton method with difference
/// quotients (generalised systems, stiff ones too; coordinate_theta.hpp). The predicted gap is that
/// of the moved bodies; the linearised one of the source, y + gamma h dy/dt, is the same for bodies
/// on a line and at planes, and otherwise differs by (gamma h u_t)^2 / (2 L), L the distance of
/// centres.
///
/// Consequences for a constant F, e = 1, no friction: with W = H^T M^-1 H and u^{n+1} = -u^n at
/// active contacts,
///
///   E^{n+1} - E^n = p . (theta u^{n+1} + (1 - theta) u^n) - (theta - 1/2) dv . M dv
///                 = -(theta - 1/2) h F . dv,
///
/// so that T + V + (theta - 1/2) h F . v is kept: theta = 1/2 keeps the energy, other values shift
/// it by at most (theta - 1/2) h |F| 2 |v|. For e < 1 an impact takes (1 - e) p |u^n| / 2 more. The
/// energy of a linear elastic body cannot rise for 1/2 <= theta <= 1 / (1 + e) (Acary 2016).
/// Angular momentum is kept for gamma = 1 - theta: then impulses between bodies act along the line
/// of the places q^n + (1 - theta) h v^n, about which the step turns. Order 2 on smooth motion for
/// theta = 1/2, else 1.
///
/// Bodies overlap by up to the displacement between two places ahead, (|1 - theta - gamma| + theta
/// + gamma) h |v|, and by [1 - theta - gamma]_+ h |v| more where a contact without rebound sets in;
/// overlaps stay. For theta + gamma > 1 such a contact is left open by up to (theta + gamma - 1) h
/// |u|, and so are contacts that act because they would have overlapped at the end: a row of
/// touching bodies then passes an impact on one by one, in steps of their own, and in these steps
/// there are velocities that the exact motion never has, however small the steps.
///
/// theta > 1/2 damps an oscillation by exp(-(theta - 1/2) h omega^2 t): it smears the front of a
/// wave over a time of sqrt((2 theta - 1) h t), and positions behind it are off by order 1/2.
///
/// projection = combined: a contact that overlaps at the end of the step without having acted acts
/// in it, and the step is repeated, until there is none; then positions move to the nearest point,
/// in the metric of the masses, where no gap is negative. Nothing overlaps at the ends of steps;
/// the displacement of a step is then no longer h times a velocity.
///
/// theta = gamma = 1/2 is `nscd`, bit for bit where F is constant; a varying F is evaluated once by
/// nscd, at q^n + (h/2) v^n and v^n, which is of order 2 in q alone.
///
/// Source: Jean 1999 (Comput. Methods Appl. Mech. Eng. 177); Acary and Brogliato 2008, chapter 10;
/// energy: Acary 2016 (ZAMM 96); projection: Acary 2013 (Comput. Methods Appl. Mech. Eng. 256),
/// there over the active contacts, here over all.
///
/// Choose it as the standard method for rigid bodies with restitution and friction: theta = 1/2 is
/// of order 2 on smooth motion and keeps the energy under constant forces, a larger theta damps,
/// and projection = combined removes overlaps.
struct Params {
  double theta{0.5};
  double gamma{0.5};
  std::string projection{"none"};
  bool warm_start{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"theta", "-", "weight of the end of the step, 1 - theta that of its start"}, self.theta,
      Range::between(0.5, 1.0));
    f(Field{"gamma", "-", "gaps are evaluated ahead of the start by gamma h v"}, self.gamma,
      Range::between(0.0, 1.0));
    f(Field{"projection", "-", "combined: no overlap is left at the end of a step"},
      self.projection, OneOf{"none", "combined"});
    f(Field{"warm_start", "-", "start the solver from the impulses of the same contacts"},
      self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;

  [[nodiscard]] bool projects() const { return projection == "combined"; }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::moreau_jean
