#include "problems/base/error.hpp"
#include "reference/yardsticks/residual.hpp"
#include "tests/solvers/frictionless_cases.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Three unit bodies on a line: W = (2 -1; -1 2), eigenvalues 1 and 3; solution p = (2, 2).
ContactProblem three_bodies() {
  ContactProblem p;
  p.dofs = 1;
  p.resize(2);
  p.body_a = {0, 1};
  p.body_b = {1, 2};
  p.jacobian_a = {-1.0, -1.0};
  p.jacobian_b = {1.0, 1.0};
  p.inverse_mass.assign(3, 1.0);
  p.b = {-2.0, -2.0};
  return p;
}

SolveReport run(const ParameterSet& given, std::vector<double>& p) {
  const ContactProblem problem = three_bodies();
  const auto uzawa = std::get<MakeContact>(solver_entry("uzawa").make)(given);
  uzawa->prepare(2, 3, 1);
  return uzawa->solve(problem, p);
}

TEST(Uzawa, ConvergesBelowTwoOverTheLargestEigenvalueAndDivergesAbove) {
  // Near the solution the error along (1, -1) is multiplied by 1 - 3 rho each time: in 100
  // iterations 0.94^100 = 2e-3 at rho = 1.94/3 and 1.06^100 = 3e2 at rho = 2.06/3.
  for (const double share : {0.97, 1.03}) {
    std::vector<double> p{2.0 + 1e-6, 2.0 - 1e-6};
    ResidualYardstick residual;
    const ContactProblem problem = three_bodies();
    const double before = residual(problem, p);
    const auto report = run({{"step", std::string("given")},
                             {"rho", share * 2.0 / 3.0},
                             {"allow_divergence", true},
                             {"tolerance", 1e-300},
                             {"max_iterations", std::int64_t{100}},
                             {"check", std::int64_t{100}}},
                            p);
    EXPECT_EQ(report.status, SolveStatus::iteration_limit);
    if (share < 1.0) {
      EXPECT_NEAR(report.own_residual / before, std::pow(0.94, 100), 1e-6);
    } else {
      EXPECT_NEAR(report.own_residual, before, 1e-15) << "nothing better than the start";
    }
  }
}

TEST(Uzawa, StepAboveTheBoundIsRefusedInASentenceUnlessAllowed) {
  std::vector<double> p{0.0, 0.0};
  try {
    run({{"step", std::string("given")}, {"rho", 0.7}}, p);
    FAIL() << "rho = 0.7 is above 2/3";
  } catch (const ConfigurationError& error) {
    const std::string text = error.what();
    EXPECT_NE(text.find("rho = 0.7"), std::string::npos);
    EXPECT_NE(text.find("(0, 0.66666"), std::string::npos) << text;
    EXPECT_NE(text.find("allow_divergence"), std::string::npos);
  }
  EXPECT_EQ(run({{"step", std::string("given")}, {"rho", 0.6}}, p).status, SolveStatus::converged);
}

TEST(Uzawa, NamedStepsAreTheBoundsOfTheirFormulas) {
  // One iteration from zero gives p = rho (2, 2). d = 1, m = 1, kappa = 2: the paper's 1/4. The
  // middle body has two rows: 1.9 / (2 * 2 / 1). Gershgorin: 1.9 / (2 + 1). Power: 1.9 / 3.
  const auto rho = [](const char* step) {
    std::vector<double> p{0.0, 0.0};
    run({{"step", std::string(step)},
         {"max_iterations", std::int64_t{1}},
         {"check", std::int64_t{1}},
         {"tolerance", 1e-300}},
        p);
    return p[0] / 2.0;
  };
  EXPECT_NEAR(rho("maury"), 1.0 / 4.0, 1e-15);
  EXPECT_NEAR(rho("corrected"), 1.9 / 4.0, 1e-15);
  EXPECT_NEAR(rho("row_sum"), 1.9 / 3.0, 1e-15);
  EXPECT_NEAR(rho("power"), 1.9 / 3.0, 2e-3);
}

TEST(Uzawa, TheStepOfThePaperCountsAllComponentsOfARow) {
  // A body of 0.5 kg in the plane against a wall along n = (3, 4): |n|^2 = 25, kappa = 6 and d = 2:
  // rho = 1 / (2 * 25 * 2 * 6 * sqrt(2)), and one iteration from zero gives p = 4 rho.
  ContactProblem p;
  p.dofs = 2;
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a = {3.0, 4.0};
  p.jacobian_b = {0.0, 0.0};
  p.inverse_mass = {2.0, 2.0};
  p.b = {-4.0};
  const auto uzawa =
      std::get<MakeContact>(solver_entry("uzawa").make)({{"step", std::string("maury")},
                                                         {"max_iterations", std::int64_t{1}},
                                                         {"check", std::int64_t{1}}});
  uzawa->prepare(1, 1, 1);
  std::vector<double> impulse{0.0};
  (void)uzawa->solve(p, impulse);
  EXPECT_NEAR(impulse[0], 4.0 / (2.0 * 25.0 * 12.0 * std::sqrt(2.0)), 1e-16);
}

}  // namespace
}  // namespace impactbench::testing
