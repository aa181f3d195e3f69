#include "problems/base/error.hpp"
#include "reference/yardsticks/residual.hpp"
#include "schemes/solvers/support/sweeps/planar_contact.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>

namespace impactbench::testing {
namespace {

/// A row of unit discs of mass 1 on a line, neighbours in contact, u_free given per contact.
ContactProblem row_of_discs(const std::vector<double>& b, int rows = 1, double mu = 0.0) {
  ContactProblem p;
  p.rows = rows;
  p.dofs = 3;
  const std::size_t n = b.size() / static_cast<std::size_t>(rows);
  p.resize(n);
  p.inverse_mass.assign(3 * (n + 1), 1.0);
  p.b = b;
  for (std::size_t c = 0; c < n; ++c) {
    p.body_a[c] = static_cast<int>(c);
    p.body_b[c] = static_cast<int>(c + 1);
    p.friction[c] = mu;
    double* a = p.jacobian_a.data() + c * static_cast<std::size_t>(rows) * 3;
    double* d = p.jacobian_b.data() + c * static_cast<std::size_t>(rows) * 3;
    a[0] = -1.0;  // normal -n on the first, +n on the second
    d[0] = 1.0;
    if (rows == 2) {
      a[4] = 1.0, a[5] = 1.0;  // tangent (0, 1) and radius 1
      d[4] = -1.0, d[5] = 1.0;
    }
  }
  return p;
}

SolveReport solve(const ContactProblem& problem, std::vector<double>& p,
                  const ParameterSet& given = {}) {
  const auto solver = std::get<MakeContact>(solver_entry("nlgs").make)(given);
  solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, problem.rows);
  return solver->solve(problem, p);
}

TEST(Nlgs, OneContactIsExactAfterOneSweep) {
  // W = 1/m + 1/m = 2: approaching with -3 m/s needs p = 1.5; separating needs nothing.
  std::vector<double> p{0.0};
  EXPECT_EQ(solve(row_of_discs({-3.0}), p).status, SolveStatus::converged);
  EXPECT_DOUBLE_EQ(p[0], 1.5);
  p = {0.7};
  EXPECT_EQ(solve(row_of_discs({3.0}), p).status, SolveStatus::converged);
  EXPECT_EQ(p[0], 0.0);
}

TEST(Nlgs, SatisfiesTheComplementarityOfAChain) {
  // Newton's cradle of five: only the first contact approaches; redundant shares come out by W.
  const ContactProblem chain = row_of_discs({-2.0, 0.0, 0.0, 0.0});
  std::vector<double> p(4, 0.0), momentum, u;
  EXPECT_EQ(solve(chain, p).status, SolveStatus::converged);
  relative_velocity(chain, p, momentum, u);
  for (std::size_t c = 0; c < 4; ++c) {
    EXPECT_GE(p[c], 0.0);
    EXPECT_GE(u[c], -1e-10);
    EXPECT_LE(std::abs(p[c] * u[c]), 1e-10);
  }
  // All stay closed: W = tridiag(-1, 2, -1), p = W^-1 (2, 0, 0, 0) = 2 (4, 3, 2, 1) / 5.
  for (int c = 0; c < 4; ++c)
    EXPECT_NEAR(p[static_cast<std::size_t>(c)], 0.4 * (4 - c), 1e-10);
  ResidualYardstick yardstick;
  EXPECT_LT(yardstick(chain, p), 1e-10);
  p[0] *= 1.01;
  EXPECT_GT(yardstick(chain, p), 1e-3) << "the yardstick must notice a wrong impulse";
}

TEST(Nlgs, FrictionSticksInsideTheConeAndSlidesOnIt) {
  // One contact: W_tt = 1 + 1 + r^2/J + r^2/J = 4. u_t = 1 is stopped by p_t = -1/4 if mu p_n
  // allows.
  std::vector<double> p{0.0, 0.0};
  solve(row_of_discs({-2.0, 1.0}, 2, 0.5), p);
  EXPECT_DOUBLE_EQ(p[0], 1.0);
  EXPECT_DOUBLE_EQ(p[1], -0.25);
  p = {0.0, 0.0};
  solve(row_of_discs({-2.0, 1.0}, 2, 0.1), p);
  EXPECT_DOUBLE_EQ(p[1], -0.1) << "on the cone, against the sliding";
  p = {0.0, 0.0};
  solve(row_of_discs({2.0, 1.0}, 2, 0.5), p);
  EXPECT_EQ(p[1], 0.0) << "no normal impulse, no friction";
}

TEST(Nlgs, AnImpulseOfOneNewtonSecondIsAsGoodAsAnyOther) {
  // W_tt = 4, W_nn = 2: u = (-8, 4) wants p = (4, -1), and (-2, 4) p = (1, -1). Whole numbers come
  // up in the first sweep to the last bit, and the second has nothing to do.
  for (const double u_n : {-8.0, -2.0}) {
    for (const double u_t : {-4.0, 4.0}) {
      std::vector<double> p{0.0, 0.0};
      const ContactProblem problem = row_of_discs({u_n, u_t}, 2, 2.0);
      const SolveReport report = solve(problem, p);
      EXPECT_EQ(report.status, SolveStatus::converged);
      EXPECT_EQ(p, (std::vector<double>{-0.5 * u_n, -0.25 * u_t}));
      EXPECT_LE(report.iterations, 2);
    }
  }
}

TEST(Nlgs, RelaxationOfOneHalfHalvesTheErrorEachSweep) {
  // nguyen2024's local update at e = 1: after k sweeps p = (1 - 2^-k) p_exact.
  for (const int sweeps : {1, 2, 5, 10}) {
    std::vector<double> p{0.0};
    const SolveReport report = solve(row_of_discs({-2.0}), p,
                                     {{"relaxation", 0.5},
                                      {"max_sweeps", std::int64_t{sweeps}},
                                      {"stop", std::string("absolute")},
                                      {"tolerance", 1e-30}});
    EXPECT_EQ(report.status, SolveStatus::iteration_limit);
    EXPECT_DOUBLE_EQ(p[0], 1.0 - std::pow(2.0, -sweeps));
  }
}

TEST(Nlgs, AWarmStartAtTheSolutionNeedsOneSweep) {
  const ContactProblem chain = row_of_discs({-2.0, 0.0, -1.0, 0.5});
  std::vector<double> p(4, 0.0);
  const int cold = solve(chain, p).iterations;
  EXPECT_GT(cold, 5);
  EXPECT_LE(solve(chain, p).iterations, 2);
}

/// One contact in the plane with W = L L^T, L = (1 0; coupling 1), against the ground.
ContactProblem coupled_contact(double coupling, double mu, double u_n, double u_t) {
  ContactProblem p;
  p.rows = 2;
  p.dofs = 3;
  p.resize(1);
  p.inverse_mass.assign(3, 1.0);
  p.b = {u_n, u_t};
  p.body_a[0] = ContactProblem::fixed;
  p.body_b[0] = 0;
  p.friction[0] = mu;
  p.jacobian_b = {1.0, 0.0, 0.0, coupling, 1.0, 0.0};
  return p;
}

TEST(Nlgs, OneContactInThePlaneIsExactWhateverItsCoupling) {
  // Coulomb's law of one contact has a solution for each free velocity. Row by row 34 of these 2160
  // go round in circles: the normal impulse raises the friction that raises the normal impulse.
  ResidualYardstick yardstick;
  for (const double coupling : {-5.0, -2.0, -0.7, 0.7, 2.0, 5.0}) {
    for (const double mu : {0.0, 0.1, 0.6, 1.0, 3.0}) {
      for (int k = 0; k < 72; ++k) {
        const double angle = 0.1 + k * 2.0 * std::numbers::pi / 36.0, omega = k < 36 ? 1.0 : 0.5;
        const ContactProblem problem =
            coupled_contact(coupling, mu, std::cos(angle), std::sin(angle));
        std::vector<double> p(2, 0.0);
        const SolveReport report = solve(problem, p, {{"relaxation", omega}});
        const auto here = ::testing::Message() << coupling << ", mu " << mu << ", angle " << angle;
        EXPECT_EQ(report.status, SolveStatus::converged) << here;
        EXPECT_LE(report.iterations, omega == 1.0 ? 2 : 60) << here;
        EXPECT_LT(yardstick(problem, p), 1e-10) << here;
      }
    }
  }
}

TEST(Nlgs, AContactThatHardlyClosesDoesNotPull) {
  // Its free velocity is -3e-17, the rounding of impulses of 0.4: their difference is -3e-14.
  const PlanarContact w{1.7872487398986845, 0.8913325076483734, 0.5451425709834322, 2.0};
  std::array<double, 2> p{0.4365181322105036, 0.1498951849700097};
  ASSERT_TRUE(w.solve({0.9137729328398855, 0.5712033832573002}, p));
  EXPECT_GE(p[0], 0.0);
  EXPECT_LE(std::abs(p[1]), w.mu * p[0]);
}

TEST(Nlgs, ADiscOnARailIsSolvedAsAWhole) {
  // Its mass is 1 along x and infinite along y; n = (0.6, 0.8). W = (0.36 0.48; 0.48 0.74) couples
  // both rows, and one alone goes round in circles. It slides: p_n (0.36 + 0.48) = 1, p_t = p_n.
  ContactProblem problem;
  problem.rows = 2;
  problem.dofs = 3;
  problem.resize(1);
  problem.inverse_mass = {1.0, 0.0, 0.1};
  problem.b = {-1.0, -2.0};
  problem.body_a[0] = ContactProblem::fixed;
  problem.body_b[0] = 0;
  problem.friction[0] = 1.0;
  problem.jacobian_b = {0.6, 0.8, 0.0, 0.8, -0.6, 1.0};
  for (const char* order : {"listed", "coloured"}) {
    std::vector<double> p(2, 0.0);
    EXPECT_EQ(solve(problem, p, {{"order", std::string(order)}}).status, SolveStatus::converged);
    EXPECT_NEAR(p[0], 1.0 / 0.84, 1e-12);
    EXPECT_NEAR(p[1], 1.0 / 0.84, 1e-12);
  }
}

TEST(Nlgs, RedundantContactsZeroContactsAndNaN) {
  // Twice the same contact: W is singular, the sum of the impulses is determined.
  ContactProblem twice = row_of_discs({-2.0, -2.0});
  twice.body_a = {0, 0};
  twice.body_b = {1, 1};
  std::vector<double> p(2, 0.0);
  EXPECT_EQ(solve(twice, p).status, SolveStatus::converged);
  EXPECT_NEAR(p[0] + p[1], 1.0, 1e-12);
  std::vector<double> none;
  EXPECT_EQ(solve(row_of_discs({}), none).status, SolveStatus::converged);
  std::vector<double> bad{0.0};
  EXPECT_EQ(solve(row_of_discs({std::nan("")}), bad).status, SolveStatus::breakdown);
}

TEST(Nlgs, RowsThatAreRedundantButForRoundingConvergeByTheirVelocities) {
  // The same contact twice, whose slips differ by 1e-12 m/s: both cannot stick, and each sweep
  // moves the friction impulses on by half of that.
  ContactProblem twice = row_of_discs({-2e-3, 1e-4, -2e-3, 1e-4 + 1e-12}, 2, 0.8);
  twice.body_a = {0, 0};
  twice.body_b = {1, 1};
  twice.velocity_unit = 3.0;
  const std::vector<double> both_loaded{5e-4, 0.0, 5e-4, 0.0};
  std::vector<double> p = both_loaded;
  EXPECT_EQ(solve(twice, p).status, SolveStatus::converged);
  ResidualYardstick yardstick;
  EXPECT_LT(yardstick(twice, p), 3e-12);
  twice.velocity_unit = 0.1;
  p = both_loaded;
  EXPECT_EQ(solve(twice, p).status, SolveStatus::iteration_limit) << "1e-12 of .1 is less";
}

TEST(Nlgs, AllocatesNothingAfterPrepare) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const int rows : {1, 2}) {
    const ContactProblem chain = row_of_discs({-2.0, 0.0, -1.0, 0.5}, rows, 0.3);
    const auto solver = std::get<MakeContact>(solver_entry("nlgs").make)({});
    solver->prepare(chain.contacts(), chain.contacts() + 1, rows);
    std::vector<double> p(4, 0.0);
    const auto before = allocations();
    EXPECT_EQ(solver->solve(chain, p).status, SolveStatus::converged);
    EXPECT_EQ(allocations(), before);
  }
}

