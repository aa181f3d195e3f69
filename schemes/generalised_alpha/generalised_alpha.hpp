#pragma once

#include "schemes/api/scheme.hpp"

#include <string>

namespace impactbench::generalised_alpha {

/// The nonsmooth generalised alpha method: the generalised alpha method of Chung and Hulbert for
/// the smooth part of the motion, of second order, plus impulses of first order, with constraints
/// on velocities, Newton's impact law and Coulomb's friction, as in moreau_jean.
///
///   M(q^{n+1}) a^{n+1} = f(q^{n+1}, v^{n+1}),   f without impulses
///   (1 - alpha_m) b^{n+1} + alpha_m b^n = (1 - alpha_f) a^{n+1} + alpha_f a^n,   b^0 = a^0
///   v^{n+1} = v^n + h ((1 - gamma) b^n + gamma b^{n+1}) + W,   M W = H p
///   q^{n+1} = q^n + h v^n + h^2 ((1/2 - beta) b^n + beta b^{n+1}) + h W / 2
///   contacts whose gap is <= 0 at q^n + (h/2) v^n; normals, tangents there
///   normal:   0 <= p_n [N s]  perpendicular to  u_n^{n+1} + e u_n^n >= 0 [m/s, separating > 0]
///   friction: u_t^{n+1} + e_t u_t^n = 0 while |p_t| < mu p_n, else p_t at the bound, opposing it
///   rolling, twisting: as moreau_jean has them (velocity_rows.hpp)
///
/// with the coefficients of a `family`:
///
///   chung_hulbert  alpha_m = (2 rho - 1) / (rho + 1), alpha_f = rho / (rho + 1),
///                  gamma = 1/2 + alpha_f - alpha_m, beta = (gamma + 1/2)^2 / 4
///   hht            alpha_m = 0, alpha_f free, gamma and beta by the same formulas
///   newmark        alpha_m = alpha_f = 0; beta and gamma free, 2 beta >= gamma (Newmark 1959)
///
/// f depends on the end of the step: for round bodies it is found by fixed-point iteration to
/// rounding, which needs h |df/dv| and h^2 |df/dq| below the masses; for generalised systems, also
/// stiff ones, by a Newton method with difference quotients (coordinate_theta.hpp). Forces that
/// vary in time or have no potential are added: of round bodies as their mean over the step at
/// q^n + (h/2) v^n, of others as they are at its end.
///
/// Order 2 on smooth motion (newmark with gamma > 1/2: 1), O(h) where an impact falls into a step.
/// Stable for any step on linear oscillators; the spectral radius for h omega -> infinity is rho,
/// for hht (1 - alpha_f) / (1 + alpha_f). For constant f the method is nscd: a weight that a
/// contact carries stays in place, and the energy is kept for e = 1. For newmark, M x'' = -K x and
/// any contacts
///
///   E = v.M v / 2 + q.K q / 2 + (2 beta - gamma) (h^2 / 4) a.M a
///   E^{n+1} - E^n = p . (u^n + u^{n+1}) / 2
///                   - (gamma - 1/2) (|dq|_K^2 + (beta - gamma / 2) h^2 |da|_M^2),
///
/// so that it never rises: without friction an impact takes (1 - e) p |u_n^n| / 2. This follows
/// from v.M v / 2 and q.K q / 2 at both ends with
///
///   h (v^n + v^{n+1}) / 2 = dq - (beta - gamma / 2) h^2 da.
///
/// The constraints on velocities are those of the first paper. projection = combined adds those on
/// positions: contacts that would overlap at the end act in the step, and positions move to the
/// nearest point without overlap in the metric of the masses, which is the correction M U =
/// H(q^{n+1}) nu, 0 <= nu perpendicular to gap >= 0 of the second paper; its smooth part has no
/// multipliers here, so that order 2 holds for motion without contact alone.
///
/// Source: Chen, Acary, Virlez and Bruls 2013 (Int. J. Numer. Meth. Eng. 96); Bruls, Acary and
/// Cardona 2014 (Comput. Methods Appl. Mech. Eng. 281); Chung and Hulbert 1993 (J. Appl. Mech. 60);
/// Hilber, Hughes and Taylor 1977; energy after Acary 2016 (ZAMM 96), derived here.
///
/// Choose it for flexible systems and mechanisms that need order 2 on smooth motion and a chosen
/// damping of high frequencies (`rho`), with Newton's impact law.
struct Params {
  std::string family{"chung_hulbert"};
  double rho{0.8};
  double alpha_f{0.1};
  double beta{0.25};
  double gamma{0.5};
  std::string projection{"none"};
  bool warm_start{false};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"family", "-", "which of the methods"}, self.family,
      OneOf{"chung_hulbert", "hht", "newmark"});
    f(Field{"rho", "-", "of chung_hulbert: the spectral radius at infinite frequency"}, self.rho,
      Range::between(0.0, 1.0));
    f(Field{"alpha_f", "-", "of hht: weight of the start of the step in its forces"}, self.alpha_f,
      Range::between(0.0, 1.0 / 3.0));
    f(Field{"beta", "-", "of newmark: weight of the acceleration at the end in the displacement"},
      self.beta, Range::between(0.25, 1.0));
    f(Field{"gamma", "-", "of newmark: the same in the velocity"}, self.gamma,
      Range::between(0.5, 1.0));
    f(Field{"projection", "-", "combined: no overlap is left at the end of a step"},
      self.projection, OneOf{"none", "combined"});
    f(Field{"warm_start", "-", "start the solver from the impulses of the same contacts"},
      self.warm_start);
  }
  friend bool operator==(const Params&, const Params&) = default;
};

struct AlphaWeights {
  double alpha_m, alpha_f, beta, gamma;
};
[[nodiscard]] AlphaWeights weights_of(const Params& p);

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::generalised_alpha
