#include "problems/base/error.hpp"
#include "problems/files/scene.hpp"
#include "problems/model/round_setup.hpp"

#include <utility>

namespace impactbench {
namespace {

/// The three components of a rotation, of an angle in the plane the third.
Vec3 rotation_of(const double* first, int size) {
  if (size == 3) return {first[0], first[1], first[2]};
  return {0.0, 0.0, size == 1 ? first[0] : 0.0};
}

/// Names for materials of a problem, which has none; none either where there is one material.
std::vector<std::string> numbered_materials(int count) {
  std::vector<std::string> out;
  for (int k = 0; count > 1 && k < count; ++k)
    out.push_back(std::to_string(k + 1));
  return out;
}

}  // namespace

Problem make_scene(const Scene& scene, std::string_view name, const ParameterSet& complete) {
  RoundSetup setup(scene.space, scene.laws.extreme());
  setup.materials(scene.laws, scene.bodies.material);
  const int d = scene.space.dimension, stride = scene.space.stride();
  setup.reserve(scene.bodies.size());
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i) * stride;
    const double *q = scene.start.q.data() + at, *v = scene.start.v.data() + at;
    Vec3 x = Vec3::Zero(), u = Vec3::Zero();
    std::copy_n(q, d, x.data());
    std::copy_n(v, d, u.data());
    setup.body(scene.bodies.mass[i], scene.bodies.radius[i],
               scene.space.rotates ? scene.bodies.inertia[i] : 0.0, x, u,
               rotation_of(v + d, stride - d), rotation_of(q + d, stride - d));
  }
  for (const Obstacle& o : scene.obstacles)
    setup.obstacle(o);
  setup.gravity(scene.gravity);
  if (scene.shake) setup.field(field_of(*scene.shake));
  if (scene.gluey) setup.glue(scene.viscosity);
  if (scene.first_order) setup.first_order();
  setup.allow_penetration(scene.penetration_allowed);
  setup.allow_overlap(scene.overlap_allowed);
  try {
    return std::move(setup).make(name, complete, scene.horizon);
  } catch (const ConfigurationError& e) {
    throw ConfigurationError(scene.file.empty() ? e.what() : scene.file + ": " + e.what());
  }
}

std::optional<std::string> no_scene(const Problem& problem) {
  const RoundSystem* round = round_system(*problem.system);
  const std::string who = "problem " + problem.name + " cannot be written as a scene: ";
  if (round == nullptr) return who + "its bodies are not round";
  const RoundActions& actions = round->actions();
  if (!actions.forces.empty())
    return who + "a scene has no word for " + std::string(actions.forces.front()->noun());
  if (actions.field.acts() && !actions.field.shake)
    return who + "a scene has no word for a field that varies in time, except a shake";
  if (round->law().friction > 0.0 && !round->space().rotates)
    return who + "a scene has no word for a friction of bodies that do not rotate";
  return std::nullopt;
}

void begin_at_scene(RoundSetup& setup, const std::string& path) {
  const Scene scene = read_scene(path);
  setup.begin_at(scene.space, scene.bodies, scene.start, path);
}

Scene scene_of(const Problem& problem) {
  if (const auto refusal = no_scene(problem)) throw ConfigurationError(*refusal);
  const RoundSystem& round = *round_system(*problem.system);
  Scene out{.space = round.space(),
            .laws = round.laws(),
            .materials = numbered_materials(round.laws().materials()),
            .gravity = round.gravity(),
            .shake = round.actions().field.shake,
            .obstacles = round.obstacles(),
            .gluey = round.actions().gluey,
            .viscosity = round.actions().viscosity,
            .first_order = problem.traits.first_order,
            .penetration_allowed = problem.traits.initial_penetration ? 1e-12 : 0.0,
            .horizon = problem.horizon,
            .bodies = round.bodies(),
            .start = {}};
  begin_scene_at(out, problem.initial, 0.0);
  return out;
}

void begin_scene_at(Scene& scene, State start, double elapsed) {
  const double depth = deepest_overlap(
      RoundSystem(scene.space, scene.bodies, scene.obstacles, scene.gravity, scene.laws), start.q);
  if (depth > 0.0)
    (scene.penetration_allowed > 0.0 ? scene.penetration_allowed : scene.overlap_allowed) = depth;
  if (scene.horizon - elapsed > 0.0) scene.horizon -= elapsed;
  if (scene.shake) scene.shake = scene.shake->after(elapsed);
  scene.start = std::move(start);
}

}  // namespace impactbench