TEST(Nlgs, NotANumberIsABreakdownUnderEveryStop) {
  for (const char* stop : {"relative", "absolute", "natural"}) {
    std::vector<double> p{0.0};
    EXPECT_EQ(solve(row_of_discs({std::nan("")}), p, {{"stop", std::string(stop)}}).status,
              SolveStatus::breakdown)
        << stop;
  }
}

TEST(Nlgs, ImpulsesThatGrowWithoutLimitAreABreakdownUnderEveryStop) {
  // W = (1 -1.05; -1.05 1), as a file may have it, has a negative eigenvalue: each sweep multiplies
  // the impulses by 1.05^2. Their squares overflow some 20 sweeps before those of the changes do.
  ContactProblem problem;
  problem.resize(2);
  problem.inverse_mass = {1.025, -0.025, 1.0};
  problem.b = {-1.0, -1.0};
  problem.body_a = {0, 0};
  problem.body_b = {ContactProblem::fixed, ContactProblem::fixed};
  problem.jacobian_a = {1.0, 1.0, 0.0, -1.0, 1.0, 0.0};
  for (const char* stop : {"relative", "absolute", "natural"}) {
    std::vector<double> p(2, 0.0);
    EXPECT_EQ(solve(problem, p, {{"stop", std::string(stop)}}).status, SolveStatus::breakdown)
        << stop;
  }
}

