// The central path of Coulomb's law, and the method that follows it.
#include "schemes/solvers/support/coulomb/central_path.hpp"

#include "tests/solvers/spheres.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <variant>
#include <vector>

namespace impactbench::testing {
namespace {

/// A problem packed, at the start of its path.
struct Path {
  CoulombForm form;
  CoulombSystem system;
  CentralPoint point;
  CentralPath path;
  BestIterate best;
  std::vector<double> y;

  explicit Path(const ContactProblem& problem) {
    const std::size_t bodies = problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs);
    form.prepare(problem.contacts(), bodies, problem.rows);
    system.prepare(problem.contacts());
    point.prepare(problem.contacts(), bodies, problem.rows);
    path.prepare(problem.contacts(), bodies, problem.rows);
    best.prepare(problem.size());
    const std::vector<double> none(problem.size(), 0.0);
    EXPECT_TRUE(form.pack(problem, none));
    form.take(none, y);
    system.analyse(form);
    best.start();
    best.offer(form.residual(y), y);
    point.start(form);
    path.start(form);
  }
};

/// By how much a state misses the equations of the path, computed from their definition: the
/// largest of | z o v - tau 1 | / tau, of | g - P (G x + b) + tau / tau_0 r_0 | over g_n of the
/// start, and of | x - G^T P z | over z_n of the start, where r_0 is computed from the start too.
struct Left {
  double products, linear;
};
Left left_of(const CoulombForm& form, const CentralPoint::State& start,
             const CentralPoint::State& at) {
  const auto velocity = [&](const CentralPoint::State& s) {
    std::vector<double> w;
    form.velocity(s.x, w);
    for (std::size_t c = 0; c < form.contacts(); ++c)
      w[3 * c] /= form.friction(c);
    return w;
  };
  const std::vector<double> w = velocity(at), w_0 = velocity(start);
  const double opening = start.g[0], pressure = start.z[0];
  Left out{0.0, 0.0};
  std::vector<double> y = at.z, x;
  for (std::size_t c = 0; c < form.contacts(); ++c) {
    const double *z = &at.z[3 * c], *g = &at.g[3 * c];
    // e_0 is ten times the opening; 0.3 tau / z_n is added to it.
    const double e = 10.0 * opening * at.tau / start.tau + 0.3 * at.tau / z[0];
    const double v = g[0] + std::sqrt(g[1] * g[1] + g[2] * g[2] + e * e) - e;
    const double products[] = {z[0] * v + z[1] * g[1] + z[2] * g[2] - at.tau,
                               z[0] * g[1] + v * z[1], z[0] * g[2] + v * z[2]};
    for (std::size_t k = 0; k < 3; ++k) {
      out.products = larger(out.products, std::abs(products[k]) / at.tau);
      const double r_0 = w_0[3 * c + k] - start.g[3 * c + k];
      out.linear =
          larger(out.linear, std::abs(g[k] - w[3 * c + k] + at.tau / start.tau * r_0) / opening);
    }
    y[3 * c] /= form.friction(c);
  }
  form.pull(y, x);
  for (std::size_t k = 0; k < x.size(); ++k)
    out.linear = larger(out.linear, std::abs(at.x[k] - x[k]) / pressure);
  return out;
}

/// Step k towards the path, or along it: every fourth step halves tau.
void take_step(Path& at, int k, CentralPoint::Direction& step) {
  ASSERT_TRUE(at.point.linearise(at.form, at.system));
  at.point.combine(k % 4 == 0 ? -0.5 : 0.0, step);
  double length = 1.0;
  while (!(at.point.distance(at.form, step, length) < 10.0))
    length *= 0.7;
  at.point.move(step, length);
}

TEST(CentralPoint, StepsAlongThePathLeaveItByTheSquareOfTheirLength) {
  // All equations but that of the products are linear and stay as they are. A step along the
  // tangent of length h leaves products that differ by h^2 from tau.
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE(seed);
    Path at(random_spheres(8, 16, 0.7, seed));
    const CentralPoint::State start = at.point.state();
    EXPECT_LT(left_of(at.form, start, start).products, 1e-13);
    CentralPoint::Direction step;
    for (int k = 0; k < 40; ++k) {  // to the path, and to where friction has taken hold
      ASSERT_NO_FATAL_FAILURE(take_step(at, k, step));
    }
    ASSERT_LT(at.point.tau(), 0.01);
    const CentralPoint::State there = at.point.state();
    ASSERT_LT(left_of(at.form, start, there).products, 1e-6);
    EXPECT_LT(left_of(at.form, start, there).linear, 1e-10);
    const auto error = [&](double h) {
      at.point.set(there);
      EXPECT_TRUE(at.point.linearise(at.form, at.system));
      at.point.combine(-h, step);
      at.point.move(step, 1.0);
      EXPECT_LT(left_of(at.form, start, at.point.state()).linear, 1e-10);
      return left_of(at.form, start, at.point.state()).products;
    };
    EXPECT_NEAR(error(2e-3) / error(1e-3), 4.0, 0.4);
  }
}

