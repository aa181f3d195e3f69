#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/support/blocks/block_lu.hpp"
#include "schemes/solvers/support/coulomb/coulomb_admm.hpp"
#include "tests/solvers/pile.hpp"
#include "tests/solvers/spheres.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

namespace impactbench::testing {
namespace {

/// Two discs on the ground that just touch, a third on top of both.
ContactProblem three_discs(double mu) {
  Pile pile(mu, 2.0);
  pile.disc(-1.0, 1.0);
  pile.disc(1.0, 1.0);
  pile.disc(0.0, 1.0 + std::sqrt(3.0));
  pile.touch_all_close();
  pile.wall(0, 0.0, -1.0);
  pile.wall(1, 0.0, -1.0);
  return pile.problem();
}

/// One sphere of mass 1 and unit radius on the floor: u_n from z, u_t along x and y.
ContactProblem sphere_on_floor(double u_n, double u_x, double u_y, double mu) {
  ContactProblem p;
  p.rows = 3;
  p.dofs = 6;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a.assign(18, 0.0);
  p.jacobian_a[2] = 1.0;                           // normal: v_z
  p.jacobian_a[6] = 1.0, p.jacobian_a[10] = -1.0;  // v_x - w_y
  p.jacobian_a[13] = 1.0, p.jacobian_a[15] = 1.0;  // v_y + w_x
  p.inverse_mass = {1.0, 1.0, 1.0, 2.5, 2.5, 2.5};
  p.b = {u_n, u_x, u_y};
  p.friction = {mu};
  return p;
}

class CoulombSolver : public ::testing::TestWithParam<const char*> {
 protected:
  static SolveReport solve(const ContactProblem& problem, std::vector<double>& p,
                           const ParameterSet& given = {{"tolerance", 1e-10}}) {
    p.resize(problem.size(), 0.0);
    const auto solver = std::get<MakeContact>(solver_entry(GetParam()).make)(given);
    solver->prepare(problem.contacts(),
                    problem.inverse_mass.size() / static_cast<std::size_t>(problem.dofs),
                    problem.rows);
    return solver->solve(problem, p);
  }
  static std::vector<double> answer(const ContactProblem& problem) {
    std::vector<double> p;
    const SolveReport report = solve(problem, p);
    EXPECT_EQ(report.status, SolveStatus::converged);
    ResidualYardstick yardstick;
    const double residual = yardstick(problem, p) / problem.velocity_unit;
    EXPECT_LE(residual, 1.01e-10) << "whatever the solver says of itself";
    EXPECT_NEAR(report.own_residual, residual, 1e-12);
    return p;
  }
};

TEST_P(CoulombSolver, ThreeDiscsStandFromTheAngleOfFriction) {
  // The top disc presses on each lower one with N along the line of centres, 30 degrees from the
  // vertical, and friction T. A lower disc does not turn: the floor's friction on it is T too; it
  // does not move aside: N sin 30 = T (1 + cos 30). Hence T / N = tan 15 degrees = 2 - sqrt 3.
  const double least = 2.0 - std::sqrt(3.0);
  for (const double mu : {0.99 * least, 1.01 * least}) {
    SCOPED_TRACE(mu);
    const ContactProblem problem = three_discs(mu);
    ASSERT_EQ(problem.contacts(), 5U);
    std::vector<double> p = answer(problem), momentum, u;
    relative_velocity(problem, p, momentum, u);
    double fastest = 0.0;
    for (const double x : u)
      fastest = larger(fastest, std::abs(x));
    if (mu < least) {
      EXPECT_GT(fastest, 1e-4) << "it falls apart";
    } else {
      EXPECT_LT(fastest, 1e-9) << "it stands";
      EXPECT_NEAR(p[6] + p[8], 3.0, 1e-8) << "the floor carries the weight of three";
    }
  }
}

TEST_P(CoulombSolver, ClosePackedBoxesRestOnTheFloor) {
  // At rest in a box whose walls can hold them: u = 0 is a solution, with more impulses than
  // equations. What all contacts with the floor and walls give upwards is the weight.
  const Pile pile = close_packed(8, 9, 0.5);
  const ContactProblem& problem = pile.problem();
  ASSERT_GT(problem.size(), problem.inverse_mass.size() + 50) << "redundant";
  const std::vector<double> p = answer(problem);
  double up = 0.0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    if (problem.body_b[c] != ContactProblem::fixed) continue;
    for (std::size_t r = 0; r < 2; ++r)
      up += problem.jacobian_a[(2 * c + r) * 3 + 1] * p[2 * c + r];
  }
  EXPECT_NEAR(up, pile.discs(), 1e-6);
}

TEST_P(CoulombSolver, HeavyDiscsAndSlidingOnes) {
  // Too little friction to matter less than the weight does; masses that differ a thousandfold.
  for (const double mu : {0.0, 0.05, 0.3, 1.0}) {
    SCOPED_TRACE(mu);
    answer(close_packed(6, 6, mu, 1000.0).problem());
  }
}

TEST_P(CoulombSolver, UnitsDoNotMatter) {
  // Masses times 2^10 and velocities times 2^3 are exact in binary: the same steps are made, and
  // impulses are those times 2^13.
  const ContactProblem problem = close_packed(5, 5, 0.3).problem();
  ContactProblem scaled = problem;
  for (double& x : scaled.inverse_mass)
    x *= 0x1p-10;
  for (double& x : scaled.b)
    x *= 8.0;
  scaled.velocity_unit = 8.0;
  std::vector<double> p, q;
  const SolveReport first = solve(problem, p), second = solve(scaled, q);
  EXPECT_GT(first.iterations, 0);
  EXPECT_EQ(first.iterations, second.iterations);
  EXPECT_EQ(first.own_residual, second.own_residual);
  for (std::size_t k = 0; k < p.size(); ++k)
    EXPECT_EQ(q[k], 0x1p13 * p[k]);
}

TEST_P(CoulombSolver, ASphereSticksOrSlidesAgainstItsMotion) {
  // W_tt = 1 + r^2 / J = 7/2 in both tangents, W_nn = 1. (u_x, u_y) = (0.3, 0.4) needs 1/7 to
  // stop, p_n = 1.
  std::vector<double> p = answer(sphere_on_floor(-1.0, 0.3, 0.4, 0.15));
  EXPECT_NEAR(p[0], 1.0, 1e-9);
  EXPECT_NEAR(p[1], -0.3 / 3.5, 1e-9);
  EXPECT_NEAR(p[2], -0.4 / 3.5, 1e-9);
  p = answer(sphere_on_floor(-1.0, 0.3, 0.4, 0.1));
  EXPECT_NEAR(p[1], -0.06, 1e-9) << "mu p_n along -u_t / |u_t|";
  EXPECT_NEAR(p[2], -0.08, 1e-9);
  EXPECT_EQ(answer(sphere_on_floor(1.0, 0.3, 0.4, 0.1))[2], 0.0) << "separating";
}

TEST_P(CoulombSolver, SpheresInSpaceMeetTheLaws) {
  for (const double mu : {0.0, 0.2, 0.5}) {
    for (std::uint64_t seed = 1; seed <= 4; ++seed) {
      SCOPED_TRACE(::testing::Message() << "mu " << mu << " seed " << seed);
      const std::vector<double> p = answer(random_spheres(8, 16, mu, seed));
      double pressure = 0.0;
      for (std::size_t c = 0; c < 16; ++c)
        pressure = larger(pressure, p[3 * c]);
      EXPECT_GT(pressure, 0.01) << "something touches";
    }
  }
}

TEST_P(CoulombSolver, ReturnsTheBestWhereItDoesNotReachTheTolerance) {
  const ContactProblem problem = close_packed(8, 9, 0.5).problem();
  const bool hybrid = std::string(GetParam()) == "hybrid";
  ParameterSet few{{"tolerance", 1e-30}};
  if (hybrid) {
    few.insert({{"rounds", std::int64_t{1}}, {"fallbacks", false}});
  } else {
    few.insert({"max_iterations", std::int64_t{30}});
  }
  std::vector<double> p;
  const SolveReport report = solve(problem, p, few);
  EXPECT_EQ(report.status, SolveStatus::iteration_limit);
  ResidualYardstick yardstick;
  EXPECT_NEAR(report.own_residual, yardstick(problem, p), 1e-12);
  const std::vector<double> zero(problem.size(), 0.0);
  EXPECT_LT(report.own_residual, yardstick(problem, zero)) << "better than the start";
}

TEST_P(CoulombSolver, AllocatesNothingWhileTheContactsStay) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  ContactProblem problem = close_packed(5, 5, 0.3).problem();
  const auto solver = std::get<MakeContact>(solver_entry(GetParam()).make)({{"tolerance", 1e-10}});
  solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, 2);
  std::vector<double> p(problem.size(), 0.0);
  const auto grow = [&] {
    for (double& b : problem.b)
      b *= 1.25;
  };
  ASSERT_EQ(solver->solve(problem, p).status, SolveStatus::converged);
  grow();
  std::fill(p.begin(), p.end(), 0.0);
  auto before = allocations();
  const SolveReport report = solver->solve(problem, p);
  EXPECT_EQ(allocations(), before);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_GT(report.iterations, 0);
  grow();
  EXPECT_EQ(solver->solve(problem, p).status, SolveStatus::converged) << "from those before";
  // A warm start may go another way than a cold one, which takes its memory the first time.
  grow();
  before = allocations();
  EXPECT_EQ(solver->solve(problem, p).status, SolveStatus::converged) << "from those before";
  EXPECT_EQ(allocations(), before);
}