TEST(Nlgs, StopsAtTheNaturalResidualWithFrictionToo) {
  // The residual that it reports is the yardstick's, and the first below the tolerance.
  const ContactProblem chain = row_of_discs({-2.0, 1.0, 0.0, 0.3, -1.0, -0.5}, 2, 0.3);
  const ParameterSet natural{{"stop", std::string("natural")}, {"tolerance", 1e-6}};
  std::vector<double> p(6, 0.0);
  const SolveReport report = solve(chain, p, natural);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_GT(report.iterations, 3);
  ResidualYardstick yardstick;
  EXPECT_NEAR(yardstick(chain, p), report.own_residual, 1e-14);
  EXPECT_LE(report.own_residual, 1e-6);
  EXPECT_EQ(solve(chain, p, natural).iterations, 0) << "asked before the first sweep";
  std::vector<double> earlier(6, 0.0);
  ParameterSet short_of_it = natural;
  short_of_it["max_sweeps"] = std::int64_t{report.iterations - 1};
  EXPECT_EQ(solve(chain, earlier, short_of_it).status, SolveStatus::iteration_limit);
  EXPECT_GT(yardstick(chain, earlier), 1e-6);
}

TEST(Nlgs, RefusesParametersOutOfRange) {
  const auto make = std::get<MakeContact>(solver_entry("nlgs").make);
  const ParameterSet wrong[] = {{{"relaxation", 0.0}},
                                {{"relaxation", 2.0}},
                                {{"relaxation", std::nan("")}},
                                {{"tolerance", 0.0}},
                                {{"tolerance", -1e-12}},
                                {{"max_sweeps", std::int64_t{0}}},
                                {{"stop", std::string("sometimes")}},
                                {{"relaxatoin", 1.0}}};
  for (const ParameterSet& given : wrong) {
    EXPECT_THROW(make(given), ConfigurationError) << given.begin()->first;
  }
  EXPECT_NO_THROW(make({{"relaxation", 1.9}, {"stop", std::string("absolute")}}));
}

