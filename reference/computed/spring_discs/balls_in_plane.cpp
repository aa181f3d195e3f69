#include "reference/computed/spring_discs/balls_in_plane.hpp"

#include "problems/model/round_setup.hpp"
#include "reference/support/half_spaces.hpp"

#include <Eigen/Geometry>

#include <cmath>
#include <utility>
#include <vector>

namespace impactbench::computed::spring_discs {
namespace {

/// Sine of an angle that is rounding.
constexpr double rounding = 1e-14;

struct Axes {
  Vec3 along, across, normal;
};

/// A plane with all of `inside` in it and all of `normals` along its normal.
std::optional<Axes> plane_of(const std::vector<Vec3>& inside, const std::vector<Vec3>& normals) {
  const auto unit = [](const Vec3& x) { return Vec3(x / x.norm()); };
  Vec3 first = Vec3::Zero(), normal = Vec3::Zero();
  for (const Vec3& x : inside) {
    if (first.isZero() && !x.isZero()) first = unit(x);
    const Vec3 c = first.cross(x);
    if (normal.isZero() && c.norm() > rounding * x.norm()) normal = unit(c);
  }
  for (const Vec3& x : normals) {
    if (normal.isZero() && !x.isZero()) normal = unit(x);
  }
  if (first.isZero() && normal.isZero()) return std::nullopt;
  if (normal.isZero()) normal = first.unitOrthogonal();
  if (first.isZero()) first = normal.unitOrthogonal();
  for (const Vec3& x : inside) {
    if (std::abs(x.dot(normal)) > rounding * x.norm()) return std::nullopt;
  }
  for (const Vec3& x : normals) {
    if (x.cross(normal).norm() > rounding * x.norm()) return std::nullopt;
  }
  return Axes{first, normal.cross(first), normal};
}

}  // namespace

std::optional<BallsInPlane> balls_in_plane(const Problem& problem) {
  const RoundSystem* system = round_system(*problem.system);
  if (system == nullptr || system->space() != BodySpace{.dimension = 3, .rotates = true} ||
      system->bodies().size() == 0 || !among_half_spaces(round_bodies(*system))) {
    return std::nullopt;
  }
  const BodyTable& balls = system->bodies();
  const auto place = [&](const Eigen::VectorXd& x, std::size_t i, int from) {
    return Vec3(x.segment<3>(6 * static_cast<Eigen::Index>(i) + from));
  };
  const Eigen::VectorXd &q = problem.initial.q, &v = problem.initial.v;
  const Vec3 origin = place(q, 0, 0);
  std::vector<Vec3> inside{system->gravity()}, normals;
  for (const Obstacle& o : system->obstacles())
    inside.push_back(o.b);
  for (std::size_t i = 0; i < balls.size(); ++i) {
    inside.push_back(place(q, i, 0) - origin);
    inside.push_back(place(v, i, 0));
    normals.push_back(place(v, i, 3));
  }
  const auto axes = plane_of(inside, normals);
  if (!axes) return std::nullopt;
  const auto flat = [&](const Vec3& x) {
    return Vec3(x.dot(axes->along), x.dot(axes->across), 0.0);
  };
  RoundSetup setup({.dimension = 2, .rotates = true}, system->law());
  setup.materials(system->laws(), balls.material);
  setup.gravity(flat(system->gravity()));
  for (const Obstacle& o : system->obstacles())
    setup.obstacle(
        {Obstacle::Shape::half_space, flat(o.a - origin), flat(o.b).normalized(), o.material});
  for (std::size_t i = 0; i < balls.size(); ++i) {
    setup.body(balls.mass[i], balls.radius[i], balls.inertia[i], flat(place(q, i, 0) - origin),
               flat(place(v, i, 0)), {0.0, 0.0, place(v, i, 3).dot(axes->normal)});
  }
  setup.allow_penetration(deepest_overlap(*system, q));
  BallsInPlane out{std::move(setup).make("balls_in_plane", {}, problem.horizon), {}};
  out.lift = [axes = *axes, start = q](const Eigen::VectorXd& a, const Eigen::VectorXd& b,
                                       Eigen::VectorXd& ball_q, Eigen::VectorXd& ball_v) {
    for (Eigen::Index i = 0; 3 * i < a.size(); ++i) {
      const auto in_space = [&](const Eigen::VectorXd& x) {
        return Vec3(x[3 * i] * axes.along + x[3 * i + 1] * axes.across);
      };
      ball_q.segment<3>(6 * i) = start.head<3>() + in_space(a);
      ball_v.segment<3>(6 * i) = in_space(b);
      ball_q.segment<3>(6 * i + 3) = start.segment<3>(6 * i + 3) + a[3 * i + 2] * axes.normal;
      ball_v.segment<3>(6 * i + 3) = b[3 * i + 2] * axes.normal;
    }
  };
  return out;
}

}  // namespace impactbench::computed::spring_discs
