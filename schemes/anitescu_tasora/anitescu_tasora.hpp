#pragma once

#include "schemes/support/cone/cone_step.hpp"

namespace impactbench::anitescu_tasora {

/// The convex relaxation of contact with friction: a cone complementarity problem per step, which
/// has a minimum where Coulomb's law has none.
///
///   v^{n+1} = v^n + M^{-1} (h F + H p),  F the mean over the step at q^n, v^n
///   y_n = u_n^{n+1} + D(q^n) / h [m/s],  y_t = u_t^{n+1} + e_t u_t^n,  normals, tangents at q^n
///   p in K = {|p_t| <= mu p_n},  y in K* = {mu |y_t| <= y_n},  p . y = 0   of all contacts
///   q^{n+1} = q^n + h v^{n+1}
///
/// that is v^{n+1} = argmin |v - v^n - h M^{-1} F|_M^2 / 2 over y(v) in K*. Unlike in Coulomb's law
/// u_n + D / h - mu |y_t| is complementary to p_n (the term of De Saxce is left out):
///
///   a body that slides keeps a gap     D^n + h u_n^{n+1} = h mu |u_t^{n+1}|     (e_t = 0)
///   one that begins to, from D = 0, is lifted with u_n = mu |u_t|
///
/// so that a plane acts on a sliding body at the distance h mu |u_t|, and a body that starts to
/// slide with speed v on a surface loses mu^2 v / (1 + mu^2) of it at any step (without rotation).
/// A sticking body has no gap and does not creep. With e_t = 0 the energy never grows:
///
///   E^{n+1} - E^n = -p_n D(q^n) / h - |v^{n+1} - v^n|_M^2 / 2   summed over contacts, F constant,
///
/// and nothing overlaps, as gaps are convex, by more than the 1e-9 of the smallest radius that
/// counts as zero (residuals of solves cannot always be undone). There is no restitution: e = 0.
/// Without friction it equals maury up to these residuals. Round bodies in 1, 2 and 3 dimensions,
/// rotating or not, and generalised systems, by Newton's method on the convex problem
/// (cone_step.hpp, cone_coordinates.hpp).
///
/// Source: Anitescu 2006 (Math. Program. 105); Anitescu and Tasora 2010 (Comput. Optim. Appl. 47);
/// Tasora and Anitescu 2011 (Comput. Methods Appl. Mech. Eng. 200); gap, lift, loss and energy:
/// derived here.
///
/// Choose it when each step with friction should be a convex problem, which has a minimum where
/// Coulomb's law has no solution, nothing rebounds, and a gap of h mu |u_t| under sliding bodies
/// does no harm.
struct Params {
  ConeSearch search{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    ConeSearch::each_field(self.search, f);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::anitescu_tasora
