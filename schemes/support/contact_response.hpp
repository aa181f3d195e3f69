#pragma once

#include "problems/contact/geometry.hpp"

#include <concepts>
#include <optional>

namespace impactbench {

/// How a closed contact answers at one Newton iterate: force -force n on the first body, +force n
/// on the second; stiffness = d force / d D.
struct ContactResponse {
  Vec2 normal;
  double force;      ///< [N]
  double stiffness;  ///< [N/m] >= 0
  /// The part of the force that Coulomb's law counts, |f| <= mu grip, and its derivative.
  double grip;
  double grip_stiffness;
  /// Lever arms of friction are lever r_i and lever r_j: 1 for the undeformed radii.
  double lever{1.0};
};

/// The usual response: Coulomb's law counts the whole force where it presses.
[[nodiscard]] inline ContactResponse pressing(const Vec2& normal, double force, double stiffness,
                                              double lever = 1.0) {
  const bool presses = force > 0.0;
  return {normal, force, stiffness, presses ? force : 0.0, presses ? stiffness : 0.0, lever};
}

/// One disc as a contact law sees it.
struct LawDisc {
  Vec2 x;       ///< centre at the iterate
  Vec2 x0;      ///< centre at the beginning of the step
  double r, m;  ///< radius [m], mass [kg]
};

/// A normal contact law of the implicit schemes; iteration counts from 1. Nothing where the contact
/// is open.
template <class L>
concept NormalLaw = requires(const L law, LawDisc disc, Wall wall, int k) {
  { law.wall(disc, wall, k) } -> std::same_as<std::optional<ContactResponse>>;
  { law.pair(disc, disc, k) } -> std::same_as<std::optional<ContactResponse>>;
  /// Whether contacts that are closed at x0 alone still exert a force, and friction acts on the
  /// mean slip of the step instead of that at its end.
  { L::looks_back } -> std::convertible_to<bool>;
};

}  // namespace impactbench
