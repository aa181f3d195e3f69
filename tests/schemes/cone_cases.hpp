#pragma once

#include "problems/contact/gap.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/round_setup.hpp"
#include "reference/yardsticks/contact_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/run.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <string>

namespace impactbench::testing {

/// Distance of the body of `slope` from its plane.
inline double gap_of(const Problem& p, const State& s) {
  const RoundBodies bodies = round_bodies(*p.system);
  return s.q[bodies.dimension - 1] - bodies.radius[0];
}

/// Bodies that fall onto each other between walls, with spins.
inline Problem heap(int dimension, bool rotates, double friction, double tangential = 0.0) {
  RoundSetup setup(
      {.dimension = dimension, .rotates = rotates},
      {.restitution = 0.0, .tangential_restitution = tangential, .friction = friction});
  const Vec3 up = Vec3::Unit(dimension - 1);
  setup.gravity(-9.81 * up);
  setup.half_space(Vec3::Zero(), up);
  for (int k = 0; k + 1 < dimension; ++k) {
    setup.half_space(-0.3 * Vec3::Unit(k), Vec3::Unit(k));
    setup.half_space(0.3 * Vec3::Unit(k), -Vec3::Unit(k));
  }
  for (int k = 0; k < 12; ++k) {
    const double r = 0.08 + 0.002 * k, m = 1.0 + 0.1 * k;
    Vec3 place(0.1 * std::cos(2.0 * k), 0.1 * std::sin(2.0 * k), 0.0),
        spin(0.0, 0.0, 2.0 * k - 9.0);
    for (int j = dimension - 1; j < 3; ++j)
      place[j] = 0.0;
    if (dimension == 3) spin += Vec3(3.0 - k, 1.0, 0.0);
    const Vec3 speed = dimension > 1 ? Vec3(0.5 * Vec3::UnitX()) : Vec3(Vec3::Zero());
    setup.body(m, r, rotates ? 0.4 * m * r * r : 0.0, place + (0.12 + 0.21 * k) * up, speed,
               rotates ? spin : Vec3(Vec3::Zero()));
  }
  return std::move(setup).make("heap", {}, 1.0);
}

/// The laws of a run, measured by the yardstick with the claims of the scheme, or of other settings
/// of it.
inline std::map<std::string, double> laws_of(const char* scheme, const ParameterSet& settings,
                                             const Problem& p, double h, std::int64_t steps,
                                             const std::optional<SchemeClaims>& other = {}) {
  Session s(scheme_entry(scheme), settings, p, h);
  ContactImpulses recorded;
  s.scheme().record_impulses(&recorded);
  const SchemeClaims claims = other.value_or(scheme_entry(scheme).make(settings)->claims());
  ContactLaws laws(p, claims.contact, claims.step, h, claims.motion);
  State before = s.state;
  s.run(steps, [&](const State& after) {
    laws.after_step(before, after, static_cast<double>(after.step) * h, &recorded);
    before = after;
  });
  std::map<std::string, double> out;
  laws.finish(out);
  return out;
}

}  // namespace impactbench::testing
