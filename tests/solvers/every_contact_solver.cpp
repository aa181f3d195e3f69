#include "reference/yardsticks/residual.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/one_body.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace impactbench::testing {
namespace {

/// nlgs by colours, as if it were an entry of its own.
SolverEntry coloured_nlgs() {
  SolverEntry out = solver_entry("nlgs");
  out.name = "nlgs_coloured";
  out.make = MakeContact{[](const ParameterSet& given) {
    ParameterSet all = given;
    all["order"] = std::string("coloured");
    return std::get<MakeContact>(solver_entry("nlgs").make)(all);
  }};
  return out;
}

std::vector<SolverEntry> contact_solvers() {
  std::vector<SolverEntry> out{coloured_nlgs()};
  for (const SolverEntry& entry : solver_catalogue()) {
    // The promises of a peer's library are not ours to test: tests/solvers/siconos.cpp.
    if (entry.kind() == SolverKind::contact && entry.name != "siconos") out.push_back(entry);
  }
  return out;
}

class EveryContactSolver : public ::testing::TestWithParam<SolverEntry> {
 protected:
  static SolveReport solve(const ContactProblem& problem, std::vector<double>& p,
                           const ParameterSet& given = {}) {
    p.resize(problem.size(), 0.0);
    const auto solver = std::get<MakeContact>(GetParam().make)(given);
    solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, problem.rows);
    return solver->solve(problem, p);
  }
  /// Solves from zero and demands convergence.
  static std::vector<double> answer(const ContactProblem& problem) {
    std::vector<double> p;
    EXPECT_EQ(solve(problem, p, tight()).status, SolveStatus::converged);
    return p;
  }
  /// Close to rounding.
  static ParameterSet tight() { return {{"tolerance", 1e-12}}; }
  /// pava solves chains and nothing else.
  static bool takes_chains_only() { return GetParam().name == "pava"; }
  static bool takes_friction() { return !GetParam().refuses({SolverKind::contact, true, true}); }
};

/// Bodies of these masses on a line, neighbours in contact; b per contact.
ContactProblem line(const std::vector<double>& masses, const std::vector<double>& b) {
  ContactProblem p;
  p.resize(b.size());
  for (const double m : masses)
    p.inverse_mass.insert(p.inverse_mass.end(), 3, 1.0 / m);
  p.b = b;
  for (std::size_t c = 0; c < b.size(); ++c) {
    p.body_a[c] = static_cast<int>(c);
    p.body_b[c] = static_cast<int>(c + 1);
    p.jacobian_a[3 * c] = -1.0;
    p.jacobian_b[3 * c] = 1.0;
  }
  return p;
}

/// One unit body on a wall with W = (2 1; 1 2): normal and slip both turn it.
ContactProblem skew_body(double b_n, double b_t, double mu) {
  ContactProblem p;
  p.rows = 2;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a = {1.0, 0.0, 1.0, 0.0, 1.0, 1.0};
  p.inverse_mass = {1.0, 1.0, 1.0};
  p.b = {b_n, b_t};
  p.friction = {mu};
  return p;
}

TEST_P(EveryContactSolver, TwoBodiesBounceByNewtonsLaw) {
  // Masses 2 and 1 meet at 3 m/s with e = 1/2: p = (1 + e) v m1 m2 / (m1 + m2) = 3 N s.
  // Restitution enters through b = u_free + e u^-.
  EXPECT_NEAR(answer(line({2.0, 1.0}, {-3.0 - 0.5 * 3.0}))[0], 3.0, 1e-12);
  EXPECT_EQ(answer(line({2.0, 1.0}, {0.1}))[0], 0.0) << "separating";
}

TEST_P(EveryContactSolver, AWallHasNoVelocityToGive) {
  // Mass 2 at 3 m/s against a fixed wall, e = 0: p = m v = 6 N s, to m times the tolerance on u.
  ContactProblem p = line({2.0}, {-3.0});
  p.body_b = {ContactProblem::fixed};
  p.jacobian_b.assign(3, std::nan(""));  // not to be read
  EXPECT_NEAR(answer(p)[0], 6.0, 2e-12);
}

