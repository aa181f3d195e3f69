#include "problems/generalised/bouncing_point/bouncing_point.hpp"

#include <algorithm>
#include <cmath>

namespace impactbench::bouncing_point {
namespace {

class Point final : public GeneralisedSystem {
 public:
  explicit Point(const Params& p) : p_(p), mass_(Eigen::VectorXd::Constant(1, p.mass)) {}

  [[nodiscard]] const Eigen::VectorXd& mass() const override { return mass_; }
  void mass_matrix(const Eigen::VectorXd&, Eigen::MatrixXd& m) const override { m(0, 0) = p_.mass; }
  void external_force(double, const Eigen::VectorXd&, const Eigen::VectorXd&,
                      Eigen::VectorXd& force) const override {
    force[0] = -p_.mass * p_.gravity;
  }
  [[nodiscard]] double external_potential(double, const Eigen::VectorXd& q) const override {
    return p_.mass * p_.gravity * q[0];
  }
  [[nodiscard]] Eigen::Index constraints() const override { return 1; }
  [[nodiscard]] double constraint(Eigen::Index, const Eigen::VectorXd& q) const override {
    return q[0];
  }
  void constraint_gradient(Eigen::Index, const Eigen::VectorXd&,
                           Eigen::VectorXd& g) const override {
    g[0] = 1.0;
  }
  [[nodiscard]] bool convex() const override { return true; }
  [[nodiscard]] double restitution() const override { return p_.restitution; }
  /// The distance at the start, or how far from the wall the point can get if that is more: by its
  /// way without the wall, and against gravity by its energy. Where nothing moves on the wall there
  /// is none.
  [[nodiscard]] double length() const override {
    const double T = p_.horizon, v = p_.velocity, g = p_.gravity;
    double way = std::abs(v) * T + 0.5 * std::abs(g) * T * T;
    if (g > 0.0) way = std::min(way, p_.position + 0.5 * v * v / g);
    const double longer = std::max(p_.position, way);
    return longer > 0.0 ? longer : 1.0;
  }
  /// Towards the wall gravity acts along the distance, away from it for all of the time.
  [[nodiscard]] double top_speed() const override {
    if (p_.gravity < 0.0) return std::abs(p_.velocity) - p_.gravity * p_.horizon;
    return std::sqrt(p_.velocity * p_.velocity + 2.0 * p_.gravity * p_.position);
  }

 private:
  Params p_;
  Eigen::VectorXd mass_;
};

Problem make(const Params& p) {
  State start{Eigen::VectorXd::Constant(1, p.position), Eigen::VectorXd::Constant(1, p.velocity)};
  return make_generalised("bouncing_point", to_set(p), std::make_unique<Point>(p), std::move(start),
                          p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "bouncing_point",
          .summary = "a point bounces on the end of its half-line, with gravity or without",
          .reference = "paoli2010",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem bouncing_point"));
          }};
}

}  // namespace impactbench::bouncing_point
