#pragma once

#include "schemes/support/hertz_contact.hpp"
#include "schemes/support/lanes.hpp"
#include "schemes/support/linear_contact.hpp"

#include <array>

namespace impactbench {

/// Contacts of spring_contacts.hpp that are computed together, some side by side: they cost half of
/// what they cost one by one, most of it roots and quotients.
template <int Dim>
struct SpringBatch {
  static constexpr int slides = Dim == 3 ? 3 : 1;  ///< components of what lies in a tangent plane
  static constexpr int most = 16 * Lanes::count;

  struct alignas(sizeof(Lanes)) Group {
    // Given. Of pairs meet() makes the first two from x_j - x_i and r_i + r_j.
    LaneVector<Dim> normal;
    Lanes depth;                  ///< D [m]
    LaneVector<Dim> approach;     ///< v_i - v_j [m/s]
    LaneVector<slides> turn;      ///< r_i om_i + r_j om_j [m/s]
    LaneVector<slides> stretch;   ///< xi [m], carried on to the end of the step
    ContactBodies<Lanes> bodies;  ///< unless all bodies are alike
    Lanes friction;               ///< mu
    // Found.
    LaneVector<Dim> force;      ///< on the first body [N]
    LaneVector<slides> torque;  ///< n x f, per radius [N]
    Lanes normal_force;         ///< lam [N]
  };
  std::array<Group, most / Lanes::count> groups;
  int count{0};

  [[nodiscard]] bool full() const { return count == most; }
  [[nodiscard]] int used_groups() const { return (count + Lanes::count - 1) / Lanes::count; }
};

/// What all contacts of a system share.
struct SpringRule {
  LinearContact linear;
  HertzContact hertz;
  bool is_hertz;  ///< which of both
  double step;    ///< h [s]
  bool rubs;      ///< some contact has friction
  bool pulls;     ///< the dashpot may
  bool alike;     ///< all bodies are, and so are all pairs, and all contacts with obstacles
  ContactSprings<double> pair, obstacle;  ///< what these are then

  template <class Real>
  [[nodiscard]] ContactSprings<Real> springs(const ContactBodies<Real>& bodies,
                                             bool with_obstacle) const {
    return is_hertz ? hertz.springs(bodies, with_obstacle) : linear.springs(bodies);
  }
};

/// Normals and depths of pairs.
void meet(SpringBatch<1>& batch);
void meet(SpringBatch<2>& batch);
void meet(SpringBatch<3>& batch);
/// Forces, and stretches at the end of the step; all of them are contacts of two bodies, or all
/// those with obstacles.
void press(SpringBatch<1>& batch, const SpringRule& rule, bool with_obstacles);
void press(SpringBatch<2>& batch, const SpringRule& rule, bool with_obstacles);
void press(SpringBatch<3>& batch, const SpringRule& rule, bool with_obstacles);

}  // namespace impactbench