TEST_P(CoulombSolver, SolvesContactsInSpaceOfWhichSomeHaveNoFrictionWithoutAllocations) {
  ContactProblem problem = random_spheres(20, 60, 0.3, 3);
  for (std::size_t c = 0; c < problem.contacts(); c += 3)
    problem.friction[c] = 0.0;
  const auto solver = std::get<MakeContact>(solver_entry(GetParam()).make)({{"tolerance", 1e-10}});
  solver->prepare(problem.contacts(), 20, 3);
  std::vector<double> p(problem.size(), 0.0);
  EXPECT_EQ(solver->solve(problem, p).status, SolveStatus::converged);
  EXPECT_LE(ResidualYardstick{}(problem, p), 1e-10);
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (double& b : problem.b)
    b *= 1.25;
  std::fill(p.begin(), p.end(), 0.0);
  const auto before = allocations();
  EXPECT_EQ(solver->solve(problem, p).status, SolveStatus::converged);
  EXPECT_EQ(allocations(), before);
}

TEST_P(CoulombSolver, AFrictionBelowZeroIsABreakdown) {
  std::vector<double> p;
  EXPECT_EQ(solve(three_discs(-0.1), p).status, SolveStatus::breakdown);
}

TEST_P(CoulombSolver, StopsAtOnceWhereTheStartIsTheSolution) {
  const ContactProblem problem = close_packed(4, 4, 0.5).problem();
  std::vector<double> p = answer(problem);
  const SolveReport again = solve(problem, p, {{"tolerance", 1e-9}});
  EXPECT_EQ(again.status, SolveStatus::converged);
  EXPECT_EQ(again.iterations, 0);
}

