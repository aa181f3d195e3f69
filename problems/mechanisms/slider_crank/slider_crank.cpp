#include "problems/mechanisms/slider_crank/slider_crank.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/picture.hpp"

#include <Eigen/Geometry>

#include <algorithm>
#include <cmath>

namespace impactbench::slider_crank {
namespace {

class Mechanism final : public GeneralisedSystem, public CoordinateArms, public Drawn {
 public:
  explicit Mechanism(const Params& p)
      : p_(p),
        crank_(p.inertia_1 + p.length_1 * p.length_1 * (0.25 * p.mass_1 + p.mass_2 + p.mass_3)),
        rod_(p.inertia_2 + p.length_2 * p.length_2 * (0.25 * p.mass_2 + p.mass_3)),
        coupling_(p.length_1 * p.length_2 * (0.5 * p.mass_2 + p.mass_3)),
        weight_1_(p.gravity * p.length_1 * (0.5 * p.mass_1 + p.mass_2 + p.mass_3)),
        weight_2_(p.gravity * p.length_2 * (0.5 * p.mass_2 + p.mass_3)),
        mass_(Eigen::Vector3d(crank_, rod_, p.inertia_3)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const override {
    const double shared = coupling_ * std::cos(q[0] - q[1]);
    m << crank_, shared, 0.0, shared, rod_, 0.0, 0.0, 0.0, p_.inertia_3;
  }
  [[nodiscard]] bool constant_mass() const override { return false; }
  void inertial_force(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override {
    const double shared = coupling_ * std::sin(q[0] - q[1]);
    force << -shared * v[1] * v[1], shared * v[0] * v[0], 0.0;
  }
  [[nodiscard]] bool constant_force() const override { return false; }
  void external_force(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force << -weight_1_ * std::cos(q[0]), -weight_2_ * std::cos(q[1]), 0.0;
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return weight_1_ * std::sin(q[0]) + weight_2_ * std::sin(q[1]);
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 4; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    const auto [along, up, wall] = corner(a);
    const double y = p_.length_1 * std::sin(q[0]) + p_.length_2 * std::sin(q[1]) +
                     along * std::sin(q[2]) + up * std::cos(q[2]);
    return p_.half_height + p_.clearance - wall * y;
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    const auto [along, up, wall] = corner(a);
    g << p_.length_1 * std::cos(q[0]), p_.length_2 * std::cos(q[1]),
        along * std::cos(q[2]) - up * std::sin(q[2]);
    g *= -wall;
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
    const auto [along, up, wall] = corner(a);
    t << -p_.length_1 * std::sin(q[0]), -p_.length_2 * std::sin(q[1]),
        -along * std::sin(q[2]) - up * std::cos(q[2]);
  }
  [[nodiscard]] double length() const override { return p_.clearance; }
  [[nodiscard]] double arm(Eigen::Index k) const override {
    return k == 0 ? p_.length_1 : k == 1 ? p_.length_2 : p_.half_length;
  }
  /// The speed of the crank's pin [m/s]; a corner of the slider reaches it as the slider turns.
  [[nodiscard]] double top_speed() const override {
    return std::max(p_.length_1 * std::abs(p_.speed_1), p_.length_2 * std::abs(p_.speed_2));
  }
  /// The walls of the slot, crank and rod, and the slider.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    const Eigen::Vector2d pin(p_.length_1 * std::cos(q[0]), p_.length_1 * std::sin(q[0]));
    const Eigen::Vector2d centre =
        pin + p_.length_2 * Eigen::Vector2d(std::cos(q[1]), std::sin(q[1]));
    Picture out;
    const double wall = p_.half_height + p_.clearance;
    const double from = p_.length_2 - p_.length_1 - 2.0 * p_.half_length;
    const double to = p_.length_2 + p_.length_1 + 2.0 * p_.half_length;
    for (const double side : {-wall, wall})
      out.lines.push_back({{from, side}, {to, side}});
    out.lines.push_back({Eigen::Vector2d::Zero(), pin, centre});
    const Eigen::Rotation2Dd turned(q[2]);
    std::vector<Eigen::Vector2d> slider;
    for (const Eigen::Index a : {0, 1, 3, 2, 0}) {
      const auto [along, up, which] = corner(a);
      slider.push_back(centre + turned * Eigen::Vector2d(along, up));
    }
    out.lines.push_back(std::move(slider));
    out.circles.push_back({pin, 0.1 * p_.half_height, q[0]});
    return out;
  }

 private:
  struct Corner {
    double along, up;  ///< from the slider's centre [m]
    double wall;       ///< 1: the upper one, -1: the lower one
  };
  [[nodiscard]] Corner corner(Eigen::Index a) const {
    const double wall = a < 2 ? 1.0 : -1.0;
    return {a % 2 == 0 ? -p_.half_length : p_.half_length, wall * p_.half_height, wall};
  }

  Params p_;
  double crank_, rod_, coupling_;  ///< [kg m2]
  double weight_1_, weight_2_;     ///< [N m]
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  State start{Eigen::Vector3d(p.angle_1, p.angle_2, p.angle_3),
              Eigen::Vector3d(p.speed_1, p.speed_2, p.speed_3)};
  Problem out = make_generalised("slider_crank", to_set(p), std::make_unique<Mechanism>(p),
                                 std::move(start), p.horizon);
  const double a = p.length_1, b = p.length_2;
  out.observables.push_back(
      {"slider_x", "m", "of the slider's centre, along the slot",
       [=](const Eigen::VectorXd& q) { return a * std::cos(q[0]) + b * std::cos(q[1]); }});
  out.observables.push_back(
      {"slider_y", "m", "of the slider's centre, across the slot",
       [=](const Eigen::VectorXd& q) { return a * std::sin(q[0]) + b * std::sin(q[1]); }});
  out.observables.push_back(
      {"slider_angle", "rad", "of the slider", [](const Eigen::VectorXd& q) { return q[2]; }});
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "slider_crank",
          .summary = "a slider-crank mechanism whose slider has clearance in a rough slot",
          .reference = "Flores, Leine and Glocker 2010",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem slider_crank"));
          }};
}

}  // namespace impactbench::slider_crank
