#pragma once

#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/laws/hertz_contact.hpp"
#include "schemes/support/laws/linear_contact.hpp"
#include "schemes/support/laws/slide.hpp"
#include "schemes/support/springs/lanes.hpp"

#include <array>
#include <cstddef>

namespace impactbench {

/// The properties of a body that its springs depend on.
struct SpringBody {
  double radius, inverse_mass, inverse_tangential, inverse_inertia;
  friend bool operator==(const SpringBody&, const SpringBody&) = default;
};

/// The input of a batch: bodies at their places, candidates, and the memory of closed contacts.
template <int Dim>
struct SpringRows {
  const ContactKey* keys;
  const Slide<Dim>* stretches;  ///< of candidates; null without friction
  const SpringBody* bodies;
  std::size_t stride;       ///< 0 where all bodies are alike: the first stands for each
  const double *q{}, *v{};  ///< `dofs` numbers a body
  std::size_t dofs{};
};

/// Contacts of spring_contacts.hpp that are computed together, in lanes: this halves their cost,
/// most of which is roots and quotients.
template <int Dim>
struct SpringBatch {
  static constexpr int slides = Dim == 3 ? 3 : 1;  ///< components of a tangent vector
  static constexpr int most = 16 * Lanes::count;
  /// N numbers, padded to full lanes.
  template <int N>
  using Row = std::array<double, (N + Lanes::count - 1) / Lanes::count * Lanes::count>;

  struct alignas(sizeof(Lanes)) Group {
    // Input; for pairs set by gather().
    LaneVector<Dim> normal;
    Lanes depth;                  ///< D [m]
    LaneVector<Dim> approach;     ///< v_i - v_j [m/s]
    LaneVector<slides> turn;      ///< r_i om_i + r_j om_j [m/s]
    LaneVector<slides> stretch;   ///< xi [m], carried on to the end of the step
    ContactBodies<Lanes> bodies;  ///< unless all bodies are alike
    Lanes friction;               ///< mu
    LaneVector<2> radius;         ///< of both bodies
    // Output.
    LaneVector<slides> torque;  ///< n x f, per radius [N]
    Lanes normal_force;         ///< lam [N]
  };
  std::array<Group, most / Lanes::count> groups;
  std::array<std::size_t, most> candidate;  ///< the candidates of the contacts
  // Output contact by contact: force and torque on the first and second body; the stretch, then the
  // depth.
  alignas(sizeof(Lanes)) Row<Dim + slides> first[most], second[most];
  alignas(sizeof(Lanes)) Row<slides + 1> kept[most];
  int count{0};

  [[nodiscard]] bool full() const { return count == most; }
  [[nodiscard]] int used_groups() const { return (count + Lanes::count - 1) / Lanes::count; }
};

/// The data that all contacts of a system share.
struct SpringRule {
  LinearContact linear;
  HertzContact hertz;
  bool is_hertz;      ///< else linear
  double step;        ///< h [s]
  bool has_friction;  ///< some contact has friction
  bool pulls;         ///< the dashpot may pull
  bool alike;         ///< all bodies are alike, all pairs, and all contacts with obstacles
  ContactSprings<double> pair, obstacle;  ///< their values in that case
  bool one_law;                           ///< all contacts have these two
  double friction, damping_ratio;

  template <class Real>
  [[nodiscard]] ContactSprings<Real> springs(const ContactBodies<Real>& bodies,
                                             bool with_obstacle) const {
    return is_hertz ? hertz.springs(bodies, with_obstacle) : linear.springs(bodies);
  }
};

/// Gathers the input of pairs; friction and damping ratio only if all contacts share them.
void gather(SpringBatch<1>& batch, const SpringRule& rule, const SpringRows<1>& rows);
void gather(SpringBatch<2>& batch, const SpringRule& rule, const SpringRows<2>& rows);
void gather(SpringBatch<3>& batch, const SpringRule& rule, const SpringRows<3>& rows);
/// Computes forces, and stretches at the end of the step, for contacts that are either all of two
/// bodies or all with obstacles.
void press(SpringBatch<1>& batch, const SpringRule& rule, bool with_obstacles);
void press(SpringBatch<2>& batch, const SpringRule& rule, bool with_obstacles);
void press(SpringBatch<3>& batch, const SpringRule& rule, bool with_obstacles);

}  // namespace impactbench