/// A row of discs, of which the last is a wall in effect, and the contact of that with the ground.
ContactProblem with_a_jam(double u_n) {
  ContactProblem out = row_of_discs({-2.0, u_n});
  out.body_a[1] = 2;
  out.body_b[1] = ContactProblem::fixed;
  std::fill_n(out.inverse_mass.begin() + 6, 3, 0.0);
  return out;
}

TEST(Nlgs, AContactThatNothingMovesOpensOrHasNoSolution) {
  // W_nn = 0: u_n = b_n whatever the impulses. Where it is positive the law asks for p_n = 0, where
  // it is 0 for nothing, and where it is negative no impulse helps, though none changes any longer.
  for (const char* stop : {"relative", "absolute", "natural"}) {
    SCOPED_TRACE(stop);
    const ParameterSet few{{"stop", std::string(stop)}, {"max_sweeps", std::int64_t{50}}};
    std::vector<double> p{0.0, 0.7};
    EXPECT_EQ(solve(with_a_jam(0.5), p, few).status, SolveStatus::converged);
    EXPECT_EQ(p, (std::vector<double>{1.0, 0.0}));
    p = {0.0, 0.7};
    EXPECT_EQ(solve(with_a_jam(0.0), p, few).status, SolveStatus::converged);
    EXPECT_EQ(p, (std::vector<double>{1.0, 0.7}));
    p = {0.0, 0.0};
    ContactProblem closes = with_a_jam(-0.5);
    closes.velocity_unit = 2.0;
    const SolveReport report = solve(closes, p, few);
    EXPECT_EQ(report.status, SolveStatus::iteration_limit);
    EXPECT_DOUBLE_EQ(report.own_residual, 0.25);
    EXPECT_LT(report.iterations, 50) << "no sweep can help";
    EXPECT_EQ(p, (std::vector<double>{1.0, 0.0})) << "the other contact is solved";
  }
}

