#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/round_bodies.hpp"
#include "schemes/support/newton/contact_response.hpp"
#include "schemes/support/newton/coulomb.hpp"

#include <Eigen/Core>

#include <array>
#include <cstddef>
#include <span>

namespace impactbench {

/// The friction of closed contacts of round bodies in a Newton iterate: the kinds that there are,
/// and the levers, slip and bound of each (coulomb.hpp).
template <int Dim, int Dofs>
class FrictionRows {
 public:
  /// The system must outlive this.
  void prepare(const RoundSystem& system) {
    system_ = &system;
    bodies_ = round_bodies(system);
    const ContactLaw& most = system.law();
    const bool rolls = Dofs > Dim && most.rolling_friction > 0.0;
    const bool twists = Dofs > Dim && Dim == 3 && most.twisting_friction > 0.0;
    count_ = 0;
    if ((Dim > 1 && most.friction > 0.0) || rolls || twists) ++count_;  // against slip
    if (rolls) kinds_[count_++] = FrictionKind::roll;
    if (twists) kinds_[count_++] = FrictionKind::twist;
  }

  /// The kinds at every contact, slip first; empty where nothing has friction.
  [[nodiscard]] std::span<const FrictionKind> kinds() const { return {kinds_.data(), count_}; }
  [[nodiscard]] bool act() const { return count_ > 0; }

  /// Sets levers, slip and bound of a contact with this law for the kind of friction of g;
  /// velocity(k) is the entry of degree of freedom k.
  template <class Velocity>
  void set(const ActiveContact<Dim>& c, const ContactResponse<Dim>& response, const ContactLaw& law,
           Velocity&& velocity, ActiveFriction<Dim>& g) const {
    double mu = law.friction;
    if (g.kind == FrictionKind::slide) {
      set_slide(c, response, velocity, g);
    } else {
      mu = g.kind == FrictionKind::roll ? law.rolling_friction : law.twisting_friction;
      set_turn(c, velocity, g);
    }
    g.bound = mu * response.friction_load;
    g.bound_stiffness = mu * response.friction_load_stiffness;
  }

 private:
  template <class Velocity>
  void set_slide(const ActiveContact<Dim>& c, const ContactResponse<Dim>& response,
                 Velocity&& velocity, ActiveFriction<Dim>& g) const {
    const BodyTable& bodies = system_->bodies();
    const double square = c.normal.squaredNorm();  // of a tangent
    g.inverse_mass = 0.0;
    const auto lever_of = [&](int body) {
      const double lever = response.lever * bodies.radius[index(body)];
      g.inverse_mass += square / bodies.mass[index(body)];
      if constexpr (Dofs > Dim) g.inverse_mass += lever * lever / bodies.inertia[index(body)];
      return lever;
    };
    g.lever_i = lever_of(c.key.body);
    if (!is_wall(c.key)) g.lever_j = lever_of(c.key.partner);
    g.slip = along_tangents<Dofs>(c, g, velocity);
    if (!surface_moves(c)) return;
    const Vec<Dim> moves = surface_velocity<Dim>(obstacle(c), c.normal, response.lever / square);
    const Tangents<Dim> t = tangents(c.normal);
    for (std::size_t k = 0; k < t.along.size(); ++k)
      g.slip[static_cast<Eigen::Index>(k)] -= t.along[k].dot(moves);
  }

  template <class Velocity>
  void set_turn(const ActiveContact<Dim>& c, Velocity&& velocity, ActiveFriction<Dim>& g) const {
    if constexpr (Dofs > Dim) {
      const std::vector<double>& inertia = system_->bodies().inertia;
      const double R = reduced_radius(bodies_, c.key.body, c.key.partner);
      g.lever_i = R;
      g.lever_j = -R;
      const double turning = 1.0 / inertia[index(c.key.body)] +
                             (is_wall(c.key) ? 0.0 : 1.0 / inertia[index(c.key.partner)]);
      g.inverse_mass = R * R * turning;
      g.slip = along_tangents<Dofs>(c, g, velocity);
      if (!surface_moves(c)) return;
      const Vec<Dofs - Dim> spin = obstacle(c).spin.template tail<Dofs - Dim>();
      const Tangents<Dim> axes = axes_of(g.kind, c.normal);
      for (std::size_t k = 0; k < axes.turn.size(); ++k)
        g.slip[static_cast<Eigen::Index>(k)] -= R * axes.turn[k].dot(spin);
    }
  }

  [[nodiscard]] bool surface_moves(const ActiveContact<Dim>& c) const {
    return is_wall(c.key) && system_->surfaces_move();
  }
  [[nodiscard]] const Obstacle& obstacle(const ActiveContact<Dim>& c) const {
    return system_->obstacles()[index(-1 - c.key.partner)];
  }
  static std::size_t index(int i) { return static_cast<std::size_t>(i); }

  const RoundSystem* system_{nullptr};
  RoundBodies bodies_;
  std::array<FrictionKind, 3> kinds_{FrictionKind::slide};
  std::size_t count_{0};
};

}  // namespace impactbench
