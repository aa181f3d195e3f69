#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::moreau_yosida {

/// Implicit Euler of the Moreau-Yosida regularisation of a sweeping process (sweeping_system.hpp):
/// the indicator of C becomes d_C^alpha / (alpha R), whose gradient is a force that pulls points
/// outside of C back,
///
///   q' = F(t, q) - (1/R) |q - P(q)|^(alpha-2) (q - P(q)),   P the nearest point of C(t, q),
///   R = lambda + lambda_per_step h.
///
/// F and the state in C are those of the beginning of the step; the remaining equation of the step
/// has a closed form for alpha = 2, q^{n+1} = (R w + h P(w)) / (R + h) with w = q^n + h F
/// (sweeping_step.hpp). With V the largest speed at which C moves and F presses against it, the
/// distance is at most (R V)^(1/(alpha-1)), and so is the lag of q: errors are O(h) +
/// O(R^(1/(alpha-1))), of order 1/(alpha-1) where lambda = 0. R = 0 is catching_up. Source:
/// nguyen2024, sections 2.5 and 3.4.1 (proposition 3.12); Nacry and Thibault 2019.
///
/// Choose it to study what a regularisation does to a sweeping process; for the process itself take
/// catching_up, which is its case R = 0.
struct Params {
  double lambda{0.0};
  double lambda_per_step{1.0};
  double alpha{2.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"lambda", "s m^(alpha-2)", "part of R that does not follow the step"}, self.lambda,
      Range::at_least(0.0));
    f(Field{"lambda_per_step", "m^(alpha-2)",
            "part of R that is proportional to the step, over it"},
      self.lambda_per_step, Range::at_least(0.0));
    f(Field{"alpha", "-", "exponent of the distance"}, self.alpha, Range::between(2.0, 10.0));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::moreau_yosida
