#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"

namespace impactbench::gluey {

/// Gluey contact, the limit of lubrication forces for vanishing viscosity (Maury; Lefebvre 2009).
/// Each contact c remembers gamma_c <= 0, gamma_c D_c = 0:
///
///   U       = u^n + h M^-1 f_h
///   u^{n+1} = argmin |u - U|_M^2 / 2
///             over  D_c + h G_c.u >= 0 where gamma_c^n = 0,  = 0 where gamma_c^n < 0
///   gamma_c^{n+1} = gamma_c^n - h lambda_c,   cut at 0, where the contact opens again
///   q^{n+1} = q^n + h u^{n+1}
///
/// with multipliers h lambda_c, of any sign where gamma_c^n < 0. With p_c = -gamma_c^{n+1} this
/// becomes one problem of the usual kind, without a cut:
///
///   M u^{n+1} = M U + sum gamma_c^n G_c + sum p_c G_c,
///   0 <= p_c  perpendicular to  D_c + h G_c.u >= 0:
///
/// the aim carries the memory, and a contact opens in the step in which it is paid back. Hence
/// for constant gradients only the force changes M u + sum gamma_c G_c, exactly, and on a line
/// the positions are those of the catching-up algorithm for M dq/dt + N_K(q) = M ~u(t), ~u the
/// velocity without contact. `floor`: gamma_c never falls below minus this (roughness). Where
/// the active G_c depend on each other the gamma_c are not unique (hexagon), but positions are
/// while the G_c do not change. Order 1. Source: maury-slides, scheme II and its many-body
/// form.
///
/// Choose it for bodies in a liquid of vanishing viscosity, which part only after they have been
/// pulled as much as they were pressed; lubrication has a viscosity above 0.
struct Params {
  RowSearch rows{};
  double floor{0.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    RowSearch::each_field(self.rows, f);
    f(Field{"floor", "N s", "most that a contact remembers; 0: no bound"}, self.floor,
      Range::at_least(0.0));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::gluey
