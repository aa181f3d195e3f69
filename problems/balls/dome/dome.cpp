#include "problems/balls/dome/dome.hpp"

#include <cmath>
#include <utility>

namespace impactbench::dome {
namespace {

Problem make(const Params& p) {
  const int d = static_cast<int>(p.dimension);
  RoundSetup setup({.dimension = d, .rotates = p.rotates},
                   {.restitution = p.restitution,
                    .tangential_restitution = p.tangential_restitution,
                    .friction = p.friction});
  const Vec3 along = Vec3::UnitX(), up = Vec3::Unit(d - 1);
  setup.gravity(-p.gravity * up);
  setup.ball(Vec3::Zero(), p.dome);
  const double inertia = RoundInertia(p.inertia, d == 2 ? 0.5 : 0.4)(p.mass, p.radius);
  const Vec3 start = (p.dome + p.radius) * (std::sin(p.angle) * along + std::cos(p.angle) * up);
  setup.body(p.mass, p.radius, p.rotates ? inertia : 0.0, start, Vec3::Zero());
  Problem out = std::move(setup).make("dome", to_set(p), p.horizon);
  out.observables.push_back({"from_top", "rad", "angle of the centre of the body from the top",
                             [d](const Eigen::VectorXd& q) { return std::atan2(q[0], q[d - 1]); }});
  return out;
}

}  // namespace

ProblemEntry entry() {
  return {
      .name = "dome",
      .summary = "a body slides or rolls down a dome and leaves it",
      .reference = "elementary mechanics; numbers of this suite",
      .parameters = parameters_of<Params>(),
      .make = [](const ParameterSet& given) { return make(parse<Params>(given, "problem dome")); }};
}

}  // namespace impactbench::dome
