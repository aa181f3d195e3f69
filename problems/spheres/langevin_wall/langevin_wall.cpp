#include "problems/spheres/langevin_wall/langevin_wall.hpp"

#include "problems/support/brownian_path.hpp"

namespace impactbench::langevin_wall {
namespace {

class Noise final : public SphereForce {
 public:
  explicit Noise(const Params& p) : sigma_(p.sigma), path_(p.horizon, p.cells, p.seed) {}

  void add(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    force[0] += sigma_ * path_.rate(t);
  }
  void add_mean(double t0, double t1, const Eigen::VectorXd&, const Eigen::VectorXd&,
                Eigen::VectorXd& force) const override {
    force[0] += sigma_ * (path_.at(t1) - path_.at(t0)) / (t1 - t0);
  }
  [[nodiscard]] bool drives() const override { return true; }

 private:
  double sigma_;
  BrownianPath path_;
};

Problem make(const Params& p) {
  SphereSetup setup(1, p.common);
  setup.half_space(Vec3::Zero(), Vec3::UnitX());
  setup.force(std::make_shared<Noise>(p));
  setup.sphere(p.mass, p.radius, {p.radius, 0.0, 0.0}, Vec3::Zero());
  return std::move(setup).make("langevin_wall", to_set(p), p.horizon);
}

}  // namespace

ProblemEntry entry() {
  return {.name = "langevin_wall",
          .summary = "a particle at a wall under random forcing",
          .reference = "maury-slides, stochastic model; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make = [](const ParameterSet& given) {
            return make(parse<Params>(given, "problem langevin_wall"));
          }};
}

}  // namespace impactbench::langevin_wall
