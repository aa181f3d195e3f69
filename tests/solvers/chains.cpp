#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace impactbench::testing {
namespace {

struct Chain {
  std::vector<double> mass, velocity;
  std::vector<double> gap;  ///< between neighbours, as a velocity D/h
  bool wall_before{false}, wall_behind{false};
  double room_before{0.0}, room_behind{0.0};
};

/// Posed with `dofs` dofs along a skew direction, the rows in a mixed order and some the other way
/// round, bodies numbered backwards.
ContactProblem pose(const Chain& chain, int dofs) {
  ContactProblem out;
  out.dofs = dofs;
  const auto k = static_cast<std::size_t>(dofs);
  const std::size_t n = chain.mass.size();
  const std::size_t rows = n - 1 + (chain.wall_before ? 1 : 0) + (chain.wall_behind ? 1 : 0);
  out.resize(rows);
  std::vector<double> direction(k, 0.0);
  direction[0] = dofs > 1 ? 0.6 : 1.0;
  if (dofs > 1) direction[1] = 0.8;
  for (std::size_t i = n; i-- > 0;)
    out.inverse_mass.insert(out.inverse_mass.end(), k, 1.0 / chain.mass[i]);
  const auto number = [&](std::size_t i) { return static_cast<int>(n - 1 - i); };
  for (std::size_t r = 0; r < rows; ++r) {
    const std::size_t c = rows % 7 == 0 ? r : (r * 7) % rows;
    const bool before = chain.wall_before && r == 0;
    const std::size_t left = r - (chain.wall_before ? 1 : 0);
    const bool behind = !before && left == n - 1;
    int a = before ? 0 : number(left),
        b = before || behind ? ContactProblem::fixed : number(left + 1);
    double sign_a = -1.0, sign_b = 1.0;
    if (before) a = number(0), sign_a = 1.0;
    if (r % 3 == 1) std::swap(a, b), std::swap(sign_a, sign_b);
    out.body_a[c] = a;
    out.body_b[c] = b;
    for (std::size_t d = 0; d < k; ++d) {
      if (a != ContactProblem::fixed) out.jacobian_a[c * k + d] = sign_a * direction[d];
      if (b != ContactProblem::fixed) out.jacobian_b[c * k + d] = sign_b * direction[d];
    }
    out.b[c] = before   ? chain.velocity[0] + chain.room_before
               : behind ? -chain.velocity[n - 1] + chain.room_behind
                        : chain.velocity[left + 1] - chain.velocity[left] + chain.gap[left];
  }
  return out;
}

/// Masses over this many decades.
Chain random_chain(int bodies, bool before, bool behind, std::uint64_t seed, double decades = 6.0) {
  Numbers number(seed);
  Chain out;
  for (int i = 0; i < bodies; ++i) {
    out.mass.push_back(std::pow(10.0, decades * number()));
    out.velocity.push_back(4.0 * number());
    if (i > 0) out.gap.push_back(i % 3 == 0 ? 0.3 * (number() + 0.5) : 0.0);
  }
  out.wall_before = before;
  out.wall_behind = behind;
  out.room_before = 0.2;
  out.room_behind = 0.1;
  return out;
}

FrictionlessCase solver(std::string_view name) {
  const auto cases = frictionless_cases();
  return *std::find_if(cases.begin(), cases.end(), [&](const auto& c) { return c.name == name; });
}

TEST(Chains, PoolAdjacentViolatorsMeetTheLaws) {
  int merged = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    const int bodies = 1 + static_cast<int>(seed % 12);
    for (const bool before : {false, true}) {
      for (const bool behind : {false, true}) {
        if (bodies == 1 && !before && !behind) continue;
        SCOPED_TRACE(::testing::Message()
                     << seed << (before ? " before" : "") << (behind ? " behind" : ""));
        const int dofs = 1 + static_cast<int>(seed % 4);
        const ContactProblem problem = pose(random_chain(bodies, before, behind, seed), dofs);
        std::vector<double> p;
        const SolveReport report = solve(solver("pava"), problem, p);
        ASSERT_EQ(report.status, SolveStatus::converged);
        // Velocities of up to 20 m/s are known to their rounding; that times the heaviest mass is
        // in the impulses, and moves the lightest body. In p.u it stands beside the impulses.
        const auto [heavy, light] =
            std::minmax_element(problem.inverse_mass.begin(), problem.inverse_mass.end());
        const double rounding = 20.0 * 2.2e-16 * *light / *heavy;
        const double largest = 1.0 + *std::max_element(p.begin(), p.end());
        EXPECT_LT(report.own_residual, 1e-14 + rounding);
        EXPECT_LT(violation(problem, p), (1e-14 + rounding) * largest);
        merged +=
            static_cast<int>(std::count_if(p.begin(), p.end(), [](double x) { return x > 0.0; }));
      }
    }
  }
  EXPECT_GT(merged, 1000);
}

