#include "reference/exact/corner_limits/corner_limits.hpp"

#include "reference/support/problem_numbers.hpp"

#include <array>
#include <cmath>
#include <numbers>
#include <string>

namespace impactbench::exact::corner_limits {
namespace {

using Vec2 = Eigen::Vector2d;

/// Inner normals of the two walls and unit vectors along them, away from the corner.
struct Wedge {
  std::array<Vec2, 2> normal, edge;
  explicit Wedge(double angle)
      : normal{Vec2(0.0, 1.0), Vec2(std::sin(angle), -std::cos(angle))},
        edge{Vec2(1.0, 0.0), Vec2(std::cos(angle), std::sin(angle))} {}

  /// Nearest vector of the wedge, which is convex.
  [[nodiscard]] Vec2 nearest(const Vec2& u) const {
    if (u.dot(normal[0]) >= 0.0 && u.dot(normal[1]) >= 0.0) return u;
    Vec2 best = Vec2::Zero();
    for (const Vec2& e : edge) {
      const Vec2 on = std::max(u.dot(e), 0.0) * e;
      if ((u - on).norm() < (u - best).norm()) best = on;
    }
    return best;
  }
};

}  // namespace

std::vector<Vec2> velocities(double angle, double e, const Vec2& u) {
  const Wedge wedge(angle);
  std::vector<Vec2> out{-e * u + (1.0 + e) * wedge.nearest(u)};
  for (const std::size_t first : {0U, 1U}) {
    Vec2 v = u;
    int idle = 0;
    // Without end where e < 1 and walls are met for ever: the velocity then tends to zero.
    for (std::size_t k = 0; idle < 2 && k < 10000; ++k) {
      const Vec2& n = wedge.normal[(first + k) % 2];
      const double closing = -v.dot(n);
      idle = closing > 1e-15 * u.norm() ? 0 : idle + 1;
      if (closing > 0.0) v += (1.0 + e) * closing * n;
    }
    out.push_back(v);
  }
  return out;
}

namespace {

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact || problem.name != "corner") return std::nullopt;
  const double e = number(problem, "restitution");
  const double angle = number(problem, "angle") / 180.0 * std::numbers::pi;
  const Vec2 start = problem.initial.q, u = problem.initial.v;
  const double hit = start.norm() / u.norm();
  const std::vector<Vec2> after = velocities(angle, e, u);
  const auto leaving_with = [=](const Vec2& leave) {
    return [=](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
      if (!(t >= 0.0)) return false;
      q = t < hit ? Vec2(start + t * u) : Vec2((t - hit) * leave);
      v = t < hit ? u : leave;
      return true;
    };
  };
  Truth out;
  out.source = "exact/corner_limits";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-12;
  if (hit <= problem.horizon) out.event_times = {hit};
  const double spread = std::max((after[1] - after[0]).norm(), (after[2] - after[0]).norm());
  if (spread <= 1e-10 * u.norm()) {
    out.at = leaving_with(after[0]);
    return out;
  }
  const std::array names{"law", "wall 1 first", "wall 2 first"};
  for (std::size_t k = 0; k < names.size(); ++k)
    out.branches.push_back({names[k], leaving_with(after[k])});
  return out;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "corner_limits",
          .summary = "a point at the corner of a wedge: the impact law and its near misses",
          .source = "paoli2010; reflections in turn",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::corner_limits
