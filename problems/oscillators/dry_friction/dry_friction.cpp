#include "problems/oscillators/dry_friction/dry_friction.hpp"

#include "problems/model/picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace impactbench::dry_friction {
namespace {

using Vector = Eigen::VectorXd;

class Block final : public GeneralisedSystem, public Drawn {
 public:
  explicit Block(const Setup& p)
      : p_(p), rate_(2.0 * std::numbers::pi * p.frequency), mass_(Vector::Constant(2, p.mass)) {}

  [[nodiscard]] const Vector& mass() const override { return mass_; }
  void mass_matrix(const Vector&, Eigen::MatrixXd& m) const override {
    m.setZero();
    m.diagonal() = mass_;
  }
  [[nodiscard]] bool constant_force() const override {
    return p_.stiffness == 0.0 && p_.base == 0.0;
  }
  void external_force(double t, const Vector& q, const Vector&, Vector& force) const override {
    force[0] = -p_.stiffness * q[0] - p_.mass * p_.base * std::sin(rate_ * t);
    force[1] = -p_.mass * p_.gravity;
  }
  void mean_force(double t0, double t1, const Vector& q, const Vector&,
                  Vector& force) const override {
    // The mean of a sine over an interval: that of its middle times sin(a) / a.
    const double half = 0.5 * rate_ * (t1 - t0);
    const double share = half != 0.0 ? std::sin(half) / half : 1.0;
    force[0] = -p_.stiffness * q[0] - p_.mass * p_.base * share * std::sin(0.5 * rate_ * (t0 + t1));
    force[1] = -p_.mass * p_.gravity;
  }
  [[nodiscard]] double external_potential(double, const Vector& q) const override {
    return 0.5 * p_.stiffness * q[0] * q[0] + p_.mass * p_.gravity * q[1];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Vector& q) const override { return q[1]; }
  void constraint_gradient(Eigen::Index, const Vector&, Vector& g) const override { g << 0.0, 1.0; }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index, int, const Vector&, Vector& t) const override {
    t << 1.0, 0.0;
  }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override {
    return {.restitution = p_.restitution, .tangential_restitution = 0.0, .friction = p_.friction};
  }
  [[nodiscard]] bool convex() const override { return true; }
  /// Against the line, and along it where neither spring nor base acts.
  [[nodiscard]] Eigen::MatrixXd free_directions() const override {
    return Eigen::MatrixXd::Identity(2, 2).rightCols(constant_force() ? 2 : 1);
  }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  /// How far it goes without friction: on a spring its amplitude, on the base that of two of its
  /// oscillations.
  [[nodiscard]] double length() const override {
    const double own = std::sqrt(p_.stiffness / p_.mass);
    const double swing = own > 0.0 ? std::hypot(p_.position, p_.velocity / own) : 0.0;
    const double way = swing + 2.0 * std::abs(p_.base) / (rate_ * rate_);
    return way > 0.0 ? way : 1.0;
  }
  [[nodiscard]] double top_speed() const override {
    const double own = std::sqrt(p_.stiffness / p_.mass);
    return std::hypot(own * p_.position, p_.velocity) + 2.0 * std::abs(p_.base) / rate_;
  }
  /// A block of side a on a line, and its spring from a wall.
  [[nodiscard]] Picture picture(const Vector& q) const override {
    const double a = length(), back = q[0] - 0.5 * a, front = q[0] + 0.5 * a, low = q[1];
    Picture out;
    out.lines.push_back({{-3.0 * a, 0.0}, {3.0 * a, 0.0}});
    out.lines.push_back(
        {{back, low}, {front, low}, {front, low + a}, {back, low + a}, {back, low}});
    if (p_.stiffness == 0.0) return out;
    const double wall = -3.0 * a, height = low + 0.5 * a;
    constexpr int turns = 12;
    std::vector<Eigen::Vector2d> spring{{wall, height}};
    for (int k = 0; k < turns; ++k) {
      spring.emplace_back(wall + (back - wall) * (k + 0.5) / turns,
                          height + (k % 2 == 0 ? 0.2 * a : -0.2 * a));
    }
    spring.emplace_back(back, height);
    out.lines.push_back({{wall, 0.0}, {wall, 1.2 * a}});
    out.lines.push_back(std::move(spring));
    return out;
  }

 private:
  Setup p_;
  double rate_;  ///< of the base [rad/s]
  Vector mass_;
};

}  // namespace

Problem make(std::string_view name, const Setup& p) {
  State start{Eigen::Vector2d(p.position, 0.0), Eigen::Vector2d(p.velocity, 0.0)};
  Problem out =
      make_generalised(name, to_set(p), std::make_unique<Block>(p), std::move(start), p.horizon);
  out.traits.driven = p.base != 0.0;
  out.observables.push_back(
      {"displacement", "m", "of the block along the floor", [](const Vector& q) { return q[0]; }});
  return out;
}

}  // namespace impactbench::dry_friction
