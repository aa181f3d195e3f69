#pragma once

#include "schemes/solvers/api/contact_impulses.hpp"
#include "schemes/support/contacts/contact_key.hpp"
#include "schemes/support/laws/slide.hpp"

namespace impactbench {

/// Adds the contact of a round body with another, or with an obstacle, to the record of a step:
/// the rows N = (-n, 0 | n, 0) and, where there are more, T_k = (t_k, l_i o_k | -t_k, l_j o_k) with
/// the tangents t_k and o_k of slide.hpp.
template <int Dim, int Dofs>
void record_contact(const ContactKey& key, const Vec<Dim>& n, double lever_i, double lever_j,
                    double normal_impulse, const Slip<Dim>& tangential_impulse,
                    ContactImpulses& out) {
  const bool fixed = is_wall(key);
  out.body_a.push_back(key.body);
  out.body_b.push_back(fixed ? ContactProblem::fixed : key.partner);
  const auto add = [&](const Vec<Dim>& along, const auto& turn, double impulse) {
    const double other = fixed ? 0.0 : -1.0;
    for (int k = 0; k < Dim; ++k) {
      out.jacobian_a.push_back(along[k]);
      out.jacobian_b.push_back(other * along[k]);
    }
    for (int k = 0; k < Dofs - Dim; ++k) {
      out.jacobian_a.push_back(lever_i * turn[k]);
      out.jacobian_b.push_back(fixed ? 0.0 : lever_j * turn[k]);
    }
    out.impulse.push_back(impulse);
  };
  const Tangents<Dim> t = tangents(n);
  add(-n, Vec < Dim == 3 ? 3 : 1 > ::Zero().eval(), normal_impulse);
  for (int k = 0; k + 1 < out.rows; ++k)
    add(t.along[static_cast<std::size_t>(k)], t.turn[static_cast<std::size_t>(k)],
        tangential_impulse[k]);
}

}  // namespace impactbench
