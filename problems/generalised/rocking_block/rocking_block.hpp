#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::rocking_block {

/// Housner's block: a rectangle 2 b by 2 h that rocks on a rough floor about its lower corners,
/// released at rest about the left one. Coordinates: place of its centre (x, y) and its angle,
/// counter-clockwise. With c = cos(angle), s = sin(angle), the corners and their gaps are
///
///   A: x - b c + h s,  f_A = y - b s - h c >= 0,     B: x + b c + h s,  f_B = y + b s - h c >= 0,
///
/// with friction at both; J = m (b^2 + h^2) / 3. Without rebound and slip an impact leaves 1 - 3/2
/// sin^2 alpha of the angular speed, tan alpha = b / h, and the block rocks on to rest. The
/// reference solution is `rocking_block`, swing by swing. The problem shows impacts without rebound
/// at one of two contacts with friction, and the loss at each. Source: Housner 1963; all numbers
/// are the choice of this suite.
struct Params {
  double restitution{0.0};
  double friction{0.8};
  double mass{1.0};
  double width{0.2};
  double height{0.8};
  double gravity{9.81};
  double angle{0.15};
  double horizon{3.0};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"restitution", "-", "Newton's restitution coefficient of the corners"},
      self.restitution, Range::between(0.0, 1.0));
    f(Field{"friction", "-", "Coulomb's coefficient mu of the corners"}, self.friction,
      Range::at_least(0.0));
    f(Field{"mass", "kg", "of the block"}, self.mass, Range::positive());
    f(Field{"width", "m", "2 b"}, self.width, Range::positive());
    f(Field{"height", "m", "2 h"}, self.height, Range::positive());
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::positive());
    f(Field{"angle", "rad", "initial, about the left corner"}, self.angle,
      Range::between(0.0, 1.5));
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::rocking_block