TEST_P(EveryContactSolver, CradleOfThreeByMoreausLaw) {
  // Unit masses, the first at 1 m/s, e = 1: b = (-2, 0), W = (2 -1; -1 2), p = (4, 2)/3, hence
  // velocities (-1, 2, 2)/3, and the energy is kept.
  const std::vector<double> p = answer(line({1.0, 1.0, 1.0}, {-2.0, 0.0}));
  EXPECT_NEAR(p[0], 4.0 / 3.0, 1e-11);
  EXPECT_NEAR(p[1], 2.0 / 3.0, 1e-11);
  const double v1 = 1.0 - p[0], v2 = p[0] - p[1], v3 = p[1];
  EXPECT_NEAR(v1 * v1 + v2 * v2 + v3 * v3, 1.0, 1e-11);
}

TEST_P(EveryContactSolver, FrictionCoupledWithTheNormalSticksAndSlides) {
  if (!takes_friction()) GTEST_SKIP() << "refuses friction";
  // Stick: W p = (3, 0), p = (2, -1), and 1 <= mu p_n = 1.2.
  std::vector<double> p = answer(skew_body(-3.0, 0.0, 0.6));
  EXPECT_NEAR(p[0], 2.0, 1e-10);
  EXPECT_NEAR(p[1], -1.0, 1e-10);
  // Slip at mu = 1/4: p_t = -p_n/4 and 2 p_n + p_t = 3, p = (12, -3)/7, u_t = 6/7 > 0.
  p = answer(skew_body(-3.0, 0.0, 0.25));
  EXPECT_NEAR(p[0], 12.0 / 7.0, 1e-10);
  EXPECT_NEAR(p[1], -3.0 / 7.0, 1e-10);
  // No normal impulse, no friction; and none without a coefficient.
  EXPECT_EQ(answer(skew_body(2.0, 1.0, 0.5))[1], 0.0);
  EXPECT_EQ(answer(skew_body(-3.0, 1.0, 0.0))[1], 0.0);
}

TEST_P(EveryContactSolver, ABodyMayHaveAnyNumberOfDofs) {
  // One body of 90 dofs, as a matrix from elsewhere may be factored: no size is built in. What a
  // solver says of the answer must be true, whether or not it can do it.
  for (const bool friction : {false, true}) {
    if (friction && !takes_friction()) continue;
    ContactProblem problem;
    problem.rows = friction ? 2 : 1;
    problem.dofs = 90;
    problem.resize(friction ? 40 : 80);
    problem.inverse_mass.assign(90, 1.0);
    std::fill(problem.body_a.begin(), problem.body_a.end(), 0);
    std::fill(problem.body_b.begin(), problem.body_b.end(), ContactProblem::fixed);
    std::fill(problem.friction.begin(), problem.friction.end(), 0.3);
    for (std::size_t i = 0; i < problem.size(); ++i) {
      problem.b[i] = i % static_cast<std::size_t>(problem.rows) == 0 ? -1.0 : 0.5;
      for (std::size_t k = 0; k < 90; ++k)
        problem.jacobian_a[90 * i + k] =
            (i == k ? 1.0 : 0.0) + 0.05 * std::sin(1.0 + 7.0 * static_cast<double>(i * k));
    }
    std::vector<double> p(problem.size(), 0.0);
    const auto solver = std::get<MakeContact>(GetParam().make)({});
    solver->prepare(problem.contacts(), 1, problem.rows);
    const SolveReport report = solver->solve(problem, p);
    if (takes_chains_only()) continue;
    EXPECT_EQ(report.status, SolveStatus::converged);
    EXPECT_LT(violation(problem, p), 1e-6);
    EXPECT_GT(*std::max_element(p.begin(), p.end()), 0.1) << "something presses";
  }
}

