#include "schemes/solvers/support/coulomb/proximal_newton.hpp"

#include "tests/solvers/pile.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

/// The data of path following at the impulses `p` of a problem.
struct PathFollower {
  CoulombForm form;
  CoulombSystem system;
  ProximalNewton newton;
  BestIterate best;
  std::vector<double> y;
  double before{0.0};  ///< residual

  PathFollower(const ContactProblem& problem, const std::vector<double>& p) {
    const std::size_t bodies = problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs);
    form.prepare(problem.contacts(), bodies, problem.rows);
    system.prepare(problem.contacts());
    newton.prepare(problem.contacts(), bodies, problem.rows);
    best.prepare(problem.size());
    EXPECT_TRUE(form.pack(problem, p));
    system.analyse(form);
    form.take(p, y);
    best.start();
    before = form.residual(y);
  }

  int follow(const ProximalNewton::PathSettings& settings) {
    return newton.follow_paths(form, system, settings, y, best);
  }
};

constexpr ProximalNewton::PathSettings usual{.sigma = 200.0,
                                             .largest = 2e5,
                                             .factorisations = 100,
                                             .tolerance = 1e-8,
                                             .patience = 2,
                                             .kinks = 64};

/// Impulses of a pile at rest.
std::vector<double> at_rest(const ContactProblem& problem) {
  std::vector<double> p(problem.size(), 0.0);
  PathFollower follower(problem, p);
  EXPECT_GT(follower.newton.run(follower.form, follower.system,
                                {.sigma = 20.0,
                                 .largest = 2e5,
                                 .factorisations = 2000,
                                 .tolerance = 1e-12,
                                 .patience = 50,
                                 .near = 0.0,
                                 .kinks = 100},
                                follower.y, follower.best),
            0);
  EXPECT_LE(follower.best.residual(), 1e-12);
  follower.form.unpack(follower.best.iterate(), p);
  return p;
}

/// The same pile when disc `body` is thrown upwards at `speed`, in units of g h.
ContactProblem thrown(ContactProblem problem, int body, double speed) {
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    for (std::size_t r = 0; r < 2; ++r) {
      const std::size_t row = 2 * c + r;
      if (problem.body_a[c] == body) problem.b[row] += speed * problem.jacobian_a[3 * row + 1];
      if (problem.body_b[c] == body) problem.b[row] += speed * problem.jacobian_b[3 * row + 1];
    }
  }
  return problem;
}

/// A pile at rest but for small speeds of each disc, so that no contact is just at a kink.
ContactProblem restless(double mu, int columns = 8, int layers = 9) {
  const Pile pile = close_packed(columns, layers, mu);
  ContactProblem out = pile.problem();
  Numbers number(3);
  for (int body = 0; body < pile.discs(); ++body)
    out = thrown(out, body, 0.2 * number());
  return out;
}

TEST(PathFollowing, AnswersAThrownDiscFromTheImpulsesOfRest) {
  // One disc of a pile that rests gets a speed; the impulses of all other contacts were right.
  // Without friction every path arrives; with so much of it most do.
  for (const double mu : {0.0, 0.6}) {
    const ContactProblem rest = restless(mu);
    const std::vector<double> p = at_rest(rest);
    int solved = 0;
    for (const int body : {11, 20, 31, 45}) {
      for (const double speed : {-3.0, -0.5, 0.5, 3.0}) {
        PathFollower follower(thrown(rest, body, speed), p);
        ASSERT_GT(follower.before, 0.1) << "not solved by what it starts from";
        EXPECT_LE(follower.follow(usual), mu == 0.0 ? 10 : usual.factorisations);
        if (!(follower.best.residual() <= usual.tolerance)) continue;
        ++solved;
        EXPECT_LE(follower.form.residual(follower.y), usual.tolerance);
      }
    }
    EXPECT_GE(solved, mu == 0.0 ? 16 : 12) << "mu " << mu;
  }
}

TEST(PathFollowing, TakesSmallerStepsWhereAPathDoesNotArrive) {
  const ContactProblem rest = restless(0.6);
  const std::vector<double> p = at_rest(rest);
  ProximalNewton::PathSettings first_path = usual;
  first_path.factorisations = 3;  // what 64 kinks take
  int rescued = 0;
  for (int body = 10; body < 50; ++body) {
    PathFollower follower(thrown(rest, body, 3.0), p);
    const std::vector<double> start = follower.y;
    (void)follower.follow(first_path);
    if (follower.y != start) continue;
    (void)follower.follow(usual);
    if (follower.best.residual() <= usual.tolerance) ++rescued;
  }
  EXPECT_GE(rescued, 5) << "after a first path that had not arrived";
}

TEST(PathFollowing, EndsWhereTwoPathsInTurnDoNotArrive) {
  const ContactProblem rest = close_packed(8, 9, 0.5).problem();
  PathFollower follower(thrown(rest, 31, 3.0), at_rest(rest));
  const std::vector<double> start = follower.y;
  ProximalNewton::PathSettings none = usual;
  none.kinks = -1;
  EXPECT_EQ(follower.follow(none), 2) << "one factorisation of each";
  EXPECT_EQ(follower.y, start);
  none.factorisations = 1;
  EXPECT_EQ(follower.follow(none), 1);
}

