#pragma once

#include "schemes/api/scheme.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"

#include <string>

namespace impactbench::schatzman_paoli {

/// The position scheme of Paoli and Schatzman for impacts with restitution e in [0, 1], without
/// friction. It discretises M(q) dv/dt = g with K = {f_a >= 0} by projecting positions, in the
/// metric of M(q^n):
///
///   q^1     = q^0 + h (u^0 + z(h)) where that is in K,        z(h) -> 0; else as below with
///             q^{-1} = q^0 - h u^0 and h z in place of h^2 G^0
///   G^n     = M(q^n)^-1 g(t_n, q^n, V^{n-1}),
///   W^n     = (2 q^n - (1 - e) q^{n-1} + h^2 G^n) / (1 + e),
///   Z^n     = P_K(W^n),   q^{n+1} = -e q^{n-1} + (1 + e) Z^n,
///
/// written with V^n = (q^{n+1} - q^n) / h, which is the velocity of the state after the step:
///
///   U = ((1 - e) V^{n-1} + h G^n) / (1 + e),   w = (Z^n - q^n) / h,   V^n = e V^{n-1} + (1 + e) w.
///
/// g is the mean over the step. Z^n is in K, q^n need not be: bodies overlap by up to
/// 2 e / (1 + e) h |u|. With e = 0 and affine constraints this is `maury`.
/// The source has q^1 = P_K(q^0 + h (u^0 + z)), for which an impact in the first step would not
/// rebound.
///
/// z(h) by `first_step`: midpoint: h G / 2 (exact free fall), plain: 0, euler: h G (as in `maury`);
/// and `offset` sqrt(h) across the initial velocity, in the plane of the first two coordinates, to
/// test whether limits depend on z.
///
/// Generalised systems: P_K is the nearest point in the metric of M(q^n), found by repeated
/// linearisation: from z = W, and where K is not convex from q^n too, z becomes the minimiser of |y
/// - W|_M over f_a(z) + grad f_a(z).(y - z) >= 0, exactly by principal pivoting (or moves part of
/// the way there, where moves do not shrink), until it moves by at most `tolerance` lengths of the
/// system. Half-spaces and wedges take one, and so do discs in the metric of the identity. Of two
/// results the nearer one counts; where both are equally near the step has a remark. Discs and
/// spheres: K linearised once about q^n (`linearised`, inside of K as gaps are convex), or until
/// the nearest point of K is reached (`nearest`).
///
/// Converges where the angle condition holds in corners of K: (grad f_a, M^-1 grad f_b) <= 0 for
/// e = 0, = 0 for e > 0. Source: paoli2010; Paoli and Schatzman, SIAM J. Numer. Anal. 40 (2002).
///
/// Choose it for impacts with restitution and without friction in coordinates whose mass matrix
/// varies, when the limit of small steps should be the one that is proved: it converges under the
/// angle condition.
struct Params {
  RowSearch rows{};
  std::string first_step{"midpoint"};
  std::string projection{"linearised"};
  double offset{0.0};
  double tolerance{1e-13};
  int max_iterations{100};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    RowSearch::each_field(self.rows, f);
    f(Field{"first_step", "-", "the velocity z(h) that is added to the initial one"},
      self.first_step, OneOf{"midpoint", "plain", "euler"});
    f(Field{"projection", "-", "of discs and spheres: on linearised gaps, or the nearest point"},
      self.projection, OneOf{"linearised", "nearest"});
    f(Field{"offset", "m/s^1.5", "z(h) / sqrt(h) across the initial velocity, generalised systems"},
      self.offset, Range::any());
    f(Field{"tolerance", "-", "last move of a projection, in lengths of the system or radii"},
      self.tolerance, Range::between(1e-15, 1.0));
    f(Field{"max_iterations", "-", "most linearisations of a projection"}, self.max_iterations,
      Range::between(1.0, 1e6));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::schatzman_paoli
