#include "problems/generalised/corner/corner.hpp"

#include "problems/model/picture.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::corner {
namespace {

double radians(double degrees) {
  return degrees / 180.0 * std::numbers::pi;
}

/// Cosine whose zero is at 90 degrees, so that the right angle is one.
double cosine(double degrees) {
  return std::sin(radians(90.0 - degrees));
}

class Wedge final : public GeneralisedSystem, public Drawn {
 public:
  explicit Wedge(const Params& p) : p_(p), mass_(Eigen::VectorXd::Ones(2)) {
    normals_ << 0.0, std::sin(radians(p.angle)), 1.0, -cosine(p.angle);
  }

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m.setIdentity(); }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force.setZero();
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd&) const override {
    return 0.0;
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 2; }
  [[nodiscard]] double constraint(Eigen::Index a, const Eigen::VectorXd& q) const override {
    return normals_(0, a) * q[0] + normals_(1, a) * q[1];
  }
  void constraint_gradient(Eigen::Index a, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g = normals_.col(a);
  }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  [[nodiscard]] double length() const override { return p_.distance; }
  [[nodiscard]] double top_speed() const override { return p_.speed; }
  /// The sides of the wedge and the point.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    const double reach = 1.5 * p_.distance;
    const Eigen::Vector2d side(cosine(p_.angle), std::sin(radians(p_.angle)));
    return {{{{reach, 0.0}, Eigen::Vector2d::Zero(), reach * side}},
            {{q, 0.03 * p_.distance, 0.0}}};
  }

 private:
  Params p_;
  Eigen::VectorXd mass_;
  Eigen::Matrix2d normals_;  ///< columns
};

Problem make(const Params& p) {
  const Eigen::Vector2d from(cosine(p.from), std::sin(radians(p.from)));
  State start{p.distance * from, -p.speed * from};
  return make_generalised("corner", to_set(p), std::make_unique<Wedge>(p), std::move(start),
                          p.horizon, -cosine(p.angle));
}

}  // namespace

ProblemEntry entry() {
  return {.name = "corner",
          .summary = "a point hits the corner of a wedge: the angle condition",
          .reference = "paoli2010; angles the choice of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem corner"));
          }};
}

}  // namespace impactbench::corner