TEST(PathFollowing, GoesOnAfterAnyNumberOfPathsThatDidNotArriveInTurn) {
  // With four kinks a path, steps grow until one does not arrive, and are small again: many paths
  // do not arrive, each after one that did. Only two in a row mean that nothing helps.
  const ContactProblem rest = restless(0.6);
  const std::vector<double> p = at_rest(rest);
  ProximalNewton::PathSettings narrow = usual;
  narrow.sigma = 0.02;
  narrow.kinks = 4;
  narrow.factorisations = 1000;
  int solved = 0;
  for (int body = 10; body < 50; body += 6) {
    PathFollower follower(thrown(rest, body, 0.5), p);
    (void)follower.follow(narrow);
    solved += follower.best.residual() <= usual.tolerance ? 1 : 0;
  }
  EXPECT_GE(solved, 4) << "of 7";
}

int hybrid_iterations(const ContactProblem& problem, std::vector<double> start) {
  const auto solver = std::get<MakeContact>(solver_entry("hybrid").make)({{"tolerance", 1e-3}});
  solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, 2);
  const SolveReport report = solver->solve(problem, start);
  EXPECT_EQ(report.status, SolveStatus::converged);
  return report.iterations;
}

TEST(PathFollowing, TheHybridAnswersAThrownDiscSoonerFromTheImpulsesOfRest) {
  // One disc is thrown, what all others press with was right. From no impulses alternating
  // directions alone need 40 iterations, and the sweeps before them 50.
  int quick = 0;
  for (const double mu : {0.6, 1.0}) {
    const ContactProblem rest = restless(mu, 24, 24);
    const std::vector<double> p = at_rest(rest);
    for (const int body : {70, 181, 292, 403, 514}) {
      const ContactProblem problem = thrown(rest, body, 0.5);
      const int warm = hybrid_iterations(problem, p);
      const int cold = hybrid_iterations(problem, std::vector<double>(p.size(), 0.0));
      EXPECT_GT(warm, 0) << "the start was the solution";
      EXPECT_LT(2 * warm, cold) << "disc " << body << ", mu " << mu;
      if (warm < 35) ++quick;
    }
  }
  EXPECT_GE(quick, 5) << "of 10";
}

TEST(PathFollowing, AlternatingDirectionsHaveTheirTurnAfterAHundredFactorisations) {
  // With penalties so small that a path leads nowhere, path following would go on for ever. Of 150
  // iterations the last 50 are alternating directions, which bring an impact of one disc down from
  // where it began.
  const ContactProblem rest = restless(0.6);
  const std::vector<double> p = at_rest(rest);
  const ContactProblem problem = thrown(rest, 31, 3.0);
  const auto residual = [&](std::int64_t iterations) {
    const auto solver = std::get<MakeContact>(solver_entry("hybrid").make)(
        {{"sigma", 1e-6}, {"largest", 1e-5}, {"max_iterations", iterations}});
    solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, 2);
    std::vector<double> q = p;
    const SolveReport report = solver->solve(problem, q);
    EXPECT_EQ(report.iterations, iterations);
    return report.own_residual;
  };
  const double followed = residual(100), turned = residual(150);
  EXPECT_GT(followed, 0.5 * PathFollower(problem, p).before);
  EXPECT_LT(turned, 0.2 * followed);
}

/// A point of 1 kg on the floor, which it meets at 1 m/s and, along it, at 0.3 and 0.9 m/s.
ContactProblem point_in_space(double mu) {
  ContactProblem problem;
  problem.rows = 3;
  problem.resize(1);
  problem.body_b[0] = ContactProblem::fixed;
  problem.friction[0] = mu;
  problem.inverse_mass.assign(3, 1.0);
  for (std::size_t r = 0; r < 3; ++r)
    problem.jacobian_a[4 * r] = 1.0;
  problem.b = {-1.0, 0.3, 0.9};
  return problem;
}

TEST(PathFollowing, LeavesSpaceAlone) {
  PathFollower follower(point_in_space(0.5), std::vector<double>(3, 0.0));
  const std::vector<double> start = follower.y;
  EXPECT_EQ(follower.follow(usual), 0);
  EXPECT_EQ(follower.y, start);
}

TEST(ProximalNewton, InSpaceNothingIsJumpedTo) {
  // Kinks are those of the plane. However near the solution a jump would be tried, in space the
  // steps are those without one.
  const auto run = [](double near) {
    PathFollower follower(point_in_space(0.5), std::vector<double>(3, 0.0));
    const int made = follower.newton.run(follower.form, follower.system,
                                         {.sigma = 20.0,
                                          .largest = 2e5,
                                          .factorisations = 2000,
                                          .tolerance = 1e-12,
                                          .patience = 50,
                                          .near = near,
                                          .kinks = 100},
                                         follower.y, follower.best);
    EXPECT_LE(follower.best.residual(), 1e-12);
    return std::pair(made, follower.y);
  };
  const auto without = run(0.0);
  EXPECT_GT(without.first, 1);
  EXPECT_EQ(run(1e9), without);
}

}  // namespace
}  // namespace impactbench::testing
