#include "problems/generalised/skewed_wall/skewed_wall.hpp"

#include "problems/model/picture.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::skewed_wall {
namespace {

class SkewedPoint final : public GeneralisedSystem, public Drawn {
 public:
  explicit SkewedPoint(const Params& p) : p_(p), mass_(Eigen::VectorXd::Ones(2)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override {
    m << 1.0, p_.skew, p_.skew, 1.0;
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
    return q[0];
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g << 1.0, 0.0;
  }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  /// The distance at the start, or the way if that is longer. Where nothing moves on the wall there
  /// is none.
  [[nodiscard]] double length() const override {
    const double longer = std::max(p_.q1, top_speed() * p_.horizon);
    return longer > 0.0 ? longer : 1.0;
  }
  /// A bound of coordinate rates: an impact can add 2 |v_1| skew to the other one.
  [[nodiscard]] double top_speed() const override {
    return std::hypot(p_.v1, p_.v2) + 2.0 * std::abs(p_.v1 * p_.skew);
  }
  /// The wall and the point at x = A q.
  [[nodiscard]] Picture picture(const Eigen::VectorXd& q) const override {
    const Eigen::Vector2d along(p_.skew, std::sqrt(1.0 - p_.skew * p_.skew));
    return {{{-2.0 * along, 2.0 * along}},
            {{q[0] * Eigen::Vector2d::UnitX() + q[1] * along, 0.03, 0.0}}};
  }

 private:
  Params p_;
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  State start{Eigen::Vector2d(p.q1, p.q2), Eigen::Vector2d(p.v1, p.v2)};
  return make_generalised("skewed_wall", to_set(p), std::make_unique<SkewedPoint>(p),
                          std::move(start), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "skewed_wall",
          .summary = "a free point hits a wall in skewed coordinates: the metric matters",
          .reference = "paoli2010; example of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem skewed_wall"));
          }};
}

}  // namespace impactbench::skewed_wall
