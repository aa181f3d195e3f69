#pragma once

#include "problems/model/behaviour.hpp"

#include <limits>
#include <optional>

namespace impactbench {

/// Where in a step from q^n to q^{n+1} a scheme takes the gap and the normal n of a contact.
enum class ContactPlace {
  start,    ///< at q^n
  middle,   ///< at q^n + ahead h v^n, ahead of ContactStep: the middle of the step where it is 1/2
  end,      ///< at q^{n+1}; the depth of a pair at q^n is measured along that normal
  step,     ///< n of a pair along d^n + d^{n+1}, depths at both ends; levers to the middle contact;
            ///< of constraints SecantNormal
  nearest,  ///< at q^n + h w, w as of NormalRule::position
};

/// The secant normal of a constraint f over a step x from q^n to q^{n+1}, of ContactPlace::step: a
/// vector n in place of the gradient with n . x = f^{n+1} - f^n. With g = grad f in the middle of
/// both,
///
///   n = s g,  s = (f^{n+1} - f^n) / (g . x)            where |s - 1| <= most_stretch and
///                                                      the cosine of x and M^-1 g, in the
///                                                      metric of M, is least_cosine or more;
///   else, with s = 1,
///   n = g + (f^{n+1} - f^n - g . x) M x / (x . M x)    (Gonzalez 1996, section 3).
///
/// A shift or turn of all coordinates that leaves f unchanged is orthogonal to g, and so to s g:
/// for bodies this keeps momentum and angular momentum, unlike the second n. For a pair at the
/// distance d it is (d^{n+1} + d^n) / (|d^{n+1}| + |d^n|). Tangents are those in the middle, times
/// s.
struct SecantNormal {
  static constexpr double least_cosine = 1e-3, most_stretch = 0.1;
};

/// The normal law that one step of a scheme obeys. p_n: impulse of the contact, u_n: separating
/// speed, D > 0: depth, e: restitution of the problem, c, alpha: Compliance, m: reduced mass.
enum class NormalRule {
  /// 0 <= p_n perpendicular to u_n^{n+1} + e u_n^n >= 0 while D >= 0.
  velocity,
  /// 0 <= p_n perpendicular to g >= 0, g the gap at the place linearised along h w (at `nearest`
  /// the gap at q^n + h w itself), w = (v^{n+1} - e v^n) / (1 + e); w = v^{n+1} in a first step
  /// without impulses if no gap is negative then.
  position,
  /// The same with the sum P of all p_n so far: 0 <= P perpendicular to g >= 0.
  glue,
  /// g = l exp(-P / mu) while P > 0, else g >= l: mu the viscosity, l = film_range smallest radii.
  film,
  /// p_n = h (alpha c D^(alpha-1) + eta D^(alpha/2-1) dD/dt) with q at the place and v^n, with eta
  /// = zeta alpha sqrt(2 c m), zeta that of Compliance. For this rule and the next three: [p_n]_+
  /// where the contact ends with its force.
  spring_explicit,
  /// p_n = h alpha c D1^(alpha-1) + zeta sqrt(8 c m) (D1^(alpha/2) - D0^(alpha/2)), where D1 and D0
  /// are the depths after and before the step, at least 0.
  spring_end,
  /// The same with the secant c (D1^alpha - D0^alpha) / (D1 - D0) as force, where powers of
  /// negative depths are 0 and the difference D1 - D0 is the true one.
  spring_secant,
  /// The same for D1 > 0 only, with both depths at least 0; with end_weight w the force is c
  /// (secant + w D1) / (1 + w).
  spring_secant_inside,
  /// A convex relaxation: 0 <= p_n perpendicular to u_n^{n+1} + D / (h + tau) + R_n p_n - mu |s| >=
  /// 0, D the gap at q^n, for all contacts, s as in SlipRule::cone; tau, R_n and R_t of ConeRule.
  /// With p_t against s it is p in K, y in K*, p . y = 0: K Coulomb's cone, K* its dual.
  cone,
  /// p_n = -h kappa b'(g), b(g) = -(g - d)^2 ln(g / d) where g < d, else 0: g > 0 the gap at
  /// q^{n+1} and the inset of BarrierRule, d its range.
  barrier,
};

/// Whether a rule is one of springs; whether it is one for the sum of all p_n so far.
[[nodiscard]] constexpr bool is_spring(NormalRule rule) {
  return rule == NormalRule::spring_explicit || rule == NormalRule::spring_end ||
         rule == NormalRule::spring_secant || rule == NormalRule::spring_secant_inside;
}
[[nodiscard]] constexpr bool is_sum(NormalRule rule) {
  return rule == NormalRule::glue || rule == NormalRule::film;
}

/// The friction law that one step of a scheme obeys. p_t: tangential impulse on the first body,
/// u_t: its slip velocity against the second, mu: friction of the problem.
enum class SlipRule {
  none,         ///< it has no friction
  velocity,     ///< |p_t| <= mu p_n, s = u_t^{n+1} + e_t u_t^n; = mu p_n and against s where s != 0
  viscous_end,  ///< the same of f = p_t / h with s = u_t^{n+1} + f / stick
  viscous_mean,  ///< the same with the mean slip velocity of the step in place of u_t^{n+1}
  /// f = -(k xi + eta u_t), cut to |f| <= mu p_n / h, and xi then to the spring that gives it; xi
  /// sums h u_t(v^n) since the contact closed, and in space keeps its length when it is turned into
  /// the tangent plane of the step; k = 2 c tangential, for Mindlin's spring that of TangentialLaw
  /// at the depth of the step, eta = 2 tangential_damping sqrt(k / W_t).
  spring,
  /// The law of `velocity` with s = u_t^{n+1} + e_t u_t^n + R_t p_t; with an impedance s =
  /// u_t^{n+1} - (1 - h b) u_t^n + R_t p_t.
  cone,
  /// p_t = -mu p f(|u_t| / creep) u_t / |u_t|, f(x) = 2 x - x^2 where x < 1, else 1: u_t^{n+1} in
  /// the tangent plane at q^n, p the p_n of NormalRule::barrier for the gap at q^n.
  barrier,
};

/// A spring in an impedance, which replaces all else in ConeRule: only for contacts that are closed
/// at q^n, D < 0, with x = |D| / width and W_n as below,
///
///   y_n = u_n^{n+1} - (1 - h b) u_n^n + h k d D + R_n p_n,   R_n = W_n (1 - d) / d
///   y_t = u_t^{n+1} - (1 - h b) u_t^n + R_t p_t,             R_t = R_n / ratio
///   b = 2 / (most T),   k = 1 / (most T zeta)^2,   d = least + (most - least) s(x)
///   s = x^power / midpoint^(power - 1) where x <= midpoint, 1 where x > 1, and between them
///   s = 1 - (1 - x)^power / (1 - midpoint)^(power - 1)
struct ImpedanceRule {
  double time_constant{0.02};        ///< T [s]
  double damping_ratio{1.0};         ///< zeta [-]
  double least{0.9}, most{0.95};     ///< of d, within (0, 1) [-]
  double width{1e-3};                ///< [m]
  double midpoint{0.5}, power{2.0};  ///< within (0, 1) and from 1 on [-]
  double ratio{1.0};                 ///< [-]
};

/// The softening of NormalRule::cone: with W_n and W_t the inverse masses of a contact along its
/// normal and its d - 1 tangents and w = sqrt(W_n^2 + (d - 1) W_t^2) / d (d = 1: w = W_n),
///
///   R_n = max(near_rigid^2 w / (4 pi^2), compliance / (h (h + relaxation))),   R_t = slip w
struct ConeRule {
  double relaxation{0.0};  ///< tau [s]
  double compliance{0.0};  ///< 1 / k [m/N]
  double near_rigid{0.0};  ///< least period of a contact [h]
  double slip{0.0};        ///< [-]
  /// Residual of the complementarity, over the largest speed there is [-].
  double tolerance{1e-9};
  /// Overlaps up to this share of the smallest radius, a residue of solves, count as zero: wedged
  /// bodies could not remove them [-].
  double play{0.0};
  std::optional<ImpedanceRule> impedance{};

