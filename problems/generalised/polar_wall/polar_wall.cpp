#include "problems/generalised/polar_wall/polar_wall.hpp"

#include "problems/model/coordinate_arms.hpp"
#include "problems/model/picture.hpp"

#include <cmath>

namespace impactbench::polar_wall {
namespace {

class PolarPoint final : public GeneralisedSystem, public CoordinateArms, public Drawn {
 public:
  explicit PolarPoint(const Params& p) : p_(p), mass_(2) {
    mass_ << p.mass, p.mass * (p.x * p.x + p.y * p.y);
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd& q, Eigen::MatrixXd& m) const override {
    m << p_.mass, 0.0, 0.0, p_.mass * q[0] * q[0];
  }
  [[nodiscard]] bool constant_mass() const override { return false; }
  void inertial_force(const Eigen::VectorXd& q, const Eigen::VectorXd& v,
                      Eigen::VectorXd& force) const override {
    force << p_.mass * q[0] * v[1] * v[1], -2.0 * p_.mass * q[0] * v[0] * v[1];
  }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force.setZero();
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return q[0] * std::cos(q[1]);
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd& q,
                           Eigen::VectorXd& g) const override {
    g << std::cos(q[1]), -q[0] * std::sin(q[1]);
  }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double arm(Eigen::Index k) const override { return k == 0 ? 1.0 : length(); }
  /// r of the start, over which the mass of phi changes.
  [[nodiscard]] double length() const override { return std::hypot(p_.x, p_.y); }
  [[nodiscard]] double top_speed() const override { return std::hypot(p_.vx, p_.vy); }
  /// The point, its distance from the origin, and the wall x = 0.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    const Eigen::Vector2d place(q[0] * std::cos(q[1]), q[0] * std::sin(q[1]));
    const double reach = std::hypot(p_.x, p_.y);
    Picture out;
    out.lines.push_back({{0.0, -reach}, {0.0, 1.5 * reach}});
    out.lines.push_back({{0.0, 0.0}, place});
    out.circles.push_back({place, 0.03 * reach, q[1]});
    return out;
  }

 private:
  Params p_;
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  const double r = std::hypot(p.x, p.y);
  State start{Eigen::Vector2d(r, std::atan2(p.y, p.x)),
              Eigen::Vector2d((p.x * p.vx + p.y * p.vy) / r, (p.x * p.vy - p.y * p.vx) / (r * r))};
  return make_generalised("polar_wall", to_set(p), std::make_unique<PolarPoint>(p),
                          std::move(start), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "polar_wall",
          .summary = "a free point hits a wall, in polar coordinates: the mass matrix varies",
          .reference = "paoli2010; example of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem polar_wall"));
          }};
}

}  // namespace impactbench::polar_wall
