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
/// t_c is one tangent in the plane, where this is a linear complementarity problem; in space there
/// are two, and |r_c| is a length: the cone itself. Both are solved as ContactProblem with
/// accelerations for velocities, in which slip exceeds any change by forces. Friction against
/// rolling and twisting is the same law with relative spins and moments.
///
/// The complementarity is index 1: after each step of the integrator places and velocities are
/// projected to gap = 0 and u = 0 of the closed contacts, and s = 0 of sticking ones, along M^-1
/// n_c and M^-1 t_c. Events are zeros of an open gap, of the force of a closed contact, of slip,
/// and of the reserve of sticking friction below its bound. Events with a jump are bracketed on the
/// dense output of the step, then found by Newton's or the secant method on steps that end there,
/// so that no interpolation error remains. All contacts whose gap is 0 take part in an impact,
/// which is repeated while some of them still close (Newton's law may leave discs that touch with a
/// closing velocity).
///
/// Impacts accumulate where e < 1. After an impact that leaves a contact with less than `rest` V,
/// the largest speed so far, steps of moreau_jean of the time in which the initial forces reverse
/// that velocity follow until the contact has closed or another one would; a closed contact is a
/// constraint until its force would pull. For e = 1 nothing accumulates. Until then errors are
/// those of the integrator, some 100 times `tolerance`, whatever the step h of the run, at whose
/// ends alone states are stored: no order in h is claimed.
///
/// The impulses of a step of the run are recorded by contact (step_impulses.hpp): those of its
/// impacts, the forces of the integrator's stages by their weights, the corrections of velocities
/// to u = 0 and s = 0, and the impulses of moreau_jean. With the external forces they account for
/// all changes of momentum, to rounding.
///
/// Where (W_nn - mu W_nt) <= 0 for the slip of a contact no force, or two, satisfy the laws above
/// (Painleve): the scheme reports this and stops, as its laws have no jump without an impact.
/// Forces on round bodies may not jump in time: that is not an event. Where nothing moves while
/// forces vary in time, the error of the integrator does not notice: eighths of a step of the run
/// are checked for the start of slip. Gaps of all pairs are evaluated.
///
/// Source: Acary and Brogliato 2008, chapters 7 and 8 (index reduction, event-driven schemes);
/// Pfeiffer and Glocker 1996 (stick, slip and their transitions as complementarity); Dormand and
/// Prince 1980; the integrator is that of Boost.Odeint.
///
/// Choose it for few bodies, when instants of impact, slip and opening matter and errors should be
/// those of an integrator of order 5; it stops where its laws have no solution or several.
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