TEST_P(EveryContactSolver, MeetsTheLawsOfRandomContacts) {
  if (takes_chains_only()) GTEST_SKIP() << "takes chains only";
  int active = 0, sticking = 0, sliding = 0;
  for (const bool friction : {false, true}) {
    if (friction && !takes_friction()) continue;
    for (const int contacts : {1, 2, 5, 20, 60}) {
      const ContactProblem problem =
          random_contacts(contacts, contacts, friction ? 2 : 1, friction ? 0.3 : 0.0,
                          static_cast<std::uint64_t>(contacts), friction);
      SCOPED_TRACE(::testing::Message() << contacts << (friction ? " with friction" : ""));
      const std::vector<double> p = answer(problem);
      EXPECT_LT(violation(problem, p), 1e-9);
      const auto rows = static_cast<std::size_t>(problem.rows);
      for (std::size_t c = 0; c < problem.contacts(); ++c) {
        if (!(p[c * rows] > 1e-6)) continue;
        ++active;
        if (friction) (std::abs(p[c * 2 + 1]) < 0.2999 * p[c * 2] ? sticking : sliding) += 1;
      }
      // An error that the examiner must notice: the same answer a little off.
      std::vector<double> wrong = p;
      wrong[0] += 0.01;
      EXPECT_GT(violation(problem, wrong), 1e-4);
      ResidualYardstick yardstick;
      EXPECT_LT(yardstick(problem, p), 1e-9) << "the yardstick agrees with the definition";
      EXPECT_GT(yardstick(problem, wrong), 1e-4);
    }
  }
  EXPECT_GT(active, 20);
  if (takes_friction()) {
    EXPECT_GT(sticking, 2);
    EXPECT_GT(sliding, 2);
  }
}

TEST_P(EveryContactSolver, RedundantContactsShareADeterminedSum) {
  // One body of mass 1 on a wall at 2 m/s, held by three equal contacts: W has rank one.
  ContactProblem p = line({1.0}, {-2.0, -2.0, -2.0});
  p.body_a.assign(3, 0);
  p.body_b.assign(3, ContactProblem::fixed);
  if (takes_chains_only()) {
    std::vector<double> none;
    EXPECT_EQ(solve(p, none).status, SolveStatus::breakdown) << "not a chain";
    return;
  }
  const std::vector<double> impulses = answer(p);
  EXPECT_NEAR(impulses[0] + impulses[1] + impulses[2], 2.0, 1e-11);
  EXPECT_LT(violation(p, impulses), 1e-11);
}

TEST_P(EveryContactSolver, AWarmStartAtTheSolutionStays) {
  if (takes_chains_only()) GTEST_SKIP() << "takes chains only";
  for (const int rows : {1, 2}) {
    if (rows == 2 && !takes_friction()) continue;
    const ContactProblem problem = random_contacts(30, 30, rows, 0.3, 11);
    std::vector<double> cold(problem.size(), 0.0);
    const SolveReport first = solve(problem, cold, tight());
    ASSERT_EQ(first.status, SolveStatus::converged);
    EXPECT_GT(first.iterations, 0) << "otherwise nothing is saved below";
    std::vector<double> warm = cold;
    const SolveReport second = solve(problem, warm, tight());
    EXPECT_EQ(second.status, SolveStatus::converged);
    EXPECT_LE(second.iterations, takes_friction() ? 2 : 0);
    for (std::size_t k = 0; k < warm.size(); ++k)
      EXPECT_NEAR(warm[k], cold[k], 1e-10);
  }
}

TEST_P(EveryContactSolver, NoContactsAreSolvedAtOnce) {
  ContactProblem none;
  none.inverse_mass.assign(6, 1.0);
  std::vector<double> p;
  const SolveReport report = solve(none, p);
  EXPECT_EQ(report.status, SolveStatus::converged);
  EXPECT_EQ(report.own_residual, 0.0);
}

