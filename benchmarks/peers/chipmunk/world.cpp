#include "benchmarks/peers/chipmunk/chipmunk.hpp"

#include <chipmunk/chipmunk.h>

#include <cmath>

namespace impactbench::chipmunk {
namespace {

cpVect vector(const Vec2& x) {
  return cpv(x.x(), x.y());
}

/// Bodies and shapes are left to the end of the process, which makes one world.
class World final : public Engine {
 public:
  World(const PeerScene& scene, const Params& p) : h_(scene.h), space_(cpSpaceNew()) {
    cpSpaceSetIterations(space_, p.iterations);
    cpSpaceSetGravity(space_, vector(scene.system.gravity().head<2>()));
    cpSpaceSetCollisionSlop(space_, p.slop);
    constexpr double length = 1e3;
    const RoundSystem& system = scene.system;
    for (const Wall& wall : system.walls()) {
      const Vec2 along = length * rot90(wall.inward);
      add(cpSegmentShapeNew(cpSpaceGetStaticBody(space_), vector(wall.point - along),
                            vector(wall.point + along), 0.0),
          system.law());
    }
    const BodyTable& discs = system.bodies();
    for (std::size_t i = 0; i < discs.size(); ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      cpBody* body = cpSpaceAddBody(space_, cpBodyNew(discs.mass[i], discs.inertia[i]));
      cpBodySetPosition(body, vector(scene.start.q.segment<2>(at)));
      cpBodySetVelocity(body, vector(scene.start.v.segment<2>(at)));
      cpBodySetAngularVelocity(body, scene.start.v[at + 2]);
      add(cpCircleShapeNew(body, discs.radius[i], cpvzero), system.law());
      bodies_.push_back(body);
    }
  }

  void run(std::int64_t steps) override {
    for (std::int64_t k = 0; k < steps; ++k)
      cpSpaceStep(space_, h_);
  }

  void state(Eigen::VectorXd& q, Eigen::VectorXd& v) override {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const auto at = 3 * static_cast<Eigen::Index>(i);
      const cpVect x = cpBodyGetPosition(bodies_[i]), u = cpBodyGetVelocity(bodies_[i]);
      q.segment<3>(at) << x.x, x.y, cpBodyGetAngle(bodies_[i]);
      v.segment<3>(at) << u.x, u.y, cpBodyGetAngularVelocity(bodies_[i]);
    }
  }

 private:
  /// The library multiplies the coefficients of the two shapes.
  void add(cpShape* shape, const ContactLaw& law) {
    cpShapeSetElasticity(shape, std::sqrt(law.restitution));
    cpShapeSetFriction(shape, std::sqrt(law.friction));
    cpSpaceAddShape(space_, shape);
  }

  double h_;
  cpSpace* space_;
  std::vector<cpBody*> bodies_;
};

}  // namespace

std::optional<std::string> absence() {
  return std::nullopt;
}

std::unique_ptr<Engine> make(const PeerScene& scene, const Params& params) {
  return std::make_unique<World>(scene, params);
}

}  // namespace impactbench::chipmunk
