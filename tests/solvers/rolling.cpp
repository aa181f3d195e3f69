// Contacts of five rows: rolling friction beside Coulomb's.

#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/api/solver_entry.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/one_body.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Contacts of random rows on random bodies; u of a velocity that they could lose.
ContactProblem random_rolling(int bodies, int contacts, std::uint64_t seed) {
  Numbers number(seed);
  ContactProblem p;
  p.rows = 5;
  p.dofs = 6;
  p.resize(static_cast<std::size_t>(contacts));
  std::vector<double> v, momentum, u;
  for (int k = 0; k < 6 * bodies; ++k) {
    p.inverse_mass.push_back(1.0 + number());
    v.push_back(4.0 * number());
  }
  for (std::size_t c = 0; c < p.contacts(); ++c) {
    const bool wall = c % 4 == 0;
    p.body_a[c] = number.below(bodies);
    p.body_b[c] = wall ? ContactProblem::fixed : (p.body_a[c] + 1) % bodies;
    p.friction[c] = 0.3;
    p.rolling[c] = 0.1;
    for (std::size_t at = 30 * c; at < 30 * (c + 1); ++at) {
      p.jacobian_a[at] = 2.0 * number();
      p.jacobian_b[at] = wall ? 0.0 : 2.0 * number();
    }
    for (std::size_t r = 5 * c; r < 5 * c + 5; ++r) {
      p.b[r] = 0.0;
      for (std::size_t k = 0; k < 6; ++k) {
        p.b[r] += p.jacobian_a[6 * r + k] * v[6 * static_cast<std::size_t>(p.body_a[c]) + k];
        if (!wall)
          p.b[r] += p.jacobian_b[6 * r + k] * v[6 * static_cast<std::size_t>(p.body_b[c]) + k];
      }
    }
  }
  return p;
}

class RollingSolver : public ::testing::TestWithParam<const char*> {
 protected:
  static std::vector<double> answer(const ContactProblem& problem) {
    const SolverEntry& entry = solver_entry(GetParam());
    ParameterSet given{{"tolerance", 1e-10}};
    if (entry.name == "nlgs") given["stop"] = std::string("natural");
    std::vector<double> p(problem.size(), 0.0);
    const auto solver = std::get<MakeContact>(entry.make)(given);
    solver->prepare(problem.contacts(), problem.inverse_mass.size() / 6, 5);
    EXPECT_EQ(solver->solve(problem, p).status, SolveStatus::converged);
    return p;
  }
};

void expect_near(const std::vector<double>& p, const std::vector<double>& exact) {
  ASSERT_EQ(p.size(), exact.size());
  for (std::size_t k = 0; k < p.size(); ++k)
    EXPECT_NEAR(p[k], exact[k], 1e-9) << k;
}

TEST_P(RollingSolver, ABallThatRollsIsSlowedByTheMomentOfItsPressure) {
  // p_n = 1, hence |p_r| = mu_r = .02 against the rolling. What keeps the ball from slipping when
  // its rotation slows down: W_tt p_t + W_tr p_r = 0 with W_tt = 1 + 5/2, W_tr = -+ 5/2.
  const std::vector<double> p = answer(rolling_ball(1.8, 2.4, 0.5, 0.02));
  expect_near(p, {1.0, -0.016 * 2.5 / 3.5, 0.012 * 2.5 / 3.5, -0.012, -0.016});
}

TEST_P(RollingSolver, ABallThatCannotRollLosesItsWholeMotion) {
  // v_x = 3 and w_y = 3: p_t = -m v, and with it p_r = -(I w + R m v).
  expect_near(answer(rolling_ball(0.0, 3.0, 10.0, 10.0)), {1.0, -3.0, 0.0, 0.0, -1.2 - 3.0});
}

TEST_P(RollingSolver, ABallThatSlidesAndRollsHasBothBoundsReached) {
  // u_t = (2.5 * .02, 0) > 0 from the moment alone, u_r = 3 - ..: p_t to -mu p_n.
  ContactProblem problem = rolling_ball(0.0, 3.0, 0.01, 0.02);
  problem.b[1] = 1.0;
  expect_near(answer(problem), {1.0, -0.01, 0.0, 0.0, -0.02});
}

TEST_P(RollingSolver, WithoutRollingFrictionThereAreNoMoments) {
  expect_near(answer(rolling_ball(0.0, 3.0, 0.5, 0.0)), {1.0, 0.0, 0.0, 0.0, 0.0});
}

