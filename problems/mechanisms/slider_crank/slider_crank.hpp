#pragma once

#include "problems/model/generalised_setup.hpp"

namespace impactbench::slider_crank {

/// A slider-crank mechanism whose slider has clearance in its slot: four corners of the slider may
/// touch the two walls. Coordinates: angles of crank, rod and slider from the x axis, in which the
/// slot lies; the slider's centre is (x, y) = l_1 e(theta_1) + l_2 e(theta_2), e(a) = (cos a, sin
/// a). Crank and rod are uniform. With k = l_1 l_2 (m_2 / 2 + m_3), d = theta_1 - theta_2:
///
///   M = [[J_1 + l_1^2 (m_1/4 + m_2 + m_3), k cos d, 0], [., J_2 + l_2^2 (m_2/4 + m_3), 0],
///        [., ., J_3]]
///   F = -g ((m_1/2 + m_2 + m_3) l_1 cos theta_1, (m_2/2 + m_3) l_2 cos theta_2, 0)
///   S = k sin d (-theta_2'^2, theta_1'^2, 0)
///   f_{1,2} = b + c - (y + eta(-+a, b)),   f_{3,4} = b + c + (y + eta(-+a, -b)),
///   eta(p, s) = p sin theta_3 + s cos theta_3, the height of a corner above the slider's centre,
///   slip: the x velocity of the corner, (x + p cos theta_3 - s sin theta_3)'
///
/// The reference solution is `frictional_events`, computed in two ways. The problem shows several
/// contacts of one body in a clearance, with impacts and friction. Source: Flores, Leine and
/// Glocker 2010 (Multibody Syst. Dyn. 23). With their third speed, -0.01 rad/s, two corners meet a
/// wall 1e-7 s apart, and every step gives another motion; here it is 0.
struct Params {
  double length_1{0.153}, length_2{0.306};
  double half_length{0.05}, half_height{0.025}, clearance{0.001};
  double mass_1{0.038}, mass_2{0.038}, mass_3{0.076};
  double inertia_1{7.4e-5}, inertia_2{5.9e-4}, inertia_3{2.7e-6};
  double friction{0.01}, restitution{0.4}, tangential_restitution{0.0};
  double gravity{9.81};
  double angle_1{0.0}, angle_2{0.0}, angle_3{0.0};
  double speed_1{150.0}, speed_2{-75.0}, speed_3{0.0};
  double horizon{0.02};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"length_1", "m", "l_1 of the crank"}, self.length_1, Range::positive());
    f(Field{"length_2", "m", "l_2 of the rod"}, self.length_2, Range::positive());
    f(Field{"half_length", "m", "a of the slider"}, self.half_length, Range::positive());
    f(Field{"half_height", "m", "b of the slider"}, self.half_height, Range::positive());
    f(Field{"clearance", "m", "c between the slider in the middle and each wall"}, self.clearance,
      Range::positive());
    f(Field{"mass_1", "kg", "of the crank"}, self.mass_1, Range::positive());
    f(Field{"mass_2", "kg", "of the rod"}, self.mass_2, Range::positive());
    f(Field{"mass_3", "kg", "of the slider"}, self.mass_3, Range::positive());
    f(Field{"inertia_1", "kg m2", "of the crank about its centre"}, self.inertia_1,
      Range::positive());
    f(Field{"inertia_2", "kg m2", "of the rod about its centre"}, self.inertia_2,
      Range::positive());
    f(Field{"inertia_3", "kg m2", "of the slider about its centre"}, self.inertia_3,
      Range::positive());
    f(Field{"friction", "-", "Coulomb's coefficient"}, self.friction, Range::at_least(0.0));
    f(Field{"restitution", "-", "Newton's coefficient"}, self.restitution,
      Range::between(0.0, 1.0));
    f(Field{"tangential_restitution", "-", "where friction acts"}, self.tangential_restitution,
      Range::between(-1.0, 1.0));
    f(Field{"gravity", "m/s2", "downwards, across the slot"}, self.gravity, Range::any());
    f(Field{"angle_1", "rad", "initial, of the crank"}, self.angle_1, Range::any());
    f(Field{"angle_2", "rad", "initial, of the rod"}, self.angle_2, Range::any());
    f(Field{"angle_3", "rad", "initial, of the slider"}, self.angle_3, Range::any());
    f(Field{"speed_1", "rad/s", "initial, of the crank"}, self.speed_1, Range::any());
    f(Field{"speed_2", "rad/s", "initial, of the rod"}, self.speed_2, Range::any());
    f(Field{"speed_3", "rad/s", "initial, of the slider"}, self.speed_3, Range::any());
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::slider_crank
