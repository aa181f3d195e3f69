#pragma once

#include "schemes/support/cone/cone_step.hpp"

namespace impactbench::soft_constraint {

/// The contact model of robotics engines: a spring and a dashpot prescribe the acceleration of a
/// contact, and an impedance 0 < d < 1 the share of it that the contact gets. Convex, as normal and
/// tangents share their slip:
///
///   v^{n+1} = v^n + M^{-1} (h F + H p),  F the mean over the step at q^n, v^n
///   y_n = u_n^{n+1} - (1 - h b) u_n^n + h k d D(q^n) + R_n p_n,   R_n = W_n (1 - d) / d
///   y_t = u_t^{n+1} - (1 - h b) u_t^n + R_t p_t,                 R_t = R_n / ratio
///   p in K = {|p_t| <= mu p_n},  y in K* = {mu |y_t| <= y_n},  p . y = 0   where D(q^n) < 0
///   q^{n+1} = q^n + h v^{n+1}
///   b = 2 / (d_1 T),   k = 1 / (d_1 T zeta)^2,   d = d(|D|) from d_0 to d_1 (contact_step.hpp)
///
/// D the gap, W_n the inverse mass of the contact along its normal, normals and tangents at q^n. A
/// single contact moves by du_n/dt = -d (b u_n + k d D) + (1 - d) a, a the acceleration by other
/// forces: at d = d_1 an oscillator with the period 2 pi T zeta and the damping ratio zeta, for any
/// mass. This predicts:
///
///   rest         depth (1 - d) a T^2 zeta^2 at d = d_1, the same for every mass and step
///   impact       ends as soon as the spring no longer pushes:
///                rebound exp(-2 zeta acos(zeta) / sqrt(1 - zeta^2)), acosh and sqrt(zeta^2 - 1)
///                above 1, exp(-2) = 0.135 at 1 (and it is O(h / T) off that at a step h)
///   on a slope   creep (1 - d) W_n / (2 d W_t ratio) d_1 T g sin(a) below the angle of friction,
///                whatever the step: larger `ratio`, less creep
///   sliding      the slip b |u_t| is asked for as well: depth less by mu b s / (k d), s the slip
///                with what R_t gives; where none is left, at speeds of mu b |u_t| > (1 - d) g /
///                d, bodies are thrown off their support by u_n = mu h b |u_t| / (1 + mu^2 +
///                (1 - d) (1 + mu^2 / ratio) / d), W_n = W_t, from D = 0 and hop on it
///
/// There is no tangential rebound, and no restitution but that of the spring. Steps must resolve
/// it: dt <= T min(1, zeta) / 2, where rebounds are below 1 for any phase. Round bodies in 1, 2 and
/// 3 dimensions, rotating or not, and constraints of generalised systems.
///
/// Source: Todorov 2014 (IEEE ICRA), Convex and analytically-invertible dynamics with contacts and
/// constraints; the spring and the impedance as MuJoCo's documentation has them (Computation,
/// Constraint model; Modeling, Solver parameters: timeconst, dampratio, dmin, dmax, width,
/// midpoint, power, impratio); depth, creep, rebound and lift: derived here.
///
/// Choose it to compute contact as engines of robotics do, by a time constant and a damping ratio
/// that are the same for every mass; steps must resolve the time constant.
struct Params {
  double time_constant{0.02};
  double damping_ratio{1.0};
  double impedance_least{0.9}, impedance_most{0.95};
  double width{1e-3};
  double midpoint{0.5}, power{2.0};
  double ratio{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"time_constant", "s", "T of the spring"}, self.time_constant, Range::positive());
    f(Field{"damping_ratio", "-", "zeta of the spring"}, self.damping_ratio,
      Range::between(0.05, 20.0));
    f(Field{"impedance_least", "-", "d_0, at no depth"}, self.impedance_least,
      Range::between(1e-4, 0.9999));
    f(Field{"impedance_most", "-", "d_1, from the width on"}, self.impedance_most,
      Range::between(1e-4, 0.9999));
    f(Field{"width", "m", "depth over which the impedance goes from d_0 to d_1"}, self.width,
      Range::positive());
    f(Field{"midpoint", "-", "share of the width where it turns"}, self.midpoint,
      Range::between(0.01, 0.99));
    f(Field{"power", "-", "of the impedance in the depth"}, self.power, Range::between(1.0, 10.0));
    f(Field{"ratio", "-", "stiffness of friction over that of the normal"}, self.ratio,
      Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;

  [[nodiscard]] ConeRule rule() const {
    return {.impedance = ImpedanceRule{.time_constant = time_constant,
                                       .damping_ratio = damping_ratio,
                                       .least = impedance_least,
                                       .most = impedance_most,
                                       .width = width,
                                       .midpoint = midpoint,
                                       .power = power,
                                       .ratio = ratio}};
  }
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::soft_constraint
