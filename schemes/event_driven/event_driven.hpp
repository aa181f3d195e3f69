#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::event_driven {

/// Motion from event to event: between events the closed contacts are constraints on accelerations,
/// integrated by Dormand and Prince's method of order 5 under error control; impacts, openings, and
/// where slip begins and ends are located.
///
///   M(q) dv/dt = F(t, q, v) + S(q, v) + sum (lambda_c n_c + r_c t_c),   n_c = grad gap_c(q)
///   closed contacts:  0 <= lambda_c [N]  perpendicular to  d(n_c . v)/dt >= 0 [m/s2]
///   where they slide, with the slip s_c = t_c . v != 0 [m/s]:  r_c = -mu lambda_c s_c / |s_c|
///   where they stick, s_c = 0:  |r_c| <= mu_s lambda_c,  ds_c/dt = 0 where |r_c| is below that
///   bound, else ds_c/dt against r_c; mu_s >= mu as ContactLaw has it
///   at an event, of all contacts with a gap of 0:  M (v^+ - v^-) = sum (p_c n_c + p_tc t_c),
///   0 <= p_c [N s]  perpendicular to  u_c^+ + e_c u_c^- >= 0,   u_c = n_c . v, and Coulomb's law
///   of mu with s_c^+ + e_tc s_c^-, as nscd and moreau_jean have it
///
/// t_c is one tangent in the plane, where this is a linear complementarity problem; in space it is
/// two and |r_c| a length: the cone itself. Either is solved as ContactProblem with accelerations
/// for velocities, in which slip enters as faster than what forces could change. Friction against
/// rolling and twisting is the same law with relative spins and moments.
///
/// The complementarity is index 1: after each step of the integrator places and velocities go back
/// to gap = 0 and u = 0 of the closed contacts, and s = 0 of those that stick, along M^-1 n_c and
/// M^-1 t_c. An event is where an open gap becomes 0, where the force of a closed contact does,
/// where slip does, or where friction that sticks reaches its bound. What jumps at an event is
/// bracketed on the dense output of the step, then found by Newton's or the secant method on steps
/// that end there, so that no error of the interpolation is left. All contacts whose gap is 0 take
/// part in an impact, and it is repeated while some of them still close (between discs that touch,
/// Newton's law may leave that).
///
/// Impacts accumulate where e < 1: after one that leaves a contact with less than `rest` V, the
/// largest speed so far, the motion goes on in steps of moreau_jean, as long as the forces of the
/// start take to turn that velocity round, until the contact has closed or another one would: what
/// has closed is a constraint until its force would pull. For e = 1 nothing accumulates. Before
/// that errors are those of the integrator, some 100 times `tolerance`, whatever the step h of the
/// run, at whose ends alone states are stored: no order in h is claimed.
///
/// The impulses of a step of the run are recorded by contact (step_impulses.hpp): those of its
/// impacts, forces of the stages of integrator steps by their weights in the end of these, what
/// takes velocities back to u = 0 and s = 0, and the impulses of moreau_jean. They are all that
/// momenta gain beside the external forces, to rounding.
///
/// Where (W_nn - mu W_nt) <= 0 for the slip of a contact no force, or two, obey the laws above
/// (Painleve): the scheme says so and stops, as a jump without an impact is none of its laws.
/// Forces on round bodies may not jump in time: that is no event. Where nothing moves while forces
/// vary in time, the error of the integrator does not see them: whether slip begins is looked at in
/// eighths of a step of the run. Gaps are looked at in pairs, all with all.
///
/// Source: Acary and Brogliato 2008, chapters 7 and 8 (index reduction, event-driven schemes);
/// Pfeiffer and Glocker 1996 (stick, slip and their transitions as complementarity); Dormand and
/// Prince 1980; the integrator is that of Boost.Odeint.
struct Params {
  double tolerance{1e-12};
  double rest{1e-6};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-",
            "of a step of the integrator, in lengths and velocities of the system"},
      self.tolerance, Range{1e-14, 1e-3});
    f(Field{"rest", "-",
            "share of the largest speed below which impacts accumulate: moreau_jean closes the "
            "contact"},
      self.rest, Range{1e-10, 1e-2});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::event_driven
