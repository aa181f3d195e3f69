#include "problems/spheres/langevin_wall/langevin_wall.hpp"

#include "problems/support/brownian_path.hpp"

namespace impactbench::langevin_wall {
namespace {

/// One path per particle, along the last direction.
class Noise final : public RoundForce {
 public:
  Noise(const Params& p, std::int64_t paths) : sigma_(p.sigma), stride_(p.count > 1 ? 2 : 1) {
    paths_.reserve(static_cast<std::size_t>(paths));
    for (std::int64_t k = 0; k < paths; ++k)
      paths_.emplace_back(p.horizon, p.cells, p.seed + k);
  }

  [[nodiscard]] std::string_view noun() const override { return "a random force"; }
  void add(double t, const Eigen::VectorXd&, const Eigen::VectorXd&,
           Eigen::VectorXd& force) const override {
    for (std::size_t k = 0; k < paths_.size(); ++k)
      force[normal(k)] += sigma_ * paths_[k].rate(t);
  }
  void add_mean(double t0, double t1, const Eigen::VectorXd&, const Eigen::VectorXd&,
                Eigen::VectorXd& force) const override {
    for (std::size_t k = 0; k < paths_.size(); ++k)
      force[normal(k)] += sigma_ * (paths_[k].at(t1) - paths_[k].at(t0)) / (t1 - t0);
  }
  [[nodiscard]] bool drives() const override { return true; }

 private:
  [[nodiscard]] Eigen::Index normal(std::size_t k) const {
    return stride_ * static_cast<Eigen::Index>(k) + stride_ - 1;
  }
  double sigma_;
  Eigen::Index stride_;
  std::vector<BrownianPath> paths_;
};

/// Means over the ensemble.
void observe(const Params& p, Problem& problem) {
  const auto mean = [n = p.count, r = p.radius](auto&& of) {
    return [n, r, of](const Eigen::VectorXd& q) {
      double sum = 0.0;
      for (Eigen::Index k = 0; k < n; ++k)
        sum += of(q[2 * k + 1] - r);
      return sum / static_cast<double>(n);
    };
  };
  problem.observables.push_back(
      {"mean_distance", "m", "from the wall, over the ensemble", mean([](double x) { return x; })});
  // Held ones are at the wall to rounding; free ones are that near with no probability.
  problem.observables.push_back(
      {"share_at_wall", "-", "of the ensemble, nearer than 1e-9 radii",
       mean([near = 1e-9 * p.radius](double x) { return x < near ? 1.0 : 0.0; })});
}

SphereSetup set_up(const Params& p, Bodies bodies) {
  const bool ensemble = p.count > 1;
  SphereSetup setup(ensemble ? 2 : 1, p.common, bodies);
  const Vec3 normal = ensemble ? Vec3::UnitY() : Vec3::UnitX();
  setup.half_space(Vec3::Zero(), normal);
  setup.force(std::make_shared<Noise>(p, bodies == Bodies::kept ? p.count : 0));
  // Too far apart to be anyone's neighbour.
  for (std::int64_t k = 0; k < p.count; ++k) {
    const double beside = 8.0 * p.radius * static_cast<double>(k);
    setup.sphere(p.mass, p.radius,
                 ensemble ? Vec3(beside, p.radius, 0.0) : Vec3(p.radius, 0.0, 0.0), Vec3::Zero());
  }
  return setup;
}

Problem make(const Params& p) {
  Problem out = set_up(p, Bodies::kept).make("langevin_wall", to_set(p), p.horizon);
  if (p.count > 1) observe(p, out);
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {.name = "langevin_wall",
          .summary = "a particle at a wall under random forcing",
          .reference = "maury-slides, stochastic model; numbers of this suite",
          .parameters = parameters_of<Params>(),
          .make =
              [](const ParameterSet& given) {
                return make(parse<Params>(given, "problem langevin_wall"));
              },
          .sketch =
              [](const ParameterSet& given) {
                const auto p = parse<Params>(given, "problem langevin_wall");
                return set_up(p, Bodies::counted).outline(p.horizon);
              }};
}

}  // namespace impactbench::langevin_wall
