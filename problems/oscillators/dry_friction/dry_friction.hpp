#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::dry_friction {

/// A block on a floor, pressed by its weight alone, on a spring or on a shaking base:
///
///   m d2x/dt2 = -k x - m base sin(2 pi f t) + r,   m d2y/dt2 = -m gravity + lambda,
///   y >= 0,   |r| <= mu lambda,   r = -mu lambda dx/dt / |dx/dt| where it slides.
///
/// Coordinates: x along the floor, from the rest of the spring, in a frame that moves with the
/// base, whose acceleration is base sin(2 pi f t); y upwards, 0 where the block touches the floor.
struct Setup {
  double restitution{0.0};
  double friction{0.1};
  double mass{1.0};
  double stiffness{0.0};
  double gravity{10.0};
  double base{0.0};
  double frequency{1.0};
  double position{0.0};
  double velocity{0.0};
  double horizon{1.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient of the floor"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
    f(Field{"mass", "kg", "of the block"}, self.mass, Range::positive());
    f(Field{"stiffness", "N/m", "of its spring"}, self.stiffness, Range::at_least(0.0));
    f(Field{"gravity", "m/s2", "towards the floor"}, self.gravity, Range::positive());
    f(Field{"base", "m/s2", "amplitude of the acceleration of the base"}, self.base, Range::any());
    f(Field{"frequency", "Hz", "of the base"}, self.frequency, Range::positive());
    f(Field{"position", "m", "initial, along the floor"}, self.position, Range::any());
    f(Field{"velocity", "m/s", "initial, along the floor, against the base"}, self.velocity,
      Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Setup&, const Setup&) = default;
};

[[nodiscard]] Problem make(std::string_view name, const Setup& setup);

}  // namespace impactbench::dry_friction
