#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"

#include <string>

namespace impactbench::catching_up {

/// The catching-up algorithm for first-order motion with rigid contacts: a sweeping process that is
/// perturbed by a velocity field U = M^-1 F(t, q) (for crowds, the desired velocities),
///
///   dq/dt + M^-1 N_K(q) = U(t, q),   K = {q : no two bodies overlap},
///   u^{n+1} = argmin |u - U(q^n)|_M^2 / 2  over  D_c(q^n) + h G_c(q^n).u >= 0,
///   q^{n+1} = q^n + h u^{n+1},
///
/// U the mean over the step. That is the projection of q^n + h U on linearised gaps, which lie
/// inside of K since gaps are convex; for affine gaps it is the projection on K. The velocity of
/// the state is u. Order 1. Round bodies in 1, 2 and 3 dimensions; generalised systems too, with
/// constraints f_a for gaps and M(q^n) for M (nearest_coordinates.hpp).
///
/// For a sweeping process (sweeping_system.hpp), where P is the nearest point,
///
///   q^{n+1} = P_{C(t^{n+1}, q^n)}(q^n + h U),
///
/// C is the set itself or its constraints linearised at q^n as above (`projection`). For convex
/// sets of Lipschitz constant L in time, without U, |q^n - q(t^n)| <= L sqrt(2 h T); order 1 where
/// normals turn smoothly; where they do not turn the only error is the motion of the set between
/// the ends of steps. Source: Moreau 1977; Maury and Venel 2011; maury-slides (crowds).
///
/// Choose it for motion without inertia: crowds, play and stop operators, diodes and other sweeping
/// processes; it is of order 1, and exact where normals do not turn but for the motion of the set
/// between the ends of steps.
struct Params {
  RowSearch rows{};
  std::string projection{"exact"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    RowSearch::each_field(self.rows, f);
    f(Field{"projection", "-",
            "of sweeping processes: on the set itself, or on its constraints linearised at q^n"},
      self.projection, OneOf{"exact", "linearised"});
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::catching_up