TEST(Chains, AgreeWithTheInteriorPoint) {
  const ContactProblem problem = pose(random_chain(300, true, true, 5, 1.0), 3);
  std::vector<double> p, q;
  ASSERT_EQ(solve(solver("pava"), problem, p).status, SolveStatus::converged);
  ASSERT_EQ(solve(solver("interior_point"), problem, q, {{"tolerance", 1e-11}}).status,
            SolveStatus::converged);
  const std::vector<double> u = velocity_of(problem, p), v = velocity_of(problem, q);
  for (std::size_t c = 0; c < u.size(); ++c)
    EXPECT_NEAR(u[c], v[c], 1e-9);
}

TEST(Chains, StickyParticlesShareTheirMomentum) {
  // Masses 1, 2, 3 in contact at 6, 0, 0 m/s: all go on at 1 m/s; p = (5, 3): what is handed on.
  Chain chain{{1.0, 2.0, 3.0}, {6.0, 0.0, 0.0}, {0.0, 0.0}};
  ContactProblem problem = pose(chain, 1);
  std::vector<double> p;
  ASSERT_EQ(solve(solver("pava"), problem, p).status, SolveStatus::converged);
  std::sort(p.begin(), p.end());
  EXPECT_NEAR(p[0], 3.0, 1e-14);
  EXPECT_NEAR(p[1], 5.0, 1e-14);
  // A wall behind stops them: it takes all the momentum, 6 N s.
  chain.wall_behind = true;
  problem = pose(chain, 2);
  p.clear();
  ASSERT_EQ(solve(solver("pava"), problem, p).status, SolveStatus::converged);
  for (const double x : p)
    EXPECT_NEAR(x, 6.0, 1e-14);
  // Walls on both sides without room: the least impulses, 0 on the wall in front, 6 elsewhere.
  chain.wall_before = true;
  problem = pose(chain, 1);
  p.clear();
  ASSERT_EQ(solve(solver("pava"), problem, p).status, SolveStatus::converged);
  std::sort(p.begin(), p.end());
  EXPECT_NEAR(p[0], 0.0, 1e-14);
  EXPECT_NEAR(p[1], 6.0, 1e-14);
  // The room is a sum of gaps, which is rounded.
  chain.room_behind = -1e-14;
  p.clear();
  EXPECT_EQ(solve(solver("pava"), pose(chain, 1), p).status, SolveStatus::converged);
  // Less than no room: no velocities satisfy both walls.
  chain.room_behind = -1.0;
  p.clear();
  EXPECT_EQ(solve(solver("pava"), pose(chain, 1), p).status, SolveStatus::breakdown);
}

TEST(Chains, OtherStructuresAreRefused) {
  const auto status = [](const ContactProblem& problem) {
    std::vector<double> p;
    return solve(solver("pava"), problem, p).status;
  };
  const ContactProblem chain = pose(random_chain(4, false, false, 3), 2);
  ASSERT_EQ(status(chain), SolveStatus::converged);
  ContactProblem bent = chain;  // one row along another direction
  bent.jacobian_a[0] += 1e-3;
  bent.jacobian_b[0] -= 1e-3;
  EXPECT_EQ(status(bent), SolveStatus::breakdown);
  ContactProblem star = chain;  // one body in three rows
  star.resize(4);
  star.body_a[3] = star.body_a[1];
  star.body_b[3] = ContactProblem::fixed;
  star.jacobian_a[6] = 1.0;
  EXPECT_EQ(status(star), SolveStatus::breakdown);
  ContactProblem ring;  // three bodies, each before the next
  ring.dofs = 1;
  ring.resize(3);
  ring.body_a = {0, 1, 2};
  ring.body_b = {1, 2, 0};
  ring.jacobian_a.assign(3, -1.0);
  ring.jacobian_b.assign(3, 1.0);
  ring.inverse_mass.assign(3, 1.0);
  ring.b = {-1.0, 0.0, 0.5};
  EXPECT_EQ(status(ring), SolveStatus::breakdown);
  EXPECT_EQ(status(hexagon()), SolveStatus::breakdown);
}

}  // namespace
}  // namespace impactbench::testing
