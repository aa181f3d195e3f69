#pragma once

#include "problems/model/error.hpp"
#include "problems/model/round_setup.hpp"

namespace impactbench {

/// Settings that every problem of spheres has beside its own numbers.
struct SphereCommon {
  double restitution{0.0};
  bool gluey{false};
  double viscosity{0.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"gluey", "-", "contacts open only once pulling has paid back what pressed them"},
      self.gluey);
    f(Field{"viscosity", "N s", "of gluey contacts; 0: the limit"}, self.viscosity,
      Range::at_least(0.0));
  }
  friend bool operator==(const SphereCommon&, const SphereCommon&) = default;
};

/// A RoundSetup of spheres without friction that do not rotate, in any dimension.
class SphereSetup : public RoundSetup {
 public:
  /// Throws ConfigurationError on a viscosity without glue.
  SphereSetup(int dimension, const SphereCommon& common)
      : RoundSetup({.dimension = dimension, .rotates = false},
                   {.restitution = common.restitution}) {
    if (common.gluey) glue(common.viscosity);
    if (common.viscosity > 0.0 && !common.gluey) {
      throw ConfigurationError("start: viscosity = " + to_text(common.viscosity) +
                               " N s is not allowed without gluey = true; it must be 0");
    }
  }
  void sphere(double mass, double radius, const Vec3& position, const Vec3& velocity) {
    body(mass, radius, 0.0, position, velocity);
  }
};

}  // namespace impactbench
