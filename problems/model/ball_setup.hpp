#pragma once

#include "problems/model/round_setup.hpp"

namespace impactbench {

/// Settings that every problem of balls has in addition to its own.
struct BallCommon {
  std::string inertia{"physical"};
  double restitution{0.0};
  double tangential_restitution{0.0};
  double friction{0.5};
  double rolling_friction{0.0};
  double twisting_friction{0.0};
  GlueSettings glue{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"inertia", "kg m2",
            "moment of inertia: physical J = 2/5 m r^2, hollow J = 2/3 m r^2, or that of each "
            "ball"},
      self.inertia, NumberOr({"physical", "hollow"}, Range::positive()));
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "Newton's law along the tangents, where friction acts"},
      self.tangential_restitution, Range::between(-1.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
    f(Field{"rolling_friction", "-",
            "most torque against rolling, over the reduced radius times the normal force"},
      self.rolling_friction, Range::at_least(0.0));
    f(Field{"twisting_friction", "-", "the same against twisting about the normal"},
      self.twisting_friction, Range::at_least(0.0));
    GlueSettings::each_field(self.glue, f);
  }
  friend bool operator==(const BallCommon&, const BallCommon&) = default;
};

/// A RoundSetup of rotating balls in space.
class BallSetup : public RoundSetup {
 public:
  explicit BallSetup(const BallCommon& common, Bodies bodies = Bodies::kept)
      : RoundSetup({.dimension = 3, .rotates = true},
                   {.restitution = common.restitution,
                    .tangential_restitution = common.tangential_restitution,
                    .friction = common.friction,
                    .rolling_friction = common.rolling_friction,
                    .twisting_friction = common.twisting_friction},
                   bodies),
        inertia_(common.inertia, 0.4) {
    glue(common.glue);
  }

  void ball(double mass, double radius, const Vec3& position, const Vec3& velocity,
            const Vec3& spin = Vec3::Zero()) {
    body(mass, radius, inertia_(mass, radius), position, velocity, spin);
  }

 private:
  RoundInertia inertia_;
};

}  // namespace impactbench