TEST(Nlgs, AJamDoesNotEndSlowSweepsBeforeTheOthersAreSolved) {
  // With omega = 0.01 a sweep changes W p by a hundredth of the residual.
  std::vector<double> p{0.0, 0.0};
  const SolveReport report =
      solve(with_a_jam(-0.5), p,
            {{"stop", std::string("natural")}, {"tolerance", 1e-2}, {"relaxation", 0.01}});
  EXPECT_EQ(report.status, SolveStatus::iteration_limit);
  EXPECT_LT(report.iterations, 1000);
  EXPECT_LE(2.0 - 2.0 * p[0], 1e-2) << "u_n of the other contact";
}

TEST(Nlgs, TheStartOfAContactThatNothingMovesIsNoAnswer) {
  // The other contact is solved at the start, so that no sweep is needed; but 0.7 N s at a contact
  // that opens at 0.5 m/s breaks the law, and so does no friction between two walls that slide.
  ContactProblem slides = coupled_contact(0.0, 0.5, 0.0, 0.3);
  slides.inverse_mass = {0.0, 0.0, 0.0};
  for (const char* name : {"nlgs", "nlgs_momentum"}) {
    SCOPED_TRACE(name);
    ParameterSet given;
    if (std::string(name) == "nlgs") given["stop"] = std::string("natural");
    const auto solver = std::get<MakeContact>(solver_entry(name).make)(given);
    const auto solved = [&](const ContactProblem& problem, std::vector<double> p) {
      solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, problem.rows);
      const SolveReport report = solver->solve(problem, p);
      EXPECT_EQ(report.status, SolveStatus::converged);
      EXPECT_EQ(report.iterations, 0);
      ConeResidual cone;
      EXPECT_LE(cone(problem, p), 1e-15);
      return p;
    };
    EXPECT_EQ(solved(with_a_jam(0.5), {1.0, 0.7}), (std::vector<double>{1.0, 0.0}));
    EXPECT_EQ(solved(slides, {1.0, 0.0}), (std::vector<double>{1.0, -0.5}));
  }
}

TEST(Nlgs, FrictionOpposesASlipThatItCannotSlow) {
  // W = diag(1, 0): p_n = 1 stops the approach, and Coulomb's law has |p_t| = mu p_n against u_t.
  for (const char* stop : {"relative", "absolute", "natural"}) {
    for (const double slip : {-0.3, 0.0, 0.3}) {
      ContactProblem problem = coupled_contact(0.0, 0.5, -1.0, slip);
      problem.inverse_mass = {1.0, 0.0, 1.0};
      std::vector<double> p(2, 0.0);
      EXPECT_EQ(solve(problem, p, {{"stop", std::string(stop)}}).status, SolveStatus::converged);
      EXPECT_EQ(p[0], 1.0);
      EXPECT_EQ(p[1], slip == 0.0 ? 0.0 : std::copysign(0.5, -slip));
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
