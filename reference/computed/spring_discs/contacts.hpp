#pragma once

#include "problems/model/behaviour.hpp"
#include "problems/model/round_system.hpp"
#include "reference/computed/spring_discs/collocation.hpp"

#include <optional>
#include <vector>

namespace impactbench::computed::spring_discs {

/// The state of friction at a contact; `slides` with the sign of the slip that it opposes.
enum class SlipState { sticks, slides };

/// A closed contact of a disc with another one, or with wall -1 - partner.
struct Contact {
  int disc, partner;
  SlipState slip_state{SlipState::slides};
  int direction{1};    ///< of the slip, while it slides
  bool presses{true};  ///< the normal force is not below zero: a dashpot pulls then, or is off
  Real stretch{0};     ///< xi of the tangential spring [m]
  [[nodiscard]] bool with_wall() const { return partner < 0; }
};

/// A contact at one instant; signs of problems/contact/geometry.hpp.
struct Touch {
  Real nx, ny;              ///< normal; the tangent is (-ny, nx)
  Real depth, rate;         ///< D [m], dD/dt [m/s]
  Real across;              ///< relative velocity of the centres along the tangent [m/s]
  Real distance;            ///< of the centres [m]; of a wall: infinite
  Real lever_i, lever_j;    ///< of friction [m]
  Real slip, inverse_mass;  ///< w [m/s], T^T M^-1 T [1/kg]
  Real force, force_scale;  ///< lam [N] where a dashpot may pull, and the size of its terms
  Real coefficient;         ///< c of these bodies
  Real stiffness;           ///< along the tangent, at this depth [N/m]
  Real onset;               ///< of Mindlin's spring: its stiffness over sqrt(D)
};

/// Forces of all closed contacts on discs between line walls: the power-law spring, dashpot and
/// tangential law of a Compliance with the friction and restitution of the system, continuous in
/// time. The caller gives the closed contacts; motion.hpp decides which are closed, stick or slide.
/// Forces continue smoothly below D = 0, where a step reaches beyond the end of a contact.
class Contacts {
 public:
  Contacts(const RoundSystem& system, const Compliance& law);

  [[nodiscard]] Touch touch(const Contact& c, const Vector& q, const Vector& v) const;
  /// Whether a contact that closes with this touch, D = 0, sticks at first; absent where the forces
  /// decide it. Forces of Hertz and Mindlin begin as powers of D = v t: dashpots as D^(1/4), so
  /// that they decide where there are any, and springs as D^(3/2).
  [[nodiscard]] std::optional<bool> sticks_at_first(const Contact& c, const Touch& t) const;
  /// -(k_t xi + eta_t w), before Coulomb's bound [N].
  [[nodiscard]] Real trial(const Touch& t, Real stretch) const;
  /// mu [lam]_+ [N].
  [[nodiscard]] Real bound(const Contact& c, const Touch& t) const;
  /// f [N].
  [[nodiscard]] Real friction(const Contact& c, const Touch& t, Real stretch) const;
  /// The stretch of a sliding spring: -(f + eta_t w) / k_t.
  [[nodiscard]] Real sliding_stretch(const Contact& c, const Touch& t) const;
  void acceleration(const std::vector<Contact>& closed, const Vector& q, const Vector& v,
                    const Vector& stretch, Vector& a) const;
  void slips(const std::vector<Contact>& closed, const Vector& q, const Vector& v, Vector& w) const;

  /// The distance of a state from a change between stick and slip of a closed contact, relative to
  /// the terms of this difference: negative beyond it.
  [[nodiscard]] Real slip_margin(const std::vector<Contact>& closed, std::size_t k,
                                 const Vector& stretch, const Vector& q, const Vector& v) const;

  [[nodiscard]] bool dissipates(const Contact& c) const { return losses(c).damping_ratio > 0; }
  [[nodiscard]] bool has_friction() const { return has_friction_; }
  [[nodiscard]] bool has_spring() const { return law_.tangential.stiffness > 0.0; }
  [[nodiscard]] Real radius(int disc) const;
  [[nodiscard]] const RoundSystem& system() const { return system_; }
  [[nodiscard]] Real gravity(Eigen::Index axis) const { return axis == 0 ? g_x_ : g_y_; }

 private:
  [[nodiscard]] Real damping(const Touch& t) const;
  [[nodiscard]] Real reduced_mass(const Contact& c) const;
  [[nodiscard]] Real stiffening(const Contact& c, const Touch& t) const;
  [[nodiscard]] Real bound_rate(const Contact& c, const Touch& t, const Vector& a) const;
  [[nodiscard]] Real slip_rate(const Contact& c, const Touch& t, const Vector& a) const;

  const RoundSystem& system_;
  Compliance law_;
  struct Losses {
    Real friction, damping_ratio;
  };
  [[nodiscard]] const Losses& losses(const Contact& c) const {
    return losses_[system_.law_place(c.disc, c.partner)];
  }
  std::vector<Losses> losses_;  ///< by the places of MaterialLaws
  bool has_friction_;           ///< some contact does
  Real alpha_, g_x_, g_y_;
};

}  // namespace impactbench::computed::spring_discs
