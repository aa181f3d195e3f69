#include "problems/mechanisms/painleve_rod/painleve_rod.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/picture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace impactbench::painleve_rod {
namespace {

class Rod final : public GeneralisedSystem, public CoordinateArms, public Drawn {
 public:
  explicit Rod(const Setup& p)
      : p_(p),
        mass_(Eigen::Vector3d(p.mass, p.mass,
                              p.inertia_factor * p.mass * p.half_length * p.half_length)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override {
    m = mass_.asDiagonal();
  }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force << 0.0, -p_.mass * p_.gravity, 0.0;
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return p_.mass * p_.gravity * q[1];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return q[1] - arm_of(a) * std::sin(q[2]);
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    g << 0.0, 1.0, -arm_of(a) * std::cos(q[2]);
  }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] ContactLaw law(Eigen::Index) const override {
    return {.restitution = p_.restitution,
            .tangential_restitution = p_.tangential_restitution,
            .friction = p_.friction};
  }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index a, int, const Eigen::VectorXd& q,
                          Eigen::VectorXd& t) const override {
    t << 1.0, 0.0, arm_of(a) * std::sin(q[2]);
  }
  [[nodiscard]] double length() const override { return p_.half_length; }
  [[nodiscard]] double arm(Eigen::Index k) const override { return k < 2 ? 1.0 : p_.half_length; }
  /// A bound for the angle times its arm, the half length [m/s]: all energy in it, including that
  /// of a fall.
  [[nodiscard]] double top_speed() const override {
    const double fall = 2.0 * std::abs(p_.gravity) / (p_.inertia_factor * p_.half_length);
    return p_.half_length * std::sqrt(p_.spin * p_.spin + fall) + std::abs(p_.slip);
  }
  /// The rod on its floor.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    const Eigen::Vector2d centre(q[0], q[1]);
    const Eigen::Vector2d half = p_.half_length * Eigen::Vector2d(std::cos(q[2]), std::sin(q[2]));
    Picture out;
    out.lines.push_back({{-4.0 * p_.half_length, 0.0}, {4.0 * p_.half_length, 0.0}});
    out.lines.push_back({centre - half, centre + half});
    out.circles.push_back({centre, 0.04 * p_.half_length, q[2]});
    return out;
  }

 private:
  [[nodiscard]] double arm_of(Eigen::Index a) const {
    return a == 0 ? p_.half_length : -p_.half_length;
  }

  Setup p_;
  Eigen::VectorXd mass_;
};

}  // namespace

Problem make(std::string_view name, const Setup& p) {
  const double l = p.half_length, sine = l * std::sin(p.angle), cosine = l * std::cos(p.angle);
  State start{Eigen::Vector3d(0.0, sine, p.angle),
              Eigen::Vector3d(p.slip - sine * p.spin, cosine * p.spin, p.spin)};
  Problem out =
      make_generalised(name, to_set(p), std::make_unique<Rod>(p), std::move(start), p.horizon);
  out.observables.push_back(
      {"angle", "rad", "of the rod with the floor", [](const Eigen::VectorXd& q) { return q[2]; }});
  out.observables.push_back({"end_height", "m", "of the end that slides first",
                             [=](const Eigen::VectorXd& q) { return q[1] - l * std::sin(q[2]); }});
  return out;
}

}  // namespace impactbench::painleve_rod
