#include "problems/oscillators/stop/stop.hpp"

#include "problems/model/picture.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

namespace impactbench::stop {
namespace {

using Vector = Eigen::VectorXd;

/// Rough bounds of the distance and the speed of the swing without the stop.
struct Swing {
  double distance, speed;
};

Swing swing_of(const Setup& p) {
  const double own = std::sqrt(p.stiffness / p.mass);
  const double forced = 2.0 * std::numbers::pi * p.frequency;
  // A forced oscillation and the free one that begins with it; near resonance it grows with time.
  const double beats = (own + forced) / std::max(std::abs(own * own - forced * forced), 1e-300);
  const double kick = std::abs(p.force) / p.mass * std::min(beats, p.horizon);
  const double fall = std::abs(p.gravity);
  const double drop = own > 0.0 ? 2.0 * fall / (own * own) : std::max(p.gap - p.position, 0.0);
  const double speed =
      std::sqrt(p.velocity * p.velocity + std::pow(own * p.position, 2) + 2.0 * fall * drop) + kick;
  const double free = own > 0.0 ? speed / own : drop;
  return {std::max({std::abs(p.gap), std::abs(p.position), free}), speed};
}

/// A block of the side `a` whose front face is at x, its spring from a wall, and the stop.
Picture picture_of(const Setup& p, double a, double x) {
  const double wall = p.gap - 5.0 * a, back = x - a;
  Picture out;
  out.lines.push_back({{wall, -0.8 * a}, {wall, 0.8 * a}});
  out.lines.push_back({{p.gap, -0.8 * a}, {p.gap, 0.8 * a}});
  out.lines.push_back(
      {{back, -0.5 * a}, {x, -0.5 * a}, {x, 0.5 * a}, {back, 0.5 * a}, {back, -0.5 * a}});
  if (p.stiffness == 0.0) return out;
  constexpr int turns = 12;
  std::vector<Eigen::Vector2d> spring{{wall, 0.0}};
  for (int k = 0; k < turns; ++k)
    spring.emplace_back(wall + (back - wall) * (k + 0.5) / turns, k % 2 == 0 ? 0.2 * a : -0.2 * a);
  spring.emplace_back(back, 0.0);
  out.lines.push_back(std::move(spring));
  return out;
}

class Oscillator final : public GeneralisedSystem, public Drawn {
 public:
  explicit Oscillator(const Setup& p)
      : p_(p),
        rate_(2.0 * std::numbers::pi * p.frequency),
        swing_(swing_of(p)),
        mass_(Vector::Constant(1, p.mass)) {}

  [[nodiscard]] const Vector& mass() const override { return mass_; }
  void mass_matrix(const Vector&, Eigen::MatrixXd& m) const override { m(0, 0) = p_.mass; }
  [[nodiscard]] bool constant_force() const override {
    return p_.stiffness == 0.0 && p_.force == 0.0;
  }
  void external_force(double t, const Vector& q, const Vector&, Vector& force) const override {
    force[0] = p_.mass * p_.gravity - p_.stiffness * q[0] + p_.force * std::sin(rate_ * t);
  }
  void mean_force(double t0, double t1, const Vector& q, const Vector&,
                  Vector& force) const override {
    // The mean of a sine over an interval: that of its middle times sin(a) / a.
    const double half = 0.5 * rate_ * (t1 - t0);
    const double share = half != 0.0 ? std::sin(half) / half : 1.0;
    force[0] = p_.mass * p_.gravity - p_.stiffness * q[0] +
               p_.force * share * std::sin(0.5 * rate_ * (t0 + t1));
  }
  [[nodiscard]] double external_potential(double, const Vector& q) const override {
    return 0.5 * p_.stiffness * q[0] * q[0] - p_.mass * p_.gravity * q[0];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Vector& q) const override {
    return p_.gap - q[0];
  }
  void constraint_gradient(Eigen::Index, const Vector&, Vector& g) const override { g[0] = -1.0; }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double length() const override {
    return swing_.distance > 0.0 ? swing_.distance : 1.0;
  }
  [[nodiscard]] double top_speed() const override { return swing_.speed; }
  [[nodiscard]] Picture picture(const Vector& q) const override {
    return picture_of(p_, length(), q[0]);
  }

 private:
  Setup p_;
  double rate_;  ///< of the force [rad/s]
  Swing swing_;
  Vector mass_;
};

}  // namespace

Problem make(std::string_view name, const Setup& p) {
  State start{Vector::Constant(1, p.position), Vector::Constant(1, p.velocity)};
  Problem out = make_generalised(name, to_set(p), std::make_unique<Oscillator>(p), std::move(start),
                                 p.horizon);
  out.traits.driven = p.force != 0.0;
  out.observables.push_back({"displacement", "m", "of the mass, from the rest of the spring",
                             [](const Vector& q) { return q[0]; }});
  return out;
}

}  // namespace impactbench::stop
