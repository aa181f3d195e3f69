#pragma once

#include "benchmarks/contact_problems/contact_file.hpp"
#include "benchmarks/trajectories/hdf5.hpp"
#include "problems/base/error.hpp"
#include "tests/benchmarks/spawn.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <string>
#include <vector>

namespace impactbench::testing {

/// Three balls of 1 kg on a floor, in a row, mu = 1/2: dofs are the three velocities of each.
inline ContactProblem balls_on_a_floor() {
  ContactProblem out;
  out.rows = 3;
  out.resize(5);
  out.inverse_mass.assign(9, 1.0);
  out.velocity_unit = 0.25;
  for (std::size_t c = 0; c < 5; ++c) {
    const int i = static_cast<int>(c < 3 ? c : c - 3);
    const bool floor = c < 3;
    out.body_a[c] = i;
    out.body_b[c] = floor ? ContactProblem::fixed : i + 1;
    out.friction[c] = 0.5;
    // Frames (normal, two tangents): on the floor (z, x, y), between balls (x, y, z).
    for (std::size_t r = 0; r < 3; ++r) {
      const std::size_t axis = floor ? (r + 2) % 3 : r;
      out.jacobian_a[(3 * c + r) * 3 + axis] = floor ? 1.0 : -1.0;
      if (!floor) out.jacobian_b[(3 * c + r) * 3 + axis] = 1.0;
    }
    if (floor) {
      out.b[3 * c] = -1.0;
      out.b[3 * c + 1] = 0.3 + 0.2 * i;
      out.b[3 * c + 2] = 0.4;
    } else {
      out.b[3 * c] = 0.2;  // they run apart as the front ones are faster
    }
  }
  return out;
}

inline std::string written(const Scratch& scratch, const ContactProblem& problem, int dimension,
                           const char* name = "problem.hdf5") {
  write_contact_file(scratch / name,
                     {.problem = problem, .dimension = dimension, .title = "a title"});
  return scratch / name;
}

/// Rewrites the FCLIB part of a file, without factors, after `change`.
struct Parts {
  std::vector<int> spacedim{2}, m, n, nz{-1}, p, i;
  std::vector<double> x, q, mu;
};
inline std::string rewritten(const Scratch& scratch, const std::string& path,
                             const std::function<void(Parts&)>& change) {
  Parts parts;
  {
    const Hdf5File in(path, Hdf5File::Mode::read);
    parts = {in.integers("/fclib_local/spacedim"), in.integers("/fclib_local/W/m"),
             in.integers("/fclib_local/W/n"),      in.integers("/fclib_local/W/nz"),
             in.integers("/fclib_local/W/p"),      in.integers("/fclib_local/W/i"),
             in.numbers("/fclib_local/W/x"),       in.numbers("/fclib_local/vectors/q"),
             in.numbers("/fclib_local/vectors/mu")};
  }
  change(parts);
  Hdf5File out(scratch / "changed.hdf5", Hdf5File::Mode::write);
  const std::string root = "/fclib_local/";
  out.write(root + "spacedim", parts.spacedim);
  out.write(root + "W/m", parts.m);
  out.write(root + "W/n", parts.n);
  out.write(root + "W/nz", parts.nz);
  out.write(root + "W/p", parts.p);
  out.write(root + "W/i", parts.i);
  out.write(root + "W/x", parts.x);
  out.write(root + "vectors/q", parts.q);
  out.write(root + "vectors/mu", parts.mu);
  return scratch / "changed.hdf5";
}

inline std::string refusal(const std::function<void()>& action) {
  try {
    action();
  } catch (const ConfigurationError& e) {
    return e.what();
  }
  return "nothing was refused";
}

/// u = W p + b of both for one p.
inline void expect_same_velocities(const ContactProblem& a, const ContactProblem& b) {
  ASSERT_EQ(a.size(), b.size());
  std::vector<double> p(a.size()), momentum, u, v;
  for (std::size_t k = 0; k < p.size(); ++k)
    p[k] = std::cos(3.0 * static_cast<double>(k));
  relative_velocity(a, p, momentum, u);
  relative_velocity(b, p, momentum, v);
  for (std::size_t k = 0; k < u.size(); ++k)
    EXPECT_NEAR(u[k], v[k], 1e-12);
}

}  // namespace impactbench::testing
