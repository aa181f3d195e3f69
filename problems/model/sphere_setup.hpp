#pragma once

#include "problems/model/round_setup.hpp"

namespace impactbench {

/// Settings that every problem of spheres has in addition to its own.
struct SphereCommon {
  double restitution{0.0};
  GlueSettings glue{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    GlueSettings::each_field(self.glue, f);
  }
  friend bool operator==(const SphereCommon&, const SphereCommon&) = default;
};

/// A RoundSetup of spheres without friction and rotation, in any dimension.
class SphereSetup : public RoundSetup {
 public:
  /// Throws ConfigurationError on a viscosity without glue.
  SphereSetup(int dimension, const SphereCommon& common, Bodies bodies = Bodies::kept)
      : RoundSetup({.dimension = dimension, .rotates = false}, {.restitution = common.restitution},
                   bodies) {
    glue(common.glue);
  }
  void sphere(double mass, double radius, const Vec3& position, const Vec3& velocity) {
    body(mass, radius, 0.0, position, velocity);
  }
};

}  // namespace impactbench
