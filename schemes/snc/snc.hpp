#pragma once

#include "schemes/api/scheme.hpp"

namespace impactbench::snc {

/// Implicit penalty method ("smooth normal contact"): a linear elastic contact taken at the end of
/// the step, in Newmark's method with gamma = 1, beta = 1/2 (schemes/support/newmark_newton.hpp).
///
///   lam = [D^{n+1}]_+ / R   along the normal at q^{n+1}
///
/// Order 1 in contact; dissipates (pi/2) omega h of the energy per impact, omega =
/// 1 / sqrt(R m_red). No friction.
/// Source: nguyen2024, section 4.2.1.
struct Params {
  double R{1e-5};
  double newton_tolerance{1e-12};
  int newton_limit{50};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"R", "m/N", "compliance: contact energy D^2 / (2 R)"}, self.R, Range::positive());
    f(Field{"newton_tolerance", "m", "Newton's method stops below this 2-norm of the correction"},
      self.newton_tolerance, Range::positive());
    f(Field{"newton_limit", "-", "most Newton iterations a step"}, self.newton_limit,
      Range::between(2, 10000));
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] SchemeEntry entry();

}  // namespace impactbench::snc
