#pragma once

#include "schemes/support/laws/dissipation.hpp"
#include "schemes/support/laws/power_law.hpp"
#include "schemes/support/newton/contact_response.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::inc {

/// The normal of a contact over a step, and its depths along it.
template <int Dim>
struct StepFrame {
  Vec<Dim> normal;
  double depth, depth0;
  double length, length0;  ///< of d^{n+1} and d^n [m]; of an obstacle 0
};

/// `end`: the normal of d^{n+1} with D0 measured along it; else (d^{n+1} + d^n) / (|d^{n+1}| +
/// |d^n|) with the true depths. It and the pressures below are inlined: calls took 8 % of a run of
/// 529 discs.
template <int Dim>
[[gnu::always_inline]] [[nodiscard]] inline StepFrame<Dim> step_frame(const LawBody<Dim>& a,
                                                                      const LawBody<Dim>& b,
                                                                      bool end) {
  const Vec<Dim> d = b.x - a.x;
  const Vec<Dim> d0 = b.x0 - a.x0;
  const double touching = a.r + b.r;
  const double length = d.norm();
  const double length0 = d0.norm();
  if (end) {
    const Vec<Dim> n = d / length;
    return {n, touching - length, touching - d0.dot(n), length, length0};
  }
  return {(d + d0) / (length + length0), touching - length, touching - length0, length, length0};
}

/// With an obstacle both depths are the true ones. The normal is that at the end, or a discrete
/// gradient of the depth at the middle m of the step, n . (x - x0) = D - D0: for a half-space its
/// own normal, for any other obstacle
///   n(m) + (D - D0 - n(m) . (x - x0)) (x - x0) / |x - x0|^2   (Gonzalez 1996, section 3).
template <int Dim>
[[nodiscard]] StepFrame<Dim> step_frame(const LawBody<Dim>& a, const Obstacle& fixed, bool end) {
  const LawFrame<Dim> now = frame_with<Dim>(a.x, a.r, fixed);
  const double depth0 = frame_with<Dim>(a.x0, a.r, fixed).depth;
  if (end || fixed.flat()) return {now.normal, now.depth, depth0, 0.0, 0.0};
  const Vec<Dim> displacement = a.x - a.x0;
  Vec<Dim> normal = frame_with<Dim>(0.5 * (a.x + a.x0), a.r, fixed).normal;
  const double square = displacement.squaredNorm();
  if (square > 0.0)
    normal += ((now.depth - depth0 - normal.dot(displacement)) / square) * displacement;
  return {normal, now.depth, depth0, 0.0, 0.0};
}

/// variant ec of inc.hpp.
struct ConservingLaw {
  static constexpr bool looks_back = true;
  PowerLaw law;
  bool end_normal{false};
  double coefficient{0.0};  ///< c of the contact energy c [D]^alpha
  Dissipation dissipation{};

  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> obstacle(const LawBody<Dim>& a,
                                                             const Obstacle& fixed,
                                                             int /*iteration*/) const {
    const StepFrame<Dim> f = step_frame(a, fixed, end_normal);
    if (!closes(f.depth, f.depth0)) return std::nullopt;
    const double lever = (1.0 - 0.5 * (f.depth + f.depth0) / a.r) * f.normal.squaredNorm();
    return response(f.normal, f.depth, f.depth0, a.m, lever);
  }

  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> pair(const LawBody<Dim>& a,
                                                         const LawBody<Dim>& b,
                                                         int /*iteration*/) const {
    const double touching = a.r + b.r;
    if (!((b.x - a.x).squaredNorm() < touching * touching ||
          (b.x0 - a.x0).squaredNorm() < touching * touching)) {
      return std::nullopt;
    }
    const StepFrame<Dim> f = step_frame(a, b, end_normal);
    if (!closes(f.depth, f.depth0)) return std::nullopt;
    // Lever arms whose sum is t . rot90(d + d0) / 2, t = rot90(n): friction then conserves angular
    // momentum. (|n| = 1 up to the rotation within the step.)
    const double lever = 0.5 * (f.length + f.length0) * f.normal.squaredNorm() / touching;
    return response(f.normal, f.depth, f.depth0, dissipation.acts() ? reduced_mass(a.m, b.m) : 0.0,
                    lever);
  }

  [[nodiscard]] static bool closes(double depth, double depth0) {
    return depth > 0.0 || depth0 > 0.0;
  }
  [[nodiscard]] bool at_end() const { return end_normal; }
  [[gnu::always_inline]] [[nodiscard]] std::optional<Pressure> pressure(double depth, double depth0,
                                                                        double mass,
                                                                        int /*iteration*/) const {
    const double secant = this->secant(depth, depth0);
    double force = coefficient * secant;
    double stiffness = coefficient * std::max(tangent(depth, depth0, secant), 0.0);
    if (dissipation.acts()) {
      const double damping = dissipation.coefficient(mass);
      force += damping * (Dissipation::y(depth, law.alpha) - Dissipation::y(depth0, law.alpha));
      stiffness += damping * Dissipation::slope(depth, law.alpha);
      if (dissipation.ends_at(force)) return std::nullopt;
    }
    return Pressure::of(force, stiffness);
  }

