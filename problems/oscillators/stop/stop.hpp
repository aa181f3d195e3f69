#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::stop {

/// A mass on a spring in front of a stop:
///
///   m d2x/dt2 = -k x + m gravity + F sin(2 pi f t) + reaction,   gap - x >= 0,   v^+ = -e v^-,
///
/// x [m] from the rest of the spring towards the stop. The stop is a rigid constraint of the
/// problem: its stiffness belongs to the scheme. A spring contact with R = 1 / k_n is the stop of
/// stiffness k_n of the sources; a rigid scheme steps the limit R = 0.
struct Setup {
  double restitution{1.0};
  double mass{1.0};
  double stiffness{0.0};
  double gravity{0.0};
  double force{0.0};
  double frequency{1.0};
  double gap{0.0};
  double position{0.0};
  double velocity{0.0};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient of the stop"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"mass", "kg", "of the body"}, self.mass, Range::positive());
    f(Field{"stiffness", "N/m", "of its spring"}, self.stiffness, Range::at_least(0.0));
    f(Field{"gravity", "m/s2", "towards the stop"}, self.gravity, Range::any());
    f(Field{"force", "N", "amplitude of the force in time"}, self.force, Range::any());
    f(Field{"frequency", "Hz", "of the force in time"}, self.frequency, Range::positive());
    f(Field{"gap", "m", "of the stop where the spring is at rest"}, self.gap, Range::any());
    f(Field{"position", "m", "initial, at most the gap"}, self.position, Range::any());
    f(Field{"velocity", "m/s", "initial, towards the stop"}, self.velocity, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Setup&, const Setup&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Setup& setup);

}  // namespace impactbench::stop
