#pragma once

#include "problems/contact/geometry.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contact_key.hpp"

namespace impactbench {

/// Adds the contact of one disc with another, or with a wall, to what is told of a step: the rows
/// N = (-n, 0 | n, 0) and, where there are two, T = (t, l_i | -t, l_j) of geometry.hpp's signs.
inline void tell_contact(const ContactKey& key, const Vec2& n, double lever_i, double lever_j,
                         double normal_impulse, double tangential_impulse, ContactImpulses& out) {
  const bool wall = is_wall(key);
  const Vec2 t = rot90(n);
  out.body_a.push_back(key.disc);
  out.body_b.push_back(wall ? ContactProblem::fixed : key.partner);
  const auto add = [&](const Vec2& along_a, double turn_a, double turn_b, double impulse) {
    const double other = wall ? 0.0 : -1.0;
    out.jacobian_a.insert(out.jacobian_a.end(), {along_a.x(), along_a.y(), turn_a});
    out.jacobian_b.insert(out.jacobian_b.end(),
                          {other * along_a.x(), other * along_a.y(), wall ? 0.0 : turn_b});
    out.impulse.push_back(impulse);
  };
  add(-n, 0.0, 0.0, normal_impulse);
  if (out.rows > 1) add(t, lever_i, lever_j, tangential_impulse);
}

}  // namespace impactbench
