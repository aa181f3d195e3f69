#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/geometry.hpp"

#include <concepts>
#include <optional>

namespace impactbench {

/// The response of a closed contact at one Newton iterate: force -force n on the first body and
/// +force n on the second; stiffness = d force / d D.
template <int Dim>
struct ContactResponse {
  Vec<Dim> normal;
  double force;      ///< [N]
  double stiffness;  ///< [N/m] >= 0
  /// The load L of Coulomb's law, |f| <= mu L, and its derivative.
  double friction_load;
  double friction_load_stiffness;
  /// Lever arms of friction are lever r_i and lever r_j: 1 for the undeformed radii.
  double lever{1.0};
};

/// A response without a direction: the part of a law that depends on depths alone.
struct Pressure {
  double force, stiffness;
  double friction_load, friction_load_stiffness;

  /// The usual case: the load of Coulomb's law is the whole force if it presses, else 0.
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

/// True only if pair_touches() is certainly false, found without a root: twice the threshold, and
/// 45 roundings of a sum of radii.
template <int Dim>
[[nodiscard]] bool well_apart(const LawBody<Dim>& a, const LawBody<Dim>& b) {
  const double sum = (a.r + b.r) * (1.0 + 1e-14) + 2.0 * least_overlap;
  return (b.x - a.x).squaredNorm() > sum * sum;
}

/// A normal contact law of the implicit schemes; iterations count from 1. Its functions return
/// nothing where the contact is open.
template <class L>
concept NormalLaw = requires(const L law, LawBody<2> disc, LawBody<3> ball, Obstacle fixed, int k) {
  { law.obstacle(disc, fixed, k) } -> std::same_as<std::optional<ContactResponse<2>>>;
  { law.pair(disc, disc, k) } -> std::same_as<std::optional<ContactResponse<2>>>;
  { law.obstacle(ball, fixed, k) } -> std::same_as<std::optional<ContactResponse<3>>>;
  { law.pair(ball, ball, k) } -> std::same_as<std::optional<ContactResponse<3>>>;
  /// Whether a contact is closed at its depths at the end and the beginning of a step, and its
  /// pressure at these for a reduced mass; nothing where its force has ended.
  { L::closes(1.0, 1.0) } -> std::same_as<bool>;
  { law.pressure(1.0, 1.0, 1.0, k) } -> std::same_as<std::optional<Pressure>>;
  /// Whether the normal is taken at the end of the step, and the depth at the beginning is measured
  /// along it; otherwise the normal is a discrete gradient of the depth.
  { law.at_end() } -> std::same_as<bool>;
  /// Whether contacts that are closed only at x0 still exert a force, and friction opposes the mean
  /// slip of the step instead of the slip at its end.
  { L::looks_back } -> std::convertible_to<bool>;
};

}  // namespace impactbench
