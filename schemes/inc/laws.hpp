#pragma once

#include "schemes/support/contact_response.hpp"
#include "schemes/support/dissipation.hpp"
#include "schemes/support/power_law.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::inc {

/// The normal of a pair over a step, and its depths along it.
struct StepFrame {
  Vec2 normal;
  double depth, depth0;
  double length, length0;  ///< of d^{n+1} and d^n [m]
};

/// `end`: the normal of d^{n+1} with D0 measured along it; else (d^{n+1} + d^n) / (|d^{n+1}| +
/// |d^n|) with the true depths.
[[nodiscard]] inline StepFrame step_frame(const LawDisc& a, const LawDisc& b, bool end) {
  const Vec2 d = b.x - a.x;
  const Vec2 d0 = b.x0 - a.x0;
  const double touching = a.r + b.r;
  const double length = d.norm();
  const double length0 = d0.norm();
  if (end) {
    const Vec2 n = d / length;
    return {n, touching - length, touching - d0.dot(n), length, length0};
  }
  return {(d + d0) / (length + length0), touching - length, touching - length0, length, length0};
}

/// variant ec of inc.hpp.
struct ConservingLaw {
  static constexpr bool looks_back = true;
  PowerLaw law;
  double coefficient;  ///< c of the contact energy c [D]^alpha
  bool end_normal{false};
  Dissipation dissipation{};

  [[nodiscard]] std::optional<ContactResponse> wall(const LawDisc& a, const Wall& wall,
                                                    int /*iteration*/) const {
    const double depth = wall_frame(a.x, a.r, wall).depth;
    const double depth0 = wall_frame(a.x0, a.r, wall).depth;
    if (is_open(depth, depth0)) return std::nullopt;
    return response(-wall.inward, depth, depth0, a.m, 1.0 - 0.5 * (depth + depth0) / a.r);
  }

  [[nodiscard]] std::optional<ContactResponse> pair(const LawDisc& a, const LawDisc& b,
                                                    int /*iteration*/) const {
    const double touching = a.r + b.r;
    if (!((b.x - a.x).squaredNorm() < touching * touching ||
          (b.x0 - a.x0).squaredNorm() < touching * touching)) {
      return std::nullopt;
    }
    const StepFrame f = step_frame(a, b, end_normal);
    if (is_open(f.depth, f.depth0)) return std::nullopt;
    // Lever arms that add up to t . rot90(d + d0) / 2, t = rot90(n): friction then keeps the
    // angular momentum. (|n| = 1 but for the rotation within the step.)
    const double lever = 0.5 * (f.length + f.length0) * f.normal.squaredNorm() / touching;
    return response(f.normal, f.depth, f.depth0, dissipation.acts() ? reduced_mass(a.m, b.m) : 0.0,
                    lever);
  }

 private:
  [[nodiscard]] static bool is_open(double depth, double depth0) {
    return !(depth > 0.0 || depth0 > 0.0);
  }

  [[nodiscard]] std::optional<ContactResponse> response(const Vec2& normal, double depth,
                                                        double depth0, double mass,
                                                        double lever) const {
    const double secant = this->secant(depth, depth0);
    double force = coefficient * secant;
    double stiffness = coefficient * std::max(tangent(depth, depth0, secant), 0.0);
    if (dissipation.acts()) {
      const double damping = dissipation.coefficient(mass);
      force += damping * (Dissipation::y(depth, law.alpha) - Dissipation::y(depth0, law.alpha));
      stiffness += damping * Dissipation::slope(depth, law.alpha);
      if (dissipation.ends_at(force)) return std::nullopt;
    }
    return pressing(normal, force, stiffness, lever);
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
  double coefficient;
  double end_weight{0.0};  ///< e of nguyen2024, section 4.4
  bool end_normal{true};
  Dissipation dissipation{};

  [[nodiscard]] std::optional<ContactResponse> wall(const LawDisc& a, const Wall& wall,
                                                    int iteration) const {
    const ContactFrame frame = wall_frame(a.x, a.r, wall);
    if (!wall_touches(frame.depth)) return std::nullopt;
    return response(frame, wall_frame(a.x0, a.r, wall).depth, a.m, iteration);
  }

  [[nodiscard]] std::optional<ContactResponse> pair(const LawDisc& a, const LawDisc& b,
                                                    int iteration) const {
    if (well_apart(a.x, a.r, b.x, b.r)) return std::nullopt;
    const StepFrame f = step_frame(a, b, end_normal);
    if (!pair_touches(f.depth)) return std::nullopt;
    return response({f.normal, f.depth}, f.depth0,
                    dissipation.acts() ? reduced_mass(a.m, b.m) : 0.0, iteration);
  }

 private:
  [[nodiscard]] static double truncated(double depth) { return depth < 1e-12 ? 0.0 : depth; }

  [[nodiscard]] std::optional<ContactResponse> response(const ContactFrame& frame, double old_depth,
                                                        double mass, int iteration) const {
    const double x = truncated(frame.depth);
    const double y = truncated(old_depth);
    const double grip = coefficient * (iteration == 1 ? x : law.quotient(x, y));
    const double grip_stiffness = coefficient * slope(x, y, iteration);
    const double e = end_weight;
    ContactResponse out{frame.normal, (grip + e * coefficient * x) / (1.0 + e),
                        (grip_stiffness + e * coefficient) / (1.0 + e), grip, grip_stiffness};
    if (!dissipation.acts()) return out;
    const double damping = dissipation.coefficient(mass);
    const double force =
        out.force + damping * (Dissipation::y(x, law.alpha) - Dissipation::y(y, law.alpha));
    if (dissipation.ends_at(force)) return std::nullopt;
    return pressing(frame.normal, force,
                    out.stiffness + damping * Dissipation::slope(x, law.alpha));
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
