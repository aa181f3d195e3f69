#pragma once

#include "problems/model/generalised_setup.hpp"

#include <string>

namespace impactbench::woodpecker {

/// The woodpecker toy: a sleeve with play on a pole, a bird on a leaf spring at the sleeve. It
/// slides down in jerks, as the sleeve jams on the pole and the beak hits it. Coordinates: height y
/// of the sleeve [m], angles phi_M of the sleeve and phi_S of the bird [rad], both small:
///
///   M = [[m_M + m_S, m_S l_M, m_S l_G], [., J_M + m_S l_M^2, m_S l_M l_G], [., ., J_S+m_S l_G^2]]
///   F = (-(m_M + m_S) g, -c (phi_M - phi_S) - m_S g l_M, -c (phi_S - phi_M) - m_S g l_G)
///   f_1 = l_M + l_G - l_S - r_0 - h_S phi_S     beak,           t = (1, l_M, l_G - l_S)
///   f_2 = r_M - r_0 + h_M phi_M                 lower edge,     t = (1, r_M, 0)
///   f_3 = r_M - r_0 - h_M phi_M                 upper edge,     t = (1, r_M, 0)
///
/// M and F follow from the centre of the bird at the height y + l_M phi_M + l_G phi_S. Model and
/// numbers: Pfeiffer 1984, Glocker 1995; Leine and Glocker 2003 (Eur. J. Mech. A 22). Their start,
/// phi_M = -0.1036, is 9e-7 m inside the pole: here the lower edge starts on it, f_2 = 0.
///
/// start = cycle: once in each cycle the jammed sleeve is at rest while the bird turns round, so
/// that one number, the bird's angle there, determines the next cycle. The toy starts from this
/// rest; with the numbers of the source its motion is periodic except for the descent. The
/// reference solution is `frictional_events`, with the period and the descent of the cycle. The
/// problem shows jamming and impacts with friction at several contacts, over many cycles.
struct Params {
  double mass_sleeve{0.0003}, inertia_sleeve{5e-9};
  double mass_bird{0.0045}, inertia_bird{7e-7};
  double stiffness{0.0056}, gravity{9.81};
  double radius_pole{0.0025}, radius_sleeve{0.0031}, height_sleeve{0.0058};
  double joint{0.010}, centre{0.015}, beak_height{0.020}, beak{0.0201};
  double friction{0.3}, tangential_restitution{0.0};
  double restitution_beak{0.5}, restitution_sleeve{0.0};
  double height{0.0}, angle_sleeve{-0.1034482758620690}, angle_bird{-0.2788};
  double speed{-0.3411}, spin_sleeve{0.0}, spin_bird{-7.4583};
  std::string start{"thrown"};
  double horizon{0.1};

  template <class Self, class F>
  static void each_field(Self& self, F&& f) {
    f(Field{"mass_sleeve", "kg", "m_M"}, self.mass_sleeve, Range::positive());
    f(Field{"inertia_sleeve", "kg m2", "J_M about its centre"}, self.inertia_sleeve,
      Range::positive());
    f(Field{"mass_bird", "kg", "m_S"}, self.mass_bird, Range::positive());
    f(Field{"inertia_bird", "kg m2", "J_S about its centre"}, self.inertia_bird, Range::positive());
    f(Field{"stiffness", "N m", "c of the leaf spring"}, self.stiffness, Range::at_least(0.0));
    f(Field{"gravity", "m/s2", "downwards"}, self.gravity, Range::any());
    f(Field{"radius_pole", "m", "r_0"}, self.radius_pole, Range::positive());
    f(Field{"radius_sleeve", "m", "r_M, inner radius"}, self.radius_sleeve, Range::positive());
    f(Field{"height_sleeve", "m", "h_M, half of its height"}, self.height_sleeve,
      Range::positive());
    f(Field{"joint", "m", "l_M, from the pole's axis to the spring"}, self.joint,
      Range::positive());
    f(Field{"centre", "m", "l_G, from the spring to the bird's centre"}, self.centre,
      Range::positive());
    f(Field{"beak_height", "m", "h_S, of the beak above the bird's centre"}, self.beak_height,
      Range::positive());
    f(Field{"beak", "m", "l_S, from the bird's centre to the beak, along"}, self.beak,
      Range::positive());
    f(Field{"friction", "-", "Coulomb's coefficient of all contacts"}, self.friction,
      Range::at_least(0.0));
    f(Field{"tangential_restitution", "-", "of all contacts"}, self.tangential_restitution,
      Range::between(-1.0, 1.0));
    f(Field{"restitution_beak", "-", "Newton's coefficient of contact 1"}, self.restitution_beak,
      Range::between(0.0, 1.0));
    f(Field{"restitution_sleeve", "-", "of contacts 2 and 3"}, self.restitution_sleeve,
      Range::between(0.0, 1.0));
    f(Field{"height", "m", "initial y"}, self.height, Range::any());
    f(Field{"angle_sleeve", "rad", "initial phi_M"}, self.angle_sleeve, Range::any());
    f(Field{"angle_bird", "rad", "initial phi_S"}, self.angle_bird, Range::any());
    f(Field{"speed", "m/s", "initial, of y"}, self.speed, Range::any());
    f(Field{"spin_sleeve", "rad/s", "initial, of phi_M"}, self.spin_sleeve, Range::any());
    f(Field{"spin_bird", "rad/s", "initial, of phi_S"}, self.spin_bird, Range::any());
    f(Field{"start", "-", "thrown: as given; cycle: at rest on the limit cycle of the defaults"},
      self.start, OneOf{"thrown", "cycle"});
    f(Field{"horizon", "s", "end time"}, self.horizon, Range::positive());
  }
  friend bool operator==(const Params&, const Params&) = default;
};

[[nodiscard]] ProblemEntry entry();

}  // namespace impactbench::woodpecker
