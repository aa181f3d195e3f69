#pragma once

#include "schemes/solvers/api/contact_problem.hpp"
#include "tests/solvers/systems.hpp"

#include <cstdint>
#include <vector>

namespace impactbench::testing {

/// Spheres in space with random normals between them, u of a velocity that they could lose.
inline ContactProblem random_spheres(int bodies, int contacts, double mu, std::uint64_t seed) {
  Numbers number(seed);
  ContactProblem p;
  p.rows = 3;
  p.dofs = 6;
  p.resize(static_cast<std::size_t>(contacts));
  std::vector<double> v;
  for (int k = 0; k < 6 * bodies; ++k) {
    p.inverse_mass.push_back(1.0 + number());
    v.push_back(4.0 * number());
  }
  for (std::size_t c = 0; c < p.contacts(); ++c) {
    p.body_a[c] = number.below(bodies);
    p.body_b[c] = c % 4 == 0 ? ContactProblem::fixed : (p.body_a[c] + 1) % bodies;
    p.friction[c] = mu;
    for (std::size_t at = 18 * c; at < 18 * (c + 1); ++at) {
      p.jacobian_a[at] = 2.0 * number();
      p.jacobian_b[at] = c % 4 == 0 ? 0.0 : 2.0 * number();
    }
    for (std::size_t r = 0; r < 3; ++r) {
      double& u = p.b[3 * c + r];
      u = 0.0;
      for (std::size_t k = 0; k < 6; ++k) {
        u += p.jacobian_a[18 * c + 6 * r + k] * v[6 * static_cast<std::size_t>(p.body_a[c]) + k];
        if (c % 4 != 0)
          u += p.jacobian_b[18 * c + 6 * r + k] * v[6 * static_cast<std::size_t>(p.body_b[c]) + k];
      }
    }
  }
  return p;
}

}  // namespace impactbench::testing