TEST_P(CoulombSolver, WallsThatCloseAreNoSolution) {
  // A sphere that nothing moves, 0.5 m/s into the floor: no impulse helps, and the residual says
  // so.
  ContactProblem problem = sphere_on_floor(-0.5, 0.0, 0.0, 0.5);
  problem.inverse_mass.assign(6, 0.0);
  std::vector<double> p;
  ParameterSet few{{"tolerance", 1e-10}};
  if (std::string(GetParam()) != "hybrid") few.insert({"max_iterations", std::int64_t{30}});
  const SolveReport report = solve(problem, p, few);
  EXPECT_NE(report.status, SolveStatus::converged);
  EXPECT_NEAR(report.own_residual, 0.5, 1e-12);
  // Apart from each other at the same speed they are solved by nothing.
  problem.b[0] = 0.5;
  p.clear();
  EXPECT_EQ(solve(problem, p, few).status, SolveStatus::converged);
  EXPECT_EQ(p, std::vector<double>(3, 0.0));
}

TEST_P(CoulombSolver, FrictionOpposesASlipThatItCannotSlow) {
  // Only the vertical moves: p_n = 1, and no impulse changes u_t = (0.3, 0.4). Coulomb's law has
  // all friction against it, p_t = -mu p_n (0.6, 0.8), which W_tt = 0 alone would leave unmeasured.
  ContactProblem problem = sphere_on_floor(-1.0, 0.3, 0.4, 0.5);
  problem.inverse_mass = {0.0, 0.0, 1.0, 0.0, 0.0, 0.0};
  const double truth[] = {1.0, -0.3, -0.4};
  std::vector<double> p(3, 0.0);
  EXPECT_EQ(solve(problem, p).status, SolveStatus::converged);
  for (std::size_t r = 0; r < 3; ++r)
    EXPECT_NEAR(p[r], truth[r], 1e-9);
  EXPECT_LE(ConeResidual()(problem, p), 1e-9);
  // The pressure alone has all the velocities of the solution, and is none: nobody may stop there
  // and call it one. prox_ssn, which steps in velocities, does not find the friction from there.
  p = {1.0, 0.0, 0.0};
  const bool claims = solve(problem, p).status == SolveStatus::converged;
  EXPECT_EQ(claims, ConeResidual()(problem, p) <= 1e-9);
  EXPECT_EQ(claims, GetParam() != std::string("prox_ssn"));
}

