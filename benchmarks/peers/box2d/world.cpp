#include "benchmarks/peers/box2d/box2d.hpp"

#include <box2d/box2d.h>
#include <fmt/format.h>

namespace impactbench::box2d {
namespace {

class World final : public Engine {
 public:
  World(const PeerScene& scene, const Params& p)
      : params_(p),
        h_(static_cast<float>(scene.h)),
        world_(vector(scene.system.gravity().head<2>())) {
    world_.SetAllowSleeping(false);
    // Swept tests catch bodies that fly through a wall in one step; here none moves its own radius.
    world_.SetContinuousPhysics(false);
    add_walls(scene.system);
    add_discs(scene);
  }

  void run(std::int64_t steps) override {
    for (std::int64_t k = 0; k < steps; ++k)
      world_.Step(h_, params_.velocity_iterations, params_.position_iterations);
  }

  void state(Eigen::VectorXd& q, Eigen::VectorXd& v) override {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      const b2Vec2 x = bodies_[i]->GetPosition(), u = bodies_[i]->GetLinearVelocity();
      q.segment<3>(at) << x.x / params_.scale, x.y / params_.scale, bodies_[i]->GetAngle();
      v.segment<3>(at) << u.x / params_.scale, u.y / params_.scale,
          bodies_[i]->GetAngularVelocity();
    }
  }

 private:
  [[nodiscard]] b2Vec2 vector(const Vec2& x) const {
    return {static_cast<float>(x.x() * params_.scale), static_cast<float>(x.y() * params_.scale)};
  }
  /// The library takes the larger restitution and the geometric mean of friction.
  static void set_law(b2FixtureDef& fixture, const ContactLaw& law) {
    fixture.friction = static_cast<float>(law.friction);
    fixture.restitution = static_cast<float>(law.restitution);
    fixture.restitutionThreshold = 0.0F;
  }

  /// Edges have a radius of their own in its world: they stand back by it.
  void add_walls(const RoundSystem& system) {
    constexpr double length = 1e3;
    const b2BodyDef fixed;
    b2Body* body = world_.CreateBody(&fixed);
    for (const Wall& wall : system.walls()) {
      const double back = static_cast<double>(b2_polygonRadius) / params_.scale;
      const Vec2 point = wall.point - back * wall.inward;
      b2EdgeShape edge;
      edge.SetTwoSided(vector(point - length * rot90(wall.inward)),
                       vector(point + length * rot90(wall.inward)));
      b2FixtureDef fixture;
      fixture.shape = &edge;
      set_law(fixture, system.law());
      body->CreateFixture(&fixture);
    }
  }

  void add_discs(const PeerScene& scene) {
    const BodyTable& discs = scene.system.bodies();
    const State& start = scene.start;
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      b2BodyDef body;
      body.type = b2_dynamicBody;
      body.position = vector(start.q.segment<2>(at));
      body.linearVelocity = vector(start.v.segment<2>(at));
      body.angularVelocity = static_cast<float>(start.v[at + 2]);
      b2CircleShape circle;
      circle.m_radius = static_cast<float>(discs.radius[i] * params_.scale);
      b2FixtureDef fixture;
      fixture.shape = &circle;
      fixture.density = 1.0F;
      set_law(fixture, scene.system.law());
      bodies_.push_back(world_.CreateBody(&body));
      bodies_.back()->CreateFixture(&fixture);
      b2MassData mass;
      mass.mass = static_cast<float>(discs.mass[i]);
      mass.center.SetZero();
      mass.I = static_cast<float>(discs.inertia[i] * params_.scale * params_.scale);
      bodies_.back()->SetMassData(&mass);
    }
  }

  Params params_;
  float h_;
  b2World world_;
  std::vector<b2Body*> bodies_;
};

}  // namespace

std::optional<std::string> absence() {
  return std::nullopt;
}

std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params) {
  return std::make_unique<World>(scene, params);
}

}  // namespace impactbench::box2d