TEST(CentralPoint, SeesTheNormalAloneOfContactsWithoutFriction) {
  ContactProblem problem = random_spheres(8, 16, 0.5, 2);
  for (std::size_t c = 0; c < problem.contacts(); c += 3)
    problem.friction[c] = 0.0;
  Path at(problem);
  CentralPoint::Direction step;
  // The residual is about the root of tau.
  for (int k = 0; k < 300 && at.point.tau() > 1e-13; ++k) {
    ASSERT_NO_FATAL_FAILURE(take_step(at, k, step));
  }
  at.point.impulses(at.form, at.y);
  EXPECT_LT(at.form.residual(at.y), 1e-3);
  for (std::size_t c = 0; c < problem.contacts(); c += 3) {
    EXPECT_EQ(at.y[3 * c + 1], 0.0);
    EXPECT_EQ(at.y[3 * c + 2], 0.0);
  }
}

TEST(CentralPath, ConvergesAsNewtonsMethodDoes) {
  // Sixteen contacts of eight spheres, some that slide, some that stick, from far away to 1e-10.
  for (const double mu : {0.2, 0.5, 0.8}) {
    for (std::uint64_t seed = 1; seed <= 6; ++seed) {
      SCOPED_TRACE(::testing::Message() << "mu " << mu << " seed " << seed);
      const ContactProblem problem = random_spheres(8, 16, mu, seed);
      const auto solver =
          std::get<MakeContact>(solver_entry("interior_point").make)({{"tolerance", 1e-10}});
      solver->prepare(problem.contacts(), 8, 3);
      std::vector<double> p(problem.size(), 0.0);
      const SolveReport report = solver->solve(problem, p);
      EXPECT_EQ(report.status, SolveStatus::converged);
      EXPECT_GT(report.iterations, 5);
      EXPECT_LT(report.iterations, 40);
    }
  }
}

TEST(CentralPath, GoesAroundItsFolds) {
  // Twenty spheres, 180 rows on 120 degrees of freedom, and friction so large that the law is far
  // from that of a convex problem: on most of these paths tau must grow for a while. A method that
  // only lowers it ends there.
  int turns = 0;
  for (std::uint64_t seed = 1; seed <= 8; ++seed) {
    for (const double mu : {1.0, 2.0}) {
      SCOPED_TRACE(::testing::Message() << "mu " << mu << " seed " << seed);
      Path at(random_spheres(20, 60, mu, seed));
      const int made = at.path.follow(at.form, at.system,
                                      {.factorisations = 1000, .tolerance = 1e-9}, at.y, at.best);
      EXPECT_LE(at.best.residual(), 1e-9);
      EXPECT_LT(made, 1000);
      EXPECT_EQ(at.path.turns() % 2, 0) << "it ends as it began, falling";
      turns += at.path.turns();
    }
  }
  EXPECT_GT(turns, 8);
}

TEST(CentralPath, GoesOnWhereItWasInterrupted) {
  // In pieces of ten factorisations the path takes the same steps. A piece may cut Newton's method
  // short, so the solution may be found at another step.
  const ContactProblem problem = random_spheres(20, 60, 2.0, 5);
  Path whole(problem), parts(problem);
  const int made = whole.path.follow(
      whole.form, whole.system, {.factorisations = 1000, .tolerance = 1e-9}, whole.y, whole.best);
  EXPECT_LE(whole.best.residual(), 1e-9);
  int in_parts = 0;
  while (parts.best.residual() > 1e-9 && in_parts < 2 * made) {
    in_parts += parts.path.follow(parts.form, parts.system,
                                  {.factorisations = 10, .tolerance = 1e-9}, parts.y, parts.best);
  }
  EXPECT_LE(parts.best.residual(), 1e-9);
  EXPECT_LT(in_parts, 2 * made);
}

TEST(CentralPath, StopsAfterSoManyTurnsAndGoesOnFromThere) {
  Path at(random_spheres(20, 60, 2.0, 5));
  const auto follow = [&](int turns) {
    return at.path.follow(at.form, at.system,
                          {.factorisations = 1000, .tolerance = 1e-9, .turns = turns}, at.y,
                          at.best);
  };
  EXPECT_GT(follow(0), 0);
  EXPECT_EQ(at.path.turns(), 1);
  EXPECT_GT(at.best.residual(), 1e-9);
  EXPECT_EQ(follow(0), 0);
  EXPECT_LT(follow(1000), 1000);
  EXPECT_LE(at.best.residual(), 1e-9);
}

}  // namespace
}  // namespace impactbench::testing
