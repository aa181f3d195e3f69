#pragma once

#include "schemes/support/newmark_newton.hpp"
#include "schemes/support/power_law.hpp"

namespace impactbench::inc {

/// variant ec of inc.hpp.
struct ConservingLaw {
  static constexpr bool looks_back = true;
  PowerLaw law;
  double coefficient;  ///< c of the contact energy c [D]^alpha

  [[nodiscard]] std::optional<ContactResponse> wall(const Vec2& x, const Vec2& x0, double r,
                                                    const Wall& wall, int /*iteration*/) const {
    return response(-wall.inward, wall_frame(x, r, wall).depth, wall_frame(x0, r, wall).depth);
  }

  [[nodiscard]] std::optional<ContactResponse> pair(const Vec2& x_i, const Vec2& x_j,
                                                    const Vec2& x0_i, const Vec2& x0_j, double r_i,
                                                    double r_j, int /*iteration*/) const {
    const Vec2 d = x_j - x_i;
    const Vec2 d0 = x0_j - x0_i;
    const double length = d.norm();
    const double length0 = d0.norm();
    return response((d + d0) / (length + length0), r_i + r_j - length, r_i + r_j - length0);
  }

 private:
  [[nodiscard]] std::optional<ContactResponse> response(const Vec2& normal, double depth,
                                                        double depth0) const {
    if (!(depth > 0.0 || depth0 > 0.0)) return std::nullopt;
    const double secant = this->secant(depth, depth0);
    return ContactResponse{normal, coefficient * secant,
                           coefficient * std::max(tangent(depth, depth0, secant), 0.0)};
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

  [[nodiscard]] std::optional<ContactResponse> wall(const Vec2& x, const Vec2& x0, double r,
                                                    const Wall& wall, int iteration) const {
    const ContactFrame frame = wall_frame(x, r, wall);
    if (!wall_touches(frame.depth)) return std::nullopt;
    return response(frame, wall_frame(x0, r, wall).depth, iteration);
  }

  [[nodiscard]] std::optional<ContactResponse> pair(const Vec2& x_i, const Vec2& x_j,
                                                    const Vec2& x0_i, const Vec2& x0_j, double r_i,
                                                    double r_j, int iteration) const {
    const ContactFrame frame = pair_frame(x_i, r_i, x_j, r_j);
    if (!pair_touches(frame.depth)) return std::nullopt;
    return response(frame, r_i + r_j - (x0_j - x0_i).dot(frame.normal), iteration);
  }

 private:
  [[nodiscard]] static double truncated(double depth) { return depth < 1e-12 ? 0.0 : depth; }

  [[nodiscard]] ContactResponse response(const ContactFrame& frame, double old_depth,
                                         int iteration) const {
    const double x = truncated(frame.depth);
    const double y = truncated(old_depth);
    if (iteration == 1) return {frame.normal, coefficient * x, coefficient};
    const double secant = law.quotient(x, y);
    const double a = law.alpha;
    const double slope = std::abs(x - y) < 1e-10
                             ? a * (a - 1.0) * (a == 2.0 ? 1.0 : PowerLaw::power(y, a - 2.0))
                             : (a * PowerLaw::power(x, a - 1.0) - secant) / (x - y);
    return {frame.normal, coefficient * secant, coefficient * slope};
  }
};
static_assert(NormalLaw<ThesisLaw>);

}  // namespace impactbench::inc