INSTANTIATE_TEST_SUITE_P(Catalogue, CoulombSolver,
                         ::testing::Values("admm", "apgd", "hybrid", "interior_point",
                                           "nlgs_momentum", "prox_ssn"),
                         [](const auto& test) { return std::string(test.param); });

TEST(CoulombAdmm, MakesNoIterationAtASolution) {
  // Part of another method, it may begin where that one has solved the problem: a unit disc that
  // falls on the floor at 1 m/s without spin, p = (1, 0).
  ContactProblem problem = three_discs(0.5);
  problem.resize(0);
  problem.resize(1);
  problem.body_a = {0};
  problem.body_b = {ContactProblem::fixed};
  problem.friction = {0.5};
  problem.jacobian_a = {0.0, 1.0, 0.0, 1.0, 0.0, 1.0};
  problem.jacobian_b.assign(6, 0.0);
  problem.inverse_mass = {1.0, 1.0, 2.0};
  problem.b = {-1.0, 0.0};
  CoulombForm form;
  CoulombSystem system;
  CoulombAdmm admm;
  BestIterate best;
  form.prepare(1, 1, 2);
  system.prepare(1);
  admm.prepare(1, 1, 2);
  best.prepare(2);
  for (const double p_n : {1.0, 0.5}) {
    std::vector<double> y;
    ASSERT_TRUE(form.pack(problem, {p_n, 0.0}));
    system.analyse(form);
    form.take({p_n, 0.0}, y);
    best.start();
    const int made =
        admm.run(form, system,
                 {.rho = 1.0, .relaxation = 1.0, .iterations = 50, .check = 10, .tolerance = 1e-10},
                 y, best);
    EXPECT_EQ(made == 0, p_n == 1.0) << "from " << p_n << ": " << made;
  }
}

}  // namespace
}  // namespace impactbench::testing
