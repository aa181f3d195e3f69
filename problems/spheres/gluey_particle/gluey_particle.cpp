#include "problems/spheres/gluey_particle/gluey_particle.hpp"

#include "problems/base/error.hpp"

#include <algorithm>

namespace impactbench::gluey_particle {
namespace {

/// The same force on all coordinates, constant between two switches.
class SwitchedForce final : public RoundForce {
 public:
  explicit SwitchedForce(const Params& p) : p_(p) {}

  [[nodiscard]] std::string_view noun() const override { return "a switched force"; }
  void add(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    force.array() += t < p_.switch_1 ? p_.force_1 : t < p_.switch_2 ? p_.force_2 : p_.force_3;
  }
  void add_mean(double t0, double t1, const Eigen::VectorXd&, const Eigen::VectorXd&,
                Eigen::VectorXd& force) const override {
    const double a = std::clamp(p_.switch_1, t0, t1), b = std::clamp(p_.switch_2, t0, t1);
    force.array() +=
        (p_.force_1 * (a - t0) + p_.force_2 * (b - a) + p_.force_3 * (t1 - b)) / (t1 - t0);
  }
  [[nodiscard]] bool drives() const override { return true; }

 private:
  Params p_;
};

Problem make(const Params& p) {
  if (p.switch_2 < p.switch_1) {
    throw ConfigurationError("problem gluey_particle: switch_2 = " + to_text(p.switch_2) +
                             " s is not allowed; it must be in [switch_1, inf)");
  }
  SphereSetup setup(1, p.common);
  setup.half_space(Vec3::Zero(), Vec3::UnitX());
  setup.force(std::make_shared<SwitchedForce>(p));
  setup.sphere(p.mass, p.radius, {p.radius + p.gap, 0.0, 0.0}, {p.velocity, 0.0, 0.0});
  return std::move(setup).make("gluey_particle", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "gluey_particle",
          .summary = "a particle is pressed against a gluey wall and pulled off again",
          .reference = "maury-slides, gluey particle; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem gluey_particle"));
          }};
}

}  // namespace impactbench::gluey_particle
