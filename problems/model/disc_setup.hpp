#pragma once

#include "problems/model/round_setup.hpp"

#include <string>

namespace impactbench {

/// Settings that every disc problem has in addition to its own.
struct DiscCommon {
  std::string inertia{"physical"};
  std::string precision{"double"};
  double restitution{1.0};
  double tangential_restitution{1.0};
  double friction{0.0};
  double rolling_friction{0.0};
  GlueSettings glue{};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"inertia", "kg m2",
            "moment of inertia: physical J = m r^2 / 2, thesis J = m (1 m2), or that of each disc"},
      self.inertia, NumberOr({"physical", "thesis"}, Range::positive()));
    f(Field{"precision", "-",
            "thesis: literals that nguyen2024's listing has in single precision are rounded so"},
      self.precision, OneOf{"double", "thesis"});
    f(Field{"restitution", "-", "Newton's normal restitution coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "Newton's law along the tangent, where friction acts"},
      self.tangential_restitution, Range::between(-1.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
    f(Field{"rolling_friction", "-",
            "most torque against rolling, over the reduced radius times the normal force"},
      self.rolling_friction, Range::at_least(0.0));
    GlueSettings::each_field(self.glue, f);
  }
  friend bool operator==(const DiscCommon&, const DiscCommon&) = default;
};

/// A RoundSetup of rotating discs among walls, in vectors of the plane.
class DiscSetup : public RoundSetup {
 public:
  explicit DiscSetup(const DiscCommon& common, Bodies bodies = Bodies::kept)
      : RoundSetup({.dimension = 2, .rotates = true},
                   {.restitution = common.restitution,
                    .tangential_restitution = common.tangential_restitution,
                    .friction = common.friction,
                    .rolling_friction = common.rolling_friction},
                   bodies),
        inertia_(common.inertia, 0.5),
        listed_(common.precision == "thesis") {
    // Single-precision literals are off by up to 6e-8 of their size.
    if (listed_) rounded_to(1e-6);
    glue(common.glue);
  }

  /// `x`, rounded to single precision if the problem runs with precision = "thesis": for literals
  /// that the thesis's listing writes without a D exponent.
  [[nodiscard]] double literal(double x) const {
    return listed_ ? static_cast<double>(static_cast<float>(x)) : x;
  }
  void disc(double mass, double radius, const Vec2& position, const Vec2& velocity,
            double spin = 0.0, double angle = 0.0) {
    body(mass, radius, inertia_(mass, radius), in_space(position), in_space(velocity),
         {0.0, 0.0, spin}, {0.0, 0.0, angle});
  }
  void box(double x_low, double x_high, double y_low, double y_high) {
    for (const Wall& w : box_walls(x_low, x_high, y_low, y_high))
      wall(w.point, w.inward);
  }
  /// Adds a line wall.
  void wall(const Vec2& point, const Vec2& inward) {
    half_space(in_space(point), in_space(inward));
  }
  void gravity(const Vec2& g) { RoundSetup::gravity(in_space(g)); }

 private:
  [[nodiscard]] static Vec3 in_space(const Vec2& x) { return {x.x(), x.y(), 0.0}; }

  RoundInertia inertia_;
  bool listed_;
};

}  // namespace impactbench
