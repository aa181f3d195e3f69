#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::time_dg {

/// Discontinuous Galerkin method in time with velocities that are linear in a step and jump at its
/// end (D1-minus), half-explicit: contact forces at both ends of the step, impulses at its end.
///
///   A: contacts with a gap <= 0 at q^n;  n, n+1: forces, normals, M at q^n and at q^{n+1}
///   0  where u_n(v^n) < 0 in A: v^n += M_n^-1 H_n p_0, the impacts of line 3 at q^n
///   1  w = v^n + h M_n^-1 (f_n + H_n lambda_n),    f_n = f(t, q^n, v^n)
///      q^{n+1} = q^n + (h/2) (v^n + w)
///   2  v^- = v^n + (h/2) M_n^-1 (f_n + H_n lambda_n)
///                + (h/2) M_{n+1}^-1 (f_{n+1} + H_{n+1} lambda_{n+1}),  f_{n+1} of q^{n+1}, w
///   3  v^{n+1} = v^- + M_{n+1}^-1 H_{n+1} p
///
/// Each line has one contact problem, with Coulomb's cone around lambda and p [N, N s]:
///
///   1 of A:  0 <= lambda_n      perpendicular to  u_n(w) >= 0, normals of u at q^n + h v^n
///            friction against the slip at q^n, v^n where that is above its change in a step
///            without contact, else against u_t(w); a constraint that slides so is left to line 2
///            where no force keeps it closed, g . M^-1 (g - mu t s / |s|) <= 0 (Painleve's
///            paradox), or where the friction of that force would end the slip within the step
///   2 of A:  0 <= lambda_{n+1}  perpendicular to  u_n(v^-) >= 0, friction against u_t(v^-)
///   3 of A, and of gaps that are <= 0 at q^{n+1}, where some u_n(v^-) < 0:
///            0 <= p_n perpendicular to u_n(v^{n+1}) + e u_n(v^-) >= 0, friction against
///            u_t(v^{n+1}) + e_t u_t(v^-);  u > 0 separates [m/s]
///   rolling, twisting: the same of relative spins, without rebound (velocity_rows.hpp)
///
/// Line 0 is for a start that is an impact, and for contacts that line 3 leaves approaching, which
/// Newton's law allows where an overlapping one has been separating: -e u_n(v^-) < 0.
///
/// An impact thus falls on the end of the step in which bodies meet: up to a step late, while they
/// overlap. A contact that an impact leaves slower than its forces change it in a step stays closed
/// by line 2, without a jump: accumulating impacts end at rest, at the last depth.
///
/// Order 2 on smooth motion and across contacts that stay closed and whose forces are continuous:
/// the error O(h) of lambda_n is compensated by lambda_{n+1}, so that v^- is off by h O(h) (H_{n+1}
/// - H_n) = O(h^3) in a step. The velocities of closed contacts are exact; their gaps drift by h^2,
/// and one that has drifted open falls freely for a step, which costs h^2 too. O(h) where an impact
/// falls into a step, and where slip ends or turns round in one: friction jumps by up to 2 mu
/// lambda at a share s of the step, and the mean of both ends is off by |s - 1/2| of the jump.
///
/// Where f depends on places alone lines 1 to 3 are the velocity Verlet method: stable for h omega
/// <= 2, and it conserves momentum and angular momentum, also with frictionless contacts, as forces
/// act along lines between bodies at the places of the ends. For constant f and e = 1 any number of
/// impacts conserves energy.
///
/// If f varies in time, both f_n and f_{n+1} use its mean over the step.
///
/// Source: Schindler and Acary 2014 (Math. Comput. Simul. 95); Schindler, Rezaei, Kursawe and
/// Acary 2015 (Comput. Methods Appl. Mech. Eng. 290); orders of half-explicit methods: Hairer,
/// Lubich and Roche 1989; friction of line 1 and drift: derived here.
///
/// Choose it when contacts that stay closed should be of order 2 and impacts need no more than
/// order 1; a step solves two contact problems, and a third where it has impacts.
struct Params {
  bool warm_start{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"warm_start", "-", "start solvers from the forces of the same contacts"},
      self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::time_dg