 private:
  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> response(const Vec<Dim>& normal, double depth,
                                                             double depth0, double mass,
                                                             double lever) const {
    const std::optional<Pressure> p = pressure(depth, depth0, mass, 0);
    return p ? std::optional(p->along(normal, lever)) : std::nullopt;
  }

  /// ([x]_+^alpha - [y]_+^alpha) / (x - y)
  [[nodiscard]] double secant(double x, double y) const {
    if (x > 0.0 && y > 0.0) return law.quotient(x, y);
    const double inside = std::max(x, y);
    return PowerLaw::power(inside, law.alpha) / std::abs(x - y);
  }

  /// Its derivative with respect to x; the limit for x = y where the quotient would cancel.
  [[nodiscard]] double tangent(double x, double y, double secant) const {
    if (std::abs(x - y) < 1e-6 * std::max(x, y)) {
      return 0.5 * law.alpha * (law.alpha - 1.0) * PowerLaw::power(x, law.alpha - 2.0);
    }
    return (law.alpha * PowerLaw::power(x, law.alpha - 1.0) - secant) / (x - y);
  }
};
static_assert(NormalLaw<ConservingLaw>);

/// variant thesis of inc.hpp.
struct ThesisLaw {
  static constexpr bool looks_back = false;
  PowerLaw law;
  double end_weight{0.0};  ///< e of nguyen2024, section 4.4
  bool end_normal{true};
  double coefficient{0.0};
  Dissipation dissipation{};

  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> obstacle(const LawBody<Dim>& a,
                                                             const Obstacle& fixed,
                                                             int iteration) const {
    if (!wall_touches(frame_with<Dim>(a.x, a.r, fixed).depth)) return std::nullopt;
    const StepFrame<Dim> f = step_frame(a, fixed, end_normal);
    return response(LawFrame<Dim>{f.normal, f.depth}, f.depth0, a.m, iteration);
  }

  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> pair(const LawBody<Dim>& a,
                                                         const LawBody<Dim>& b,
                                                         int iteration) const {
    if (well_apart(a, b)) return std::nullopt;
    const StepFrame<Dim> f = step_frame(a, b, end_normal);
    if (!pair_touches(f.depth)) return std::nullopt;
    return response(LawFrame<Dim>{f.normal, f.depth}, f.depth0,
                    dissipation.acts() ? reduced_mass(a.m, b.m) : 0.0, iteration);
  }

  [[nodiscard]] static bool closes(double depth, double) { return wall_touches(depth); }
  [[nodiscard]] bool at_end() const { return end_normal; }
  [[gnu::always_inline]] [[nodiscard]] std::optional<Pressure> pressure(double depth,
                                                                        double old_depth,
                                                                        double mass,
                                                                        int iteration) const {
    const double x = truncated(depth);
    const double y = truncated(old_depth);
    const double friction_load = coefficient * (iteration == 1 ? x : law.quotient(x, y));
    const double friction_load_stiffness = coefficient * slope(x, y, iteration);
    const double e = end_weight;
    const double elastic = (friction_load + e * coefficient * x) / (1.0 + e);
    const double stiffness = (friction_load_stiffness + e * coefficient) / (1.0 + e);
    if (!dissipation.acts())
      return Pressure{elastic, stiffness, friction_load, friction_load_stiffness};
    const double damping = dissipation.coefficient(mass);
    const double force =
        elastic + damping * (Dissipation::y(x, law.alpha) - Dissipation::y(y, law.alpha));
    if (dissipation.ends_at(force)) return std::nullopt;
    return Pressure::of(force, stiffness + damping * Dissipation::slope(x, law.alpha));
  }

 private:
  [[nodiscard]] static double truncated(double depth) { return depth < 1e-12 ? 0.0 : depth; }

  template <int Dim>
  [[nodiscard]] std::optional<ContactResponse<Dim>> response(const LawFrame<Dim>& frame,
                                                             double old_depth, double mass,
                                                             int iteration) const {
    const std::optional<Pressure> p = pressure(frame.depth, old_depth, mass, iteration);
    return p ? std::optional(p->along(frame.normal)) : std::nullopt;
  }

  [[nodiscard]] double slope(double x, double y, int iteration) const {
    if (iteration == 1) return 1.0;
    const double a = law.alpha;
    if (std::abs(x - y) < 1e-10) {
      return a * (a - 1.0) * (a == 2.0 ? 1.0 : PowerLaw::power(y, a - 2.0));
    }
    return (a * PowerLaw::power(x, a - 1.0) - law.quotient(x, y)) / (x - y);
  }
};
static_assert(NormalLaw<ThesisLaw>);

}  // namespace impactbench::inc