TEST_P(EveryContactSolver, NeverCallsNotANumberConverged) {
  struct Plant {
    const char* where;
    void (*put)(ContactProblem&, std::vector<double>& p, double bad);
  };
  const Plant plants[] = {
      {"b", [](ContactProblem& c, std::vector<double>&, double bad) { c.b[0] = bad; }},
      {"first Jacobian",
       [](ContactProblem& c, std::vector<double>&, double bad) { c.jacobian_a[0] = bad; }},
      {"inverse mass",
       [](ContactProblem& c, std::vector<double>&, double bad) { c.inverse_mass[0] = bad; }},
      {"start", [](ContactProblem&, std::vector<double>& p, double bad) { p[0] = bad; }}};
  for (const int rows : {1, 2}) {
    if (rows == 2 && !takes_friction()) continue;
    for (const double bad : {std::nan(""), std::numeric_limits<double>::infinity()}) {
      for (const auto& [where, put] : plants) {
        SCOPED_TRACE(::testing::Message() << where << " = " << bad << ", rows " << rows);
        ContactProblem problem =
            rows == 1 ? line({1.0, 1.0, 1.0}, {-2.0, 0.0}) : skew_body(-3.0, 0.5, 0.6);
        std::vector<double> p(problem.size(), 0.0);
        put(problem, p, bad);
        EXPECT_EQ(solve(problem, p).status, SolveStatus::breakdown);
      }
    }
    if (rows == 1) continue;
    std::vector<double> p(2, 0.0);
    EXPECT_EQ(solve(skew_body(-3.0, 0.5, std::nan("")), p).status, SolveStatus::breakdown)
        << "friction coefficient";
  }
}

TEST_P(EveryContactSolver, AWeightThatOverflowsIsABreakdown) {
  // All numbers are finite but W_nn = 2e320.
  for (const int rows : {1, 2}) {
    if (rows == 2 && !takes_friction()) continue;
    ContactProblem problem =
        rows == 1 ? line({1.0, 1.0, 1.0}, {-2.0, 0.0}) : skew_body(-3.0, 0.5, 0.6);
    for (auto* jacobian : {&problem.jacobian_a, &problem.jacobian_b}) {
      for (double& j : *jacobian)
        j *= 1e160;
    }
    std::vector<double> p;
    EXPECT_EQ(solve(problem, p).status, SolveStatus::breakdown) << rows << " rows";
  }
}

TEST_P(EveryContactSolver, EndsWhereSquaresOverflow) {
  // Numbers are finite, their squares are not: a solver that compares squares must still end.
  for (const int rows : {1, 2, 3}) {
    if (rows > 1 && !takes_friction()) continue;
    // In space the length of the slip is needed.
    const ContactProblem problem = rows == 1   ? line({1.0, 1.0, 1.0}, {-2e200, 1e200})
                                   : rows == 2 ? skew_body(-3e200, 1e200, 0.6)
                                               : on_a_floor(-1.0, 1e200, 1e200, 0.5);
    std::vector<double> p;
    const SolveReport report = solve(problem, p);
    if (report.status != SolveStatus::converged) continue;
    ResidualYardstick yardstick;
    EXPECT_LE(yardstick(problem, p), 1e-8) << "claimed, " << rows << " rows";
  }
}

INSTANTIATE_TEST_SUITE_P(Catalogue, EveryContactSolver, ::testing::ValuesIn(contact_solvers()),
                         [](const auto& test) { return std::string(test.param.name); });

TEST(Delassus, HelpersAgreeWithTheDefinition) {
  const ContactProblem problem = random_contacts(6, 12, 2, 0.3, 5, true);
  const Dense w = delassus_by_definition(problem);
  const std::vector<double> dense = dense_delassus(problem);
  std::vector<double> p(problem.size()), momentum, u;
  for (std::size_t k = 0; k < p.size(); ++k)
    p[k] = std::cos(static_cast<double>(k));
  relative_velocity(problem, p, momentum, u);
  int walls = 0;
  for (const int body : problem.body_b)
    walls += body == ContactProblem::fixed ? 1 : 0;
  EXPECT_GT(walls, 0) << "a wall is among the contacts";
  for (std::size_t i = 0; i < p.size(); ++i) {
    double sum = problem.b[i];
    for (std::size_t j = 0; j < p.size(); ++j) {
      EXPECT_NEAR(dense[j * p.size() + i], w(i, j), 1e-14);
      sum += w(i, j) * p[j];
    }
    EXPECT_NEAR(u[i], sum, 1e-13);
  }
}

}  // namespace
}  // namespace impactbench::testing
