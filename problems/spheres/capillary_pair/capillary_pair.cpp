#include "problems/spheres/capillary_pair/capillary_pair.hpp"

#include "problems/base/error.hpp"

#include <cmath>
#include <numbers>

namespace impactbench::capillary_pair {
namespace {

class Bridge final : public RoundForce {
 public:
  /// `place`: of the entry of q that says whether there is a bridge.
  Bridge(const Params& p, Eigen::Index place)
      : p_(p), place_(place), scale_(std::numbers::pi * p.tension * p.radius) {}

  [[nodiscard]] std::string_view noun() const override { return "a liquid bridge"; }
  void add(double, const Eigen::VectorXd& q, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    if (!joined(q)) return;
    const Eigen::Vector2d d = q.segment<2>(2) - q.segment<2>(0);
    const Eigen::Vector2d pull =
        scale_ * (std::exp(-p_.decay * gap_of(q) + p_.factor) + p_.constant) * d.normalized();
    force.segment<2>(0) += pull;
    force.segment<2>(2) -= pull;
  }
  void remember(Eigen::VectorXd& q) const override {
    const double gap = gap_of(q);
    if (gap >= p_.rupture) {
      q[place_] = 0.0;
    } else if (gap <= p_.film) {
      q[place_] = 1.0;
    }
  }
  /// Zero where there is no bridge, and where it breaks.
  [[nodiscard]] double potential(const Eigen::VectorXd& q) const override {
    if (!joined(q)) return 0.0;
    const double gap = gap_of(q);
    const double left =
        std::exp(-p_.decay * gap + p_.factor) - std::exp(-p_.decay * p_.rupture + p_.factor);
    return -scale_ * (left / p_.decay + p_.constant * (p_.rupture - gap));
  }

 private:
  [[nodiscard]] bool joined(const Eigen::VectorXd& q) const { return q[place_] != 0.0; }
  [[nodiscard]] double gap_of(const Eigen::VectorXd& q) const {
    return (q.segment<2>(2) - q.segment<2>(0)).norm() - 2.0 * p_.radius;
  }
  Params p_;
  Eigen::Index place_;
  double scale_;  ///< [N]
};

Problem make(const Params& p) {
  if (p.film > p.rupture) {
    throw ConfigurationError(
        "problem capillary_pair: film = " + to_text(p.film) +
        " m is not allowed; it must be in (0, rupture], rupture = " + to_text(p.rupture) + " m");
  }
  SphereSetup setup(2, p.common);
  const double x = p.radius + 0.5 * p.gap;
  for (const double side : {-1.0, 1.0}) {
    setup.sphere(p.mass, p.radius, {side * x, 0.0, 0.0}, {side * p.speed, 0.0, 0.0});
    if (p.room > 0.0)
      setup.half_space({side * (x + p.radius + p.room), 0.0, 0.0}, {-side, 0.0, 0.0});
  }
  setup.force(std::make_shared<Bridge>(p, setup.memory(p.gap <= p.film ? 1.0 : 0.0)));
  return std::move(setup).make("capillary_pair", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "capillary_pair",
          .summary = "two discs tear the liquid bridge between them, or make and tear many",
          .reference = "maury-slides, capillary forces; coefficients not verified",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem capillary_pair"));
          }};
}

}  // namespace impactbench::capillary_pair
