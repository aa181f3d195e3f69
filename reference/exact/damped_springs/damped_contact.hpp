#pragma once

#include "reference/support/elastic_bounce.hpp"

#include <vector>

namespace impactbench::exact::damped_springs {

/// A linear spring with a dashpot along the normal, in units of the mass: while it acts
///
///   D'' + 2 zeta omega D' + omega^2 D = g,   g: acceleration into the contact.
struct Oscillator {
  double omega, zeta, gravity;
  ContactEnd end;
};

/// The solution of x'' + 2 delta x' + omega^2 x = omega^2 rest, delta = zeta omega, for any zeta:
///
///   x  = rest + e^(-delta s) (A C + (V + delta A) S),     A = x_0 - rest,  V = x'_0,
///   x' = e^(-delta s) (V C - b S),                        b = delta V + omega^2 A,
///
/// C = cos w s, S = sin(w s) / w with w^2 = omega^2 - delta^2; cosh and sinh beyond zeta = 1, where
/// C = 1, S = s.
class Decay {
 public:
  Decay(const Oscillator& o, double rest, double value, double rate);
  [[nodiscard]] DepthState at(double s) const;
  /// The largest x from the start to a time [s], which may be infinite.
  [[nodiscard]] double largest(double until) const;
  /// The first time at which x, from x_0 >= 0, falls through zero, infinite if it never does: if
  /// the first minimum is not below it, later ones, nearer to rest >= 0, are not either.
  [[nodiscard]] double falls_through_zero() const;

 private:
  [[nodiscard]] double first_turn() const;
  [[nodiscard]] bool falls() const;

  double delta_, square_;  ///< omega^2
  double under_, w_;       ///< omega^2 - delta^2 and the root of its size
  double rest_, offset_, rate_, b_;
};

/// One contact, phase by phase: the spring and its dashpot act, or (ContactEnd::force) the force
/// has ended and the body moves as in free flight until the overlap ends, or until its weight
/// presses it back.
class DampedContact {
 public:
  /// Starts from the depth D >= 0 [m] with its rate V [m/s].
  DampedContact(const Oscillator& o, double depth, double rate);

  /// Time until the overlap is zero [s]; infinite if the body stays.
  [[nodiscard]] double duration() const { return duration_; }
  /// The state up to `duration`.
  [[nodiscard]] DepthState at(double since) const;
  /// The largest depth up to a time [m].
  [[nodiscard]] double deepest(double until) const;

 private:
  struct Phase {
    double start;
    bool presses;
    DepthState from;
  };
  struct End {
    double after;  ///< [s]
    bool opens;    ///< the overlap ends, not the phase alone
  };
  [[nodiscard]] Decay depth_of(const Phase& phase) const;
  [[nodiscard]] DepthState in(const Phase& phase, double since) const;
  [[nodiscard]] End end_of(const Phase& phase) const;

  Oscillator o_;
  std::vector<Phase> phases_;
  double duration_;
};

}  // namespace impactbench::exact::damped_springs
