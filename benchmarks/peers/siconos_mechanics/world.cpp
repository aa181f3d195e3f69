#include "benchmarks/peers/siconos_mechanics/model.hpp"
#include "benchmarks/peers/siconos_mechanics/siconos_mechanics.hpp"

namespace impactbench::siconos_mechanics {
namespace {

ModelStart start_of(const PeerScene& scene, const Params& p) {
  const RoundSystem& system = scene.system;
  const State& start = scene.start;
  ModelStart out{.radius = system.bodies().radius,
                 .mass = system.bodies().mass,
                 .inertia = system.bodies().inertia,
                 .q = {start.q.begin(), start.q.end()},
                 .v = {start.v.begin(), start.v.end()},
                 .walls = {},
                 .gravity = {system.gravity().x(), system.gravity().y()},
                 .restitution = system.law().restitution,
                 .friction = system.law().friction,
                 .h = scene.h,
                 .tolerance = p.tolerance,
                 .max_iterations = p.max_iterations,
                 .scale = p.scale};
  for (const Wall& wall : system.walls())
    out.walls.push_back({{wall.point.x(), wall.point.y()}, {wall.inward.x(), wall.inward.y()}});
  return out;
}

class World final : public Engine {
 public:
  World(const PeerScene& scene, const Params& p) : model_(start_of(scene, p)) {}
  void run(std::int64_t steps) override { model_.run(steps); }
  void state(Eigen::VectorXd& q, Eigen::VectorXd& v) override { model_.state(q.data(), v.data()); }

 private:
  Model model_;
};

}  // namespace

std::optional<std::string> absence() {
  return std::nullopt;
}

std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params) {
  return std::make_unique<World>(scene, params);
}

}  // namespace impactbench::siconos_mechanics