TEST_P(RollingSolver, UnitsDoNotMatter) {
  // The same ball in millimetres: W_rr, mu_r and moments change, the answer does not.
  ContactProblem problem = rolling_ball(1.8, 2.4, 0.5, 20.0);
  for (const std::size_t k : {0, 1, 2})
    problem.b[k] *= 1000.0;
  for (const std::size_t arm : {10, 15})
    problem.jacobian_a[arm] *= 1000.0;
  for (const std::size_t k : {3, 4, 5})
    problem.inverse_mass[k] *= 1e-6;
  problem.velocity_unit = 1000.0;
  std::vector<double> p = answer(problem);
  for (double& x : p)
    x *= 1e-3;
  for (const std::size_t k : {3, 4})
    p[k] *= 1e-3;
  expect_near(p, {1.0, -0.016 * 2.5 / 3.5, 0.012 * 2.5 / 3.5, -0.012, -0.016});
}

TEST_P(RollingSolver, WhatItReturnsIsInTheConeAndPerpendicularToItsDual) {
  // Acary and Bourrier 2021: with u + (mu |u_t| + mu_r |u_r|) n =: v in K*, p in K and p . v = 0.
  const ContactProblem problem = random_rolling(6, 12, 3);
  const std::vector<double> p = answer(problem);
  std::vector<double> momentum, u;
  relative_velocity(problem, p, momentum, u);
  int pressed = 0, turned = 0;
  for (std::size_t c = 0; c < problem.contacts(); ++c) {
    const double *pc = &p[5 * c], *uc = &u[5 * c];
    const double slip = std::hypot(uc[1], uc[2]), roll = std::hypot(uc[3], uc[4]);
    EXPECT_LE(std::hypot(pc[1], pc[2]), 0.3 * pc[0] + 1e-9);
    EXPECT_LE(std::hypot(pc[3], pc[4]), 0.1 * pc[0] + 1e-9);
    EXPECT_GE(uc[0], -1e-8);
    double product = pc[0] * (uc[0] + 0.3 * slip + 0.1 * roll);
    for (std::size_t r = 1; r < 5; ++r)
      product += pc[r] * uc[r];
    EXPECT_NEAR(product, 0.0, 1e-7);
    pressed += pc[0] > 1e-3 ? 1 : 0;
    turned += pc[0] > 1e-3 && roll > 1e-3 ? 1 : 0;
  }
  EXPECT_GE(pressed, 3);
  EXPECT_GE(turned, 1);
}

INSTANTIATE_TEST_SUITE_P(Catalogue, RollingSolver,
                         ::testing::Values("admm", "apgd", "hybrid", "nlgs", "nlgs_momentum",
                                           "prox_ssn"),
                         [](const auto& of) { return std::string(of.param); });

TEST(Rolling, OthersSayThatTheyDoNotTakeIt) {
  for (const char* name : {"interior_point", "mprgp", "uzawa", "alm_newton", "ssn"}) {
    const auto said = solver_entry(name).refuses(
        {.kind = SolverKind::contact, .friction = true, .rolling = true});
    ASSERT_TRUE(said.has_value()) << name;
    EXPECT_NE(said->find(name), std::string::npos) << *said;
  }
}

TEST(Rolling, TheResidualCountsAngularVelocitiesByAnArm) {
  // A moment that is wrong by d turns the ball by W_rr d = 2.5 d: a = sqrt(3.5 / 2.5) times that.
  const ContactProblem problem = rolling_ball(0.0, 3.0, 10.0, 10.0);
  ResidualYardstick residual;
  EXPECT_NEAR(residual(problem, std::vector<double>{1.0, -3.0, 0.0, 0.0, -4.2}), 0.0, 1e-14);
  EXPECT_NEAR(residual(problem, std::vector<double>{1.0, -3.0, 0.0, 0.0, -4.1}),
              std::sqrt(3.5 / 2.5) * 0.25, 1e-13);
  // Beyond its bound it is cut: of .03 where .02 is allowed, .01 W_rr.
  EXPECT_NEAR(residual(rolling_ball(0.0, 3.0, 0.5, 0.02),
                       std::vector<double>{1.0, -0.03 * 2.5 / 3.5, 0.0, 0.0, -0.03}),
              std::sqrt(3.5 / 2.5) * 0.025, 1e-13);
}

}  // namespace
}  // namespace impactbench::testing
