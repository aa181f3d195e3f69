#pragma once

#include "schemes/support/cone/cone_step.hpp"

namespace impactbench::sap {

/// Slightly compliant contact as the minimum of a convex function without constraints
/// (semi-analytic primal):
///
///   v^{n+1} = v^n + M^{-1} (h F + H p),  F the mean over the step at q^n, v^n
///   p = P(-R^-1 (u^{n+1} - u_0)),  u_0 = (-D(q^n) / (h + tau), -e_t u_t^n),  R = diag(R_n, R_t)
///   R_n = max(beta^2 w / (4 pi^2), 1 / (k h (h + tau))),  R_t = sigma w,   of all contacts
///   q^{n+1} = q^n + h v^{n+1}
///
/// with P the nearest point of Coulomb's cone in the metric of R, normals and tangents at q^n, and
/// w = sqrt(sum of W_ii^2) / d the mean inverse mass of a contact along its d axes. Without
/// friction that is a spring k and a dashpot k tau at the end of the step, which never pull,
///
///   p_n = h k [-D^{n+1} - tau u_n^{n+1}]_+,   D^{n+1} = D(q^n) + h u_n^{n+1}
///
/// except where the step does not resolve the spring: its period is at least about beta steps.
/// Rigid bodies may thus have any large k (default). The source's own restriction is that of
/// anitescu_tasora: normal and tangents share the slip, so that with s = |u_t| - R_t |p_t|
///
///   at rest       depth (h + tau) R_n p_n: m g / k, or near rigid
///                 beta^2 w m g h (h + tau) / (4 pi^2)
///   on a slope    creep sigma w m g h sin a, below the angle of friction, whatever k and tau;
///                 of one body that does not turn sigma g h sin(a) / sqrt(d)
///   sliding       gap (h + tau) (mu s - R_n p_n): lifted where it is fast, tau adds to h
///
/// With e_t = 0, and k the 1 / (R_n h (h + tau)) of each contact, T + V + sum k [-D]_+^2 / 2 never
/// grows; a nearly rigid impact at v loses almost all of m v^2 / 2 in its step. There is no
/// restitution: only the spring rebounds, at steps that resolve it. Round bodies in 1, 2 and 3
/// dimensions, rotating or not, and constraints of generalised systems (cone_coordinates.hpp).
///
/// Source: Castro, Permenter and Han 2022 (IEEE Trans. Robot. 39), sections III to V; gap, depth,
/// creep and energy: derived here.
///
/// Choose it when slightly compliant contact with friction should be a convex problem at any step
/// and nothing rebounds; creep at rest and a gap in sliding are the price.
struct Params {
  double stiffness{1e8};
  double relaxation{0.0};
  double near_rigid{1.0};
  double slip{1e-3};
  ConeSearch search{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"stiffness", "N/m", "k of a contact"}, self.stiffness, Range::positive());
    f(Field{"relaxation", "s", "tau: the dashpot is k tau"}, self.relaxation, Range::at_least(0.0));
    f(Field{"near_rigid", "-", "beta: no contact has a shorter period than so many steps"},
      self.near_rigid, Range::at_least(0.0));
    f(Field{"slip", "-", "sigma: compliance of friction over the inverse mass"}, self.slip,
      Range::between(1e-9, 1.0));
    ConeSearch::each_field(self.search, f);
  }
  friend bool operator==(const Params&, const Params&) = default;

  [[nodiscard]] ConeRule rule() const {
    return {.relaxation = relaxation,
            .compliance = 1.0 / stiffness,
            .near_rigid = near_rigid,
            .slip = slip};
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::sap
