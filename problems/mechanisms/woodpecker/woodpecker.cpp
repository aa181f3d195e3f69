#include "problems/mechanisms/woodpecker/woodpecker.hpp"

#include "problems/base/error.hpp"
#include "problems/model/coordinate_arms.hpp"
#include "problems/model/picture.hpp"

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>

namespace impactbench::woodpecker {
namespace {

class Toy final : public GeneralisedSystem, public CoordinateArms, public Drawn {
 public:
  explicit Toy(const Params& p) : p_(p), inertia_(3, 3) {
    const double m = p.mass_bird, a = p.joint, b = p.centre;
    inertia_ << p.mass_sleeve + m, m * a, m * b,         //
        m * a, p.inertia_sleeve + m * a * a, m * a * b,  //
        m * b, m * a * b, p.inertia_bird + m * b * b;
    mass_ = inertia_.diagonal();
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m = inertia_; }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    const double spring = p_.stiffness * (q[1] - q[2]), weight = p_.mass_bird * p_.gravity;
    force << -(p_.mass_sleeve + p_.mass_bird) * p_.gravity, -spring - weight * p_.joint,
        spring - weight * p_.centre;
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    const double bend = q[1] - q[2], bird = q[0] + p_.joint * q[1] + p_.centre * q[2];
    return p_.gravity * (p_.mass_sleeve * q[0] + p_.mass_bird * bird) +
           0.5 * p_.stiffness * bend * bend;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 3; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    if (a == 0) return p_.joint + p_.centre - p_.beak - p_.radius_pole - p_.beak_height * q[2];
    return play() + (a == 1 ? 1.0 : -1.0) * p_.height_sleeve * q[1];
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g.setZero();
    if (a == 0) {
      g[2] = -p_.beak_height;
    } else {
      g[1] = a == 1 ? p_.height_sleeve : -p_.height_sleeve;
    }
  }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override {
    return std::min(p_.restitution_beak, p_.restitution_sleeve);
  }
  [[nodiscard]] ContactLaw law(Eigen::Index a) const override {
    return {.restitution = a == 0 ? p_.restitution_beak : p_.restitution_sleeve,
            .tangential_restitution = p_.tangential_restitution,
            .friction = p_.friction};
  }
  [[nodiscard]] int tangents() const override { return 1; }
  void constraint_tangent(Eigen::Index a, int, const Eigen::VectorXd&,
                          Eigen::VectorXd& t) const override {
    if (a == 0) {
      t << 1.0, p_.joint, p_.centre - p_.beak;
    } else {
      t << 1.0, p_.radius_sleeve, 0.0;
    }
  }
  [[nodiscard]] double length() const override { return play(); }
  [[nodiscard]] double arm(Eigen::Index k) const override {
    return k == 0 ? 1.0 : k == 1 ? p_.height_sleeve : p_.beak_height;
  }
  /// The largest of the initial speeds and of those that sleeve or bird would have with all energy
  /// of the spring, which is bent by the initial angle and the play of the sleeve [m/s].
  [[nodiscard]] double top_speed() const override {
    const double bend = std::abs(p_.angle_sleeve - p_.angle_bird) + 2.0 * play() / p_.height_sleeve;
    const auto turning = [&](double spin, double inertia) {
      return std::max(std::abs(spin), bend * std::sqrt(p_.stiffness / inertia));
    };
    return std::max({std::abs(p_.speed), arm(1) * turning(p_.spin_sleeve, p_.inertia_sleeve),
                     arm(2) * turning(p_.spin_bird, p_.inertia_bird)});
  }
  /// The pole, the sleeve's two sides, spring and bird, whose small angles the contacts see.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    Picture out;
    const double size = p_.beak_height + p_.joint + p_.centre;
    for (const double side : {-p_.radius_pole, p_.radius_pole})
      out.lines.push_back({{side, p_.height - 1.5 * size}, {side, p_.height + size}});
    for (const double r : {-p_.radius_sleeve, p_.radius_sleeve}) {
      const double middle = q[0] + r * q[1], lean = p_.height_sleeve * q[1];
      out.lines.push_back(
          {{r + lean, middle - p_.height_sleeve}, {r - lean, middle + p_.height_sleeve}});
    }
    const Eigen::Vector2d joint(p_.joint, q[0] + p_.joint * q[1]);
    const Eigen::Vector2d centre = joint + p_.centre * Eigen::Vector2d(1.0, q[2]);
    const Eigen::Vector2d head = centre + p_.beak_height * Eigen::Vector2d(-q[2], 1.0);
    const Eigen::Vector2d beak = head - p_.beak * Eigen::Vector2d(1.0, q[2]);
    out.lines.push_back(
        {{p_.radius_sleeve, q[0] + p_.radius_sleeve * q[1]}, joint, centre, head, beak});
    out.circles.push_back({centre, 0.25 * p_.beak_height, q[2]});
    return out;
  }

 private:
  [[nodiscard]] double play() const { return p_.radius_sleeve - p_.radius_pole; }

  Params p_;
  Eigen::MatrixXd inertia_;
  Eigen::VectorXd mass_;
};

/// The angle phi_S of the bird at its lowest while the sleeve is jammed is the fixed point of the
/// map from one cycle to the next, whose slope there is -0.839 (reference frictional_events).
constexpr double angle_on_cycle = -0.5294719671108;

State start_of(const Params& p) {
  if (p.start == "thrown")
    return {Eigen::Vector3d(p.height, p.angle_sleeve, p.angle_bird),
            Eigen::Vector3d(p.speed, p.spin_sleeve, p.spin_bird)};
  Params known;
  known.start = p.start;
  known.height = p.height;
  known.horizon = p.horizon;
  if (!(p == known))
    throw ConfigurationError(
        "problem woodpecker: start = cycle is known for the default numbers alone: besides it only "
        "height and horizon may be given");
  return {Eigen::Vector3d(p.height, p.angle_sleeve, angle_on_cycle), Eigen::Vector3d::Zero()};
}

Problem make(const Params& p) {
  State start = start_of(p);
  Problem out = make_generalised("woodpecker", to_set(p), std::make_unique<Toy>(p),
                                 std::move(start), p.horizon);
  const auto observe = [&](const char* name, const char* unit, const char* meaning, int k) {
    out.observables.push_back(
        {name, unit, meaning, [k](const Eigen::VectorXd& q) { return q[k]; }});
  };
  observe("height", "m", "of the sleeve, y", 0);
  observe("angle_sleeve", "rad", "phi_M", 1);
  observe("angle_bird", "rad", "phi_S", 2);
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "woodpecker",
          .summary = "a woodpecker toy slides down its pole in jerks: three contacts with friction",
          .reference = "Glocker 1995; Leine and Glocker 2003",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem woodpecker"));
          }};
}

}  // namespace impactbench::woodpecker
