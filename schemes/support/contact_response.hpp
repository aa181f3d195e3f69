#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/geometry.hpp"

#include <concepts>
#include <optional>

namespace impactbench {

/// How a closed contact answers at one Newton iterate: force -force n on the first body, +force n
/// on the second; stiffness = d force / d D.
template <int Dim>
struct ContactResponse {
  Vec<Dim> normal;
  double force;      ///< [N]
  double stiffness;  ///< [N/m] >= 0
  /// The part of the force that Coulomb's law counts, |f| <= mu L, and its derivative.
  double friction_load;
  double friction_load_stiffness;
  /// Lever arms of friction are lever r_i and lever r_j: 1 for the undeformed radii.
  double lever{1.0};
};

/// The same without a direction: what a law says of depths alone.
struct Pressure {
  double force, stiffness;
  double friction_load, friction_load_stiffness;

  /// The usual one: Coulomb's law counts the whole force where it presses.
  [[nodiscard]] static Pressure of(double force, double stiffness) {
    const bool presses = force > 0.0;
    return {force, stiffness, presses ? force : 0.0, presses ? stiffness : 0.0};
  }
  template <int Dim>
  [[nodiscard]] ContactResponse<Dim> along(const Vec<Dim>& normal, double lever = 1.0) const {
    return {normal, force, stiffness, friction_load, friction_load_stiffness, lever};
  }
};

/// One body as a contact law sees it.
template <int Dim>
struct LawBody {
  Vec<Dim> x;   ///< centre at the iterate
  Vec<Dim> x0;  ///< centre at the beginning of the step
  double r, m;  ///< radius [m], mass [kg]
};

/// The frame of a contact seen from its first body: unit normal into what it meets, depth D [m].
template <int Dim>
struct LawFrame {
  Vec<Dim> normal;
  double depth;
};
template <int Dim>
[[nodiscard]] LawFrame<Dim> frame_with(const Vec<Dim>& x, double r, const Obstacle& obstacle) {
  const Gap<Dim> gap = obstacle_gap<Dim>(x, r, obstacle);
  return {-gap.normal, -gap.distance};
}
template <int Dim>
[[nodiscard]] LawFrame<Dim> frame_with(const LawBody<Dim>& a, const LawBody<Dim>& b) {
  const Gap<Dim> gap = pair_gap<Dim>(a.x, a.r, b.x, b.r);
  return {gap.normal, -gap.distance};
}

/// Whether pair_touches() is false for sure, without a root: the threshold and its rounding lie far
/// within the margin.
template <int Dim>
[[nodiscard]] bool well_apart(const LawBody<Dim>& a, const LawBody<Dim>& b) {
  const double sum = (a.r + b.r) * (1.0 + 1e-14) + 2e-12;
  return (b.x - a.x).squaredNorm() > sum * sum;
}

/// A normal contact law of the implicit schemes; iteration counts from 1. Nothing where the contact
/// is open.
template <class L>
concept NormalLaw = requires(const L law, LawBody<2> disc, LawBody<3> ball, Obstacle fixed, int k) {
  { law.obstacle(disc, fixed, k) } -> std::same_as<std::optional<ContactResponse<2>>>;
  { law.pair(disc, disc, k) } -> std::same_as<std::optional<ContactResponse<2>>>;
  { law.obstacle(ball, fixed, k) } -> std::same_as<std::optional<ContactResponse<3>>>;
  { law.pair(ball, ball, k) } -> std::same_as<std::optional<ContactResponse<3>>>;
  /// Of a contact that closes at the depths of the end and the beginning of a step, its reduced
  /// mass given; nothing where its force has ended.
  { L::closes(1.0, 1.0) } -> std::same_as<bool>;
  { law.pressure(1.0, 1.0, 1.0, k) } -> std::same_as<std::optional<Pressure>>;
  /// Whether the normal is that at the end of the step, with the depth at its beginning measured
  /// along it; else a discrete gradient of the depth.
  { law.at_end() } -> std::same_as<bool>;
  /// Whether contacts that are closed at x0 alone still exert a force, and friction acts on the
  /// mean slip of the step instead of that at its end.
  { L::looks_back } -> std::convertible_to<bool>;
};

}  // namespace impactbench
