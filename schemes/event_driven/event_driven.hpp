#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::event_driven {

/// Motion from event to event: between events the closed contacts are constraints on accelerations,
/// integrated by Dormand and Prince's method of order 5 under error control; impacts and openings
/// are located.
///
///   M(q) a = F(t, q, v) + S(q, v) + sum lambda_c g_c,   g_c = grad gap_c(q)
///   closed contacts:  0 <= lambda_c perpendicular to g_c . a + v . (d^2 gap_c / dq^2) v >= 0
///   at an event, of all contacts with a gap of 0:  M (v^+ - v^-) = sum p_c g_c,
///   0 <= p_c perpendicular to u_c^+ + e_c u_c^- >= 0,   u_c = g_c . v
///
/// The complementarity is index 1: after each step of the integrator places and velocities go back
/// to gap = 0 and u = 0 of the closed contacts, along M^-1 g_c. An event is where an open gap
/// becomes 0, or where the force of a closed contact does: bracketed on the dense output of the
/// step, then found by Newton's method on steps that end there, so that no error of the
/// interpolation is left. All contacts whose gap is 0 take part in an impact, and it is repeated
/// while some of them still close (between discs that touch, Newton's law may leave that).
///
/// Impacts accumulate where e < 1: one that leaves a contact with less than `rest` V is its last,
/// and takes its velocity; V is the largest speed so far. Contacts that rest so are constraints
/// until their force would pull. For e = 1 nothing accumulates. Before that errors are those of the
/// integrator, some 100 times `tolerance`, whatever the step h of the run, at whose ends alone
/// states are stored: no order in h is claimed.
///
/// The scheme has no friction, no force that jumps in time or has no potential. Its gaps are looked
/// at in pairs, all with all.
///
/// Source: Acary and Brogliato 2008, chapters 7 and 8 (index reduction, event-driven schemes);
/// Dormand and Prince 1980; the integrator is that of Boost.Odeint.
struct Params {
  double tolerance{1e-12};
  double rest{1e-6};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"tolerance", "-",
            "of a step of the integrator, in lengths and velocities of the system"},
      self.tolerance, Range{1e-14, 1e-3});
    f(Field{"rest", "-", "share of the largest speed below which a contact does not leave"},
      self.rest, Range{1e-10, 1e-2});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::event_driven
