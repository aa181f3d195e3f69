#include "problems/spheres/capillary_pair/capillary_pair.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::capillary_pair {
namespace {

class Bridge final : public SphereForce {
 public:
  explicit Bridge(const Params& p) : p_(p), scale_(std::numbers::pi * p.tension * p.radius) {}

  void add(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    const Eigen::Vector2d d = q.segment<2>(2) - q.segment<2>(0);
    const double gap = gap_of(q);
    if (gap >= p_.rupture) return;
    const Eigen::Vector2d pull =
        scale_ * (std::exp(-p_.decay * gap + p_.factor) + p_.constant) * d.normalized();
    force.segment<2>(0) += pull;
    force.segment<2>(2) -= pull;
  }
  /// Zero where the bridge is broken.
  [[nodiscard]] double potential(const Eigen::VectorXd& q) const override {
    const double gap = gap_of(q);
    if (gap >= p_.rupture) return 0.0;
    const double left =
        std::exp(-p_.decay * gap + p_.factor) - std::exp(-p_.decay * p_.rupture + p_.factor);
    return -scale_ * (left / p_.decay + p_.constant * (p_.rupture - gap));
  }

 private:
  [[nodiscard]] double gap_of(const Eigen::VectorXd& q) const {
    return (q.segment<2>(2) - q.segment<2>(0)).norm() - 2.0 * p_.radius;
  }
  Params p_;
  double scale_;  ///< [N]
};

Problem make(const Params& p) {
  SphereSetup setup(2, p.common);
  for (const double side : {-1.0, 1.0})
    setup.sphere(p.mass, p.radius, {side * p.radius, 0.0, 0.0}, {side * p.speed, 0.0, 0.0});
  setup.force(std::make_shared<Bridge>(p));
  return std::move(setup).make("capillary_pair", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "capillary_pair",
          .summary = "two discs tear the liquid bridge between them",
          .reference = "maury-slides, capillary forces; coefficients not verified",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem capillary_pair"));
          }};
}

}  // namespace impactbench::capillary_pair