  /// Whether all contacts are rigid.
  [[nodiscard]] bool hard() const {
    return !impedance && relaxation == 0.0 && compliance == 0.0 && near_rigid == 0.0 && slip == 0.0;
  }
};

/// The barrier between bodies of NormalRule::barrier.
struct BarrierRule {
  double stiffness{0.0};   ///< kappa [N/m]
  double range{0.0};       ///< d [smallest radii; of generalised systems their length]
  double inset{0.0};       ///< overlaps are below this [range]
  double creep{0.0};       ///< slip below which friction grows with it [m/s]
  double tolerance{1e-9};  ///< residual of an impulse, over the largest momentum there is [-]
};

/// The laws of contact that one step of a scheme satisfies: yardsticks test its recorded impulses
/// against them.
struct ContactStep {
  ContactPlace place{ContactPlace::start};
  std::optional<ContactPlace> constraint_place{};  ///< of generalised systems, where it differs
  double ahead{0.5};                               ///< of ContactPlace::middle [-]
  /// Whether a contact that is open at the place also acts if it would close within the step
  /// without its impulse.
  bool closing_acts{false};
  NormalRule normal{NormalRule::velocity};
  SlipRule slip{SlipRule::none};
  Compliance spring{};  ///< c and alpha of a spring rule
  double stick{0.0};    ///< of a viscous slip rule [N s/m]
  double tangential{0.0}, tangential_damping{0.0};
  /// Springs against rolling and twisting, like those of slip: M = R f, f as in SlipRule::spring
  /// with w = R times the relative spin across and along the normal, R the reduced radius, k =
  /// rolling times the force of the normal spring over the depth, W = R^2 (1/J_i + 1/J_j).
  double rolling{0.0}, rolling_damping{0.0};
  double end_weight{0.0};
  double film_range{0.0};                                     ///< [smallest radii]
  double glue_most{std::numeric_limits<double>::infinity()};  ///< P is cut to this [N s]
  /// The share of h F in the first step; absent: it starts with another velocity.
  std::optional<double> first_kick{1.0};
  /// The nonlinear iteration stops below this [m]; 0: there is no iteration.
  double tolerance{0.0};
  ConeRule cone{};
  BarrierRule barrier{};
};

}  // namespace impactbench
