// The peer's solvers through our interface: signs, units and padding must be right for each of its
// problems (LCP, plane, space), or a comparison with it would be unfair.

#include "problems/base/error.hpp"
#include "reference/yardsticks/residual.hpp"
#include "tests/solvers/systems.hpp"
#include "tests/support/one_body.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

const SolverEntry& siconos_entry() {
  return solver_entry("siconos");
}

bool absent() {
  return siconos_entry().refuses({SolverKind::contact, true, false}).has_value();
}

SolveReport solve(const char* method, double tolerance, const ContactProblem& problem,
                  std::vector<double>& p) {
  p.assign(problem.size(), 0.0);
  const auto solver = std::get<MakeContact>(siconos_entry().make)(
      {{"method", std::string(method)}, {"tolerance", tolerance}});
  solver->prepare(problem.contacts(), problem.inverse_mass.size() / 3, problem.rows);
  return solver->solve(problem, p);
}

/// Masses of some grams and velocities of some mm/s: a wrong scaling would show.
ContactProblem small_units(ContactProblem problem) {
  for (double& inverse : problem.inverse_mass)
    inverse *= 500.0;
  for (double& b : problem.b)
    b *= 2e-3;
  problem.velocity_unit = 1e-3;
  return problem;
}

TEST(Siconos, SaysWhereItIsAbsent) {
  if (!absent()) GTEST_SKIP() << "is built in";
  EXPECT_NE(
      siconos_entry().refuses({SolverKind::contact, true, false})->find("libsiconos-numerics-dev"),
      std::string::npos);
  EXPECT_THROW((void)std::get<MakeContact>(siconos_entry().make)({}), ConfigurationError);
}

TEST(Siconos, EachMethodMeetsOurResidual) {
  if (absent()) GTEST_SKIP() << "is not built in";
  struct Case {
    const char* method;
    int rows;
    double tolerance;
  };
  for (const auto& [method, rows, tolerance] :
       {Case{"nsgs", 1, 1e-8}, Case{"lemke", 1, 1e-8}, Case{"cpg", 1, 1e-6}, Case{"pgs", 1, 1e-8},
        Case{"rpgs", 1, 1e-8}, Case{"psor", 1, 1e-8}, Case{"newton_fb", 1, 1e-8},
        Case{"newton_min", 1, 1e-8}, Case{"nsn_ac", 1, 1e-8}, Case{"vi_eg", 1, 1e-6},
        Case{"nsgs", 2, 1e-8}, Case{"lemke", 2, 1e-8}, Case{"nsn_ac", 2, 1e-8},
        Case{"admm", 2, 1e-5}, Case{"vi_eg", 2, 1e-6}}) {
    SCOPED_TRACE(::testing::Message() << method << ", rows " << rows);
    const ContactProblem problem = small_units(random_contacts(40, 30, rows, 0.3, 5));
    std::vector<double> p;
    const SolveReport report = solve(method, tolerance, problem, p);
    EXPECT_EQ(report.status, SolveStatus::converged);
    ResidualYardstick yardstick;
    EXPECT_LT(yardstick(problem, p) / problem.velocity_unit, 100.0 * tolerance);
    EXPECT_GT(*std::max_element(p.begin(), p.end()), 0.0) << "nothing happened";
  }
}

TEST(Siconos, InSpaceFrictionOpposesTheSlip) {
  if (absent()) GTEST_SKIP() << "is not built in";
  // 1 kg on a floor at (-1, 0.3, 0.9) m/s, mu = 1/2: p_n = 1, p_t = -0.5 (0.3, 0.9) / |..|.
  const ContactProblem problem = on_a_floor(-1.0, 0.3, 0.9, 0.5);
  const double length = std::hypot(0.3, 0.9);
  for (const char* method : {"nsgs", "nsn_ac"}) {
    std::vector<double> p;
    EXPECT_EQ(solve(method, 1e-10, problem, p).status, SolveStatus::converged) << method;
    EXPECT_NEAR(p[0], 1.0, 1e-8);
    EXPECT_NEAR(p[1], -0.5 * 0.3 / length, 1e-8);
    EXPECT_NEAR(p[2], -0.5 * 0.9 / length, 1e-8);
  }
}

TEST(Siconos, RefusesWhatAMethodIsNotFor) {
  if (absent()) GTEST_SKIP() << "is not built in";
  const ContactProblem friction = random_contacts(4, 4, 2, 0.3, 5);
  std::vector<double> p;
  const ContactProblem without = random_contacts(4, 4, 1, 0.0, 5);
  for (const char* method : {"pgs", "rpgs", "psor", "newton_min", "newton_fb"}) {
    EXPECT_THROW((void)solve(method, 1e-8, friction, p), ConfigurationError) << method;
    EXPECT_NO_THROW((void)solve(method, 1e-8, without, p)) << method;
  }
  ContactProblem broken = random_contacts(4, 4, 1, 0.0, 5);
  broken.b[0] = std::nan("");
  EXPECT_EQ(solve("nsgs", 1e-8, broken, p).status, SolveStatus::breakdown);
}

TEST(Siconos, FrictionBelowZeroOrNotANumberIsABreakdown) {
  if (absent()) GTEST_SKIP() << "is not built in";
  std::vector<double> p;
  ContactProblem sliding = random_contacts(4, 4, 2, 0.3, 5);
  sliding.friction[1] = -0.3;
  EXPECT_EQ(solve("nsgs", 1e-8, sliding, p).status, SolveStatus::breakdown);
  for (const double bad : {-0.1, std::nan("")}) {
    EXPECT_EQ(solve("nsgs", 1e-8, rolling_ball(0.1, 0.2, 0.5, bad), p).status,
              SolveStatus::breakdown)
        << bad;
  }
}

}  // namespace
}  // namespace impactbench::testing
