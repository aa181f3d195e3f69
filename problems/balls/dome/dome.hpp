#pragma once

#include "problems/model/round_setup.hpp"

#include <cstdint>
#include <string>

namespace impactbench::dome {

/// One body on a fixed dome of radius R, released at rest at an angle from the top; gravity points
/// down, along -y in the plane and -z in space. Its centre is at L (sin a, cos a) with L = R +
/// radius while it touches. A body without rotation slides without friction and leaves at cos a =
/// 2/3 cos a_0; a rotating one rolls, then slips, and leaves: with infinite friction a disc at 4/7
/// cos a_0 and a ball at 10/17 cos a_0. After that it meets nothing else. The reference solution is
/// `dome`. The problem shows when a scheme lets a contact open.
struct Params {
  std::int64_t dimension{2};
  bool rotates{true};
  std::string inertia{"physical"};
  double friction{0.5};
  double restitution{0.0};
  double tangential_restitution{0.0};
  double dome{1.0};
  double radius{0.1};
  double mass{1.0};
  double angle{0.3};
  double gravity{9.81};
  double horizon{1.2};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"dimension", "-", "in the plane or in space"}, self.dimension, Range::between(2, 3));
    f(Field{"rotates", "-", "the body can turn: a disc or a ball"}, self.rotates);
    f(Field{"inertia", "kg m2",
            "moment of inertia: physical (solid), hollow J = 2/3 m r^2, or a number"},
      self.inertia, NumberOr({"physical", "hollow"}, Range::positive()));
    f(Field{"friction", "-", "Coulomb's coefficient mu"}, self.friction, Range::at_least(0.0));
    f(Field{"restitution", "-", "Newton's coefficient e"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "Newton's law along the tangents, where friction acts"},
      self.tangential_restitution, Range::between(-1.0, 1.0));
    f(Field{"dome", "m", "radius of the dome"}, self.dome, Range::positive());
    f(Field{"radius", "m", "of the body"}, self.radius, Range::positive());
    f(Field{"mass", "kg", "of the body"}, self.mass, Range::positive());
    f(Field{"angle", "rad", "initial, from the top"}, self.angle, Range::between(0.0, 1.5));
    f(Field{"gravity", "m/s2", "its size"}, self.gravity, Range::positive());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::dome
