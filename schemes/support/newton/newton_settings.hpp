#pragma once

#include "problems/base/fields.hpp"

#include <string>
#include <string_view>

namespace impactbench {

/// How the implicit compliant schemes solve a step; shared by their parameter structs.
struct NewtonSettings {
  double newton_tolerance{1e-12};
  int newton_limit{50};
  std::string newton_stop{"correction"};
  double c_tau{1e6};
  std::string slip_newton{"exact"};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"newton_tolerance", "m", "Newton's method stops below this 2-norm of the correction"},
      self.newton_tolerance, Range::positive());
    f(Field{"newton_limit", "-", "most Newton iterations a step"}, self.newton_limit,
      Range::between(2, 10000));
    f(Field{"newton_stop", "-",
            "two_cycle: also, without convergence, when two corrections cancel, as nguyen2024's "
            "later listing; estimate: when the next correction would be small, by the rate of the "
            "last two"},
      self.newton_stop, OneOf{"correction", "two_cycle", "estimate"});
    f(Field{"c_tau", "N s/m", "friction sticks with the force -c_tau times the slip velocity"},
      self.c_tau, Range::positive());
    f(Field{"slip_newton", "-",
            "exact: stick and slip by active sets with a line search; thesis: nguyen2024's "
            "listing"},
      self.slip_newton, OneOf{"exact", "thesis"});
  }
  friend bool operator==(const NewtonSettings&, const NewtonSettings&) = default;
};

/// Whether Newton's method has converged: `change` is the norm of the last correction, `last` that
/// of the one before [m].
[[nodiscard]] inline bool small_enough(const NewtonSettings& settings, double change, double last) {
  if (change < settings.newton_tolerance) return true;
  if (settings.newton_stop != "estimate") return false;
  // A sequence that contracts by theta is within theta / (1 - theta) of its last correction.
  const double theta = change / last;
  return theta < 0.5 && theta / (1.0 - theta) * change < settings.newton_tolerance;
}

/// The reason of a step that has not converged.
[[nodiscard]] constexpr std::string_view newton_failed(bool cycles) {
  return cycles ? "Newton's method alternates between two iterates"
                : "Newton's method reached its limit of iterations";
}

}  // namespace impactbench
