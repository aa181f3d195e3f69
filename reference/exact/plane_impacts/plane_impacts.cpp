#include "reference/exact/plane_impacts/plane_impacts.hpp"

#include "reference/support/problem_numbers.hpp"

#include <Eigen/Geometry>
#include <Eigen/LU>

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>
#include <memory>
#include <string>
#include <vector>

namespace impactbench::exact::plane_impacts {
namespace {

using Vec2 = Eigen::Vector2d;

/// A part of the motion in Cartesian coordinates: straight, or along the circle about the origin.
struct Piece {
  double start;
  Vec2 x, v;
  bool slides{false};
};

struct Motion {
  std::vector<Piece> pieces;
  /// Position and velocity at t.
  void at(double t, Vec2& x, Vec2& v) const {
    const auto after = std::upper_bound(pieces.begin(), pieces.end(), t,
                                        [](double s, const Piece& p) { return s < p.start; });
    const Piece& p = *std::prev(after);
    const double s = t - p.start;
    x = p.x + s * p.v;
    v = p.v;
    if (!p.slides) return;
    const double radius = p.x.norm();
    const double angle = (p.x.x() * p.v.y() - p.x.y() * p.v.x()) / (radius * radius) * s;
    const Eigen::Rotation2Dd turn(angle);
    x = turn * p.x;
    v = turn * p.v;
  }
};

/// Before the wall x . n >= 0, n of unit length: one impact at most.
Motion before_wall(const Vec2& x, const Vec2& v, const Vec2& n, double e) {
  Motion out{{{0.0, x, v}}};
  const double closing = -v.dot(n);
  if (closing <= 0.0) return out;
  const double t = x.dot(n) / closing;
  out.pieces.push_back({t, x + t * v, v + (1.0 + e) * closing * n});
  return out;
}

/// Outside of the circle of that radius: one impact at most, the obstacle being convex.
Motion outside(const Vec2& x, const Vec2& v, double radius, double e) {
  Motion out{{{0.0, x, v}}};
  const double half = x.dot(v), v2 = v.squaredNorm();
  const double root2 = half * half - v2 * (x.squaredNorm() - radius * radius);
  if (half >= 0.0 || root2 <= 0.0) return out;
  const double t = (x.squaredNorm() - radius * radius) / (-half + std::sqrt(root2));
  const Vec2 at = x + t * v, n = at.normalized();
  out.pieces.push_back({t, at, v - (1.0 + e) * v.dot(n) * n});
  return out;
}

Motion inside(const Vec2& x, const Vec2& v, double radius, double e, double horizon) {
  Motion out{{{0.0, x, v}}};
  while (true) {
    const Piece& p = out.pieces.back();
    const double half = p.x.dot(p.v), v2 = p.v.squaredNorm();
    if (v2 == 0.0) return out;
    const double inner = std::max(radius * radius - p.x.squaredNorm(), 0.0);
    const double t = (-half + std::sqrt(half * half + v2 * inner)) / v2;
    if (p.start + t >= horizon) return out;
    const Vec2 at = radius * (p.x + t * p.v).normalized(), n = at / radius;
    const double normal = p.v.dot(n);
    const Vec2 along = p.v - normal * n;
    if (e * normal <= 1e-12 * v.norm()) {
      out.pieces.push_back({p.start + t, at, along, true});
      return out;
    }
    out.pieces.push_back({p.start + t, at, along - e * normal * n});
  }
}

/// Impacts are the events of the run: none after its end, none where it begins to slide as it is.
Truth cartesian(
    Motion motion, double horizon,
    std::function<void(const Vec2&, const Vec2&, Eigen::VectorXd&, Eigen::VectorXd&)> embed) {
  const auto kept = std::make_shared<const Motion>(std::move(motion));
  Truth out;
  out.source = "exact/plane_impacts";
  out.provenance = Provenance::closed_form;
  out.uncertainty = 1e-11;
  out.at = [kept, embed](double t, Eigen::VectorXd& q, Eigen::VectorXd& v) {
    if (!(t >= 0.0)) return false;
    Vec2 x, u;
    kept->at(t, x, u);
    embed(x, u, q, v);
    return true;
  };
  for (std::size_t k = 1; k < kept->pieces.size(); ++k) {
    const double t = kept->pieces[k].start;
    if (t > 0.0 && t <= horizon) out.event_times.push_back(t);
  }
  return out;
}

Truth of_polar(const Problem& p) {
  const Vec2 x(number(p, "x"), number(p, "y")), v(number(p, "vx"), number(p, "vy"));
  return cartesian(before_wall(x, v, {1.0, 0.0}, number(p, "restitution")), p.horizon,
                   [](const Vec2& at, const Vec2& u, Eigen::VectorXd& q, Eigen::VectorXd& rate) {
                     const double r = at.norm();
                     q << r, std::atan2(at.y(), at.x());
                     rate << at.dot(u) / r, (at.x() * u.y() - at.y() * u.x()) / (r * r);
                   });
}

Truth of_skewed(const Problem& p) {
  const double skew = number(p, "skew");
  Eigen::Matrix2d a;
  a << 1.0, skew, 0.0, std::sqrt(1.0 - skew * skew);
  const Eigen::Matrix2d back = a.inverse();
  const Vec2 x = a * Vec2(number(p, "q1"), number(p, "q2"));
  const Vec2 v = a * Vec2(number(p, "v1"), number(p, "v2"));
  const Vec2 normal = back.row(0).transpose().normalized();  // q_1 = (back x)_1
  return cartesian(before_wall(x, v, normal, number(p, "restitution")), p.horizon,
                   [back](const Vec2& at, const Vec2& u, Eigen::VectorXd& q,
                          Eigen::VectorXd& rate) { q = back * at, rate = back * u; });
}

Truth of_disc(const Problem& p) {
  const Vec2 x(number(p, "x"), number(p, "y")), v(number(p, "vx"), number(p, "vy"));
  const double radius = number(p, "radius"), e = number(p, "restitution");
  const bool out = std::get<std::string>(p.parameters.at("side")) == "outside";
  return cartesian(out ? outside(x, v, radius, e) : inside(x, v, radius, e, p.horizon), p.horizon,
                   [](const Vec2& at, const Vec2& u, Eigen::VectorXd& q, Eigen::VectorXd& rate) {
                     q = at, rate = u;
                   });
}

std::optional<Truth> truth(const Problem& problem, const ContactModel& contact) {
  if (contact) return std::nullopt;
  if (problem.name == "polar_wall") return of_polar(problem);
  if (problem.name == "skewed_wall") return of_skewed(problem);
  if (problem.name == "disc_wall") return of_disc(problem);
  return std::nullopt;
}

}  // namespace

ReferenceEntry entry() {
  return {.name = "plane_impacts",
          .summary = "a free point before a wall or at a circle, in any coordinates",
          .source = "elementary; straight lines and reflections",
          .provenance = Provenance::closed_form,
          .truth = truth};
}

}  // namespace impactbench::exact::plane_impacts
