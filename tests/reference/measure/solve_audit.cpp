// Claims of solvers against residuals recomputed from the impulses that they returned, and the
// summary of an ensemble of perturbed runs.
#include "reference/yardsticks/solve_audit.hpp"
#include "reference/yardsticks/ensemble_statistics.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <vector>

namespace impactbench::testing {
namespace {

constexpr double not_a_number = std::numeric_limits<double>::quiet_NaN();

/// One body of mass 1 on a wall, approaching it at 1 m/s: p = 1 N s solves it.
ContactProblem one_hit(double unit = 1.0) {
  ContactProblem p;
  p.rows = 1;
  p.dofs = 1;
  p.inverse_mass = {1.0};
  p.resize(1);
  p.body_a = {0};
  p.body_b = {ContactProblem::fixed};
  p.jacobian_a = {1.0};
  p.jacobian_b = {0.0};
  p.b = {-1.0};
  p.friction = {0.0};
  p.velocity_unit = unit;
  return p;
}

/// (2 0; 0 4) as two blocks of one row.
BlockMatrix diagonal() {
  BlockMatrix m;
  m.block = 1;
  m.diagonal = {2.0, 4.0};
  return m;
}

constexpr SolveReport converged{SolveStatus::converged, 1, 0.0};
constexpr SolveReport gave_up{SolveStatus::iteration_limit, 1, 0.0};

std::map<std::string, double> figures(const SolveAudit& audit) {
  std::map<std::string, double> out;
  audit.finish(out);
  return out;
}

TEST(SolveAudit, CountsClaimsThatAreTrue) {
  // u = p - 1: the natural residual of p = 1 + r is |min(1 + r, r)| = |r|.
  SolveAudit audit(1e-10);
  const ContactProblem p = one_hit();
  audit.heard(p, std::vector{1.0}, converged);
  audit.heard(p, std::vector{1.0 + 5e-9}, converged);  // within 1e-8 of a velocity unit
  audit.heard(p, std::vector{1.25}, converged);        // a lie
  audit.heard(p, std::vector{1.5}, gave_up);           // honest
  const auto q = figures(audit);
  EXPECT_EQ(q.at("solves"), 4.0);
  EXPECT_EQ(q.at("solves_claimed"), 3.0);
  EXPECT_EQ(q.at("claims_false"), 1.0);
  EXPECT_DOUBLE_EQ(q.at("claims_true"), 2.0 / 3.0);
  EXPECT_EQ(q.at("solve_residual"), 0.5);
}

TEST(SolveAudit, MeasuresInTheUnitOfTheProblemAndAgainstTheToleranceThatWasAsked) {
  const auto lies = [](double tolerance, double unit, double miss) {
    SolveAudit audit(tolerance);
    audit.heard(one_hit(unit), std::vector{1.0 + miss}, converged);
    return figures(audit).at("claims_false");
  };
  EXPECT_EQ(lies(1e-4, 1.0, 0.9e-3), 0.0) << "ten times the tolerance are allowed";
  EXPECT_EQ(lies(1e-4, 1.0, 1.1e-3), 1.0);
  EXPECT_EQ(lies(1e-4, 100.0, 0.09), 0.0);
  EXPECT_EQ(lies(1e-4, 100.0, 0.11), 1.0);
  SolveAudit silent(std::nullopt);
  silent.heard(one_hit(), std::vector{1.0 + 2e-8}, converged);
  EXPECT_EQ(figures(silent).at("claims_false"), 1.0);
}

TEST(SolveAudit, ANumberThatIsNoneIsTheWorstAndNoTruth) {
  SolveAudit audit(1e-10);
  audit.keep_worst();
  audit.heard(one_hit(), std::vector{not_a_number}, converged);
  audit.heard(one_hit(), std::vector{3.0}, converged);
  const auto q = figures(audit);
  EXPECT_TRUE(std::isnan(q.at("solve_residual")));
  EXPECT_EQ(q.at("claims_false"), 2.0);
  EXPECT_EQ(q.at("claims_true"), 0.0);
  ASSERT_TRUE(audit.worst());
  EXPECT_EQ(audit.worst()->solve, 1) << "nothing is worse than no number";
}

TEST(SolveAudit, KeepsTheProblemOfTheWorstSolve) {
  SolveAudit audit(1e-10);
  audit.heard(one_hit(), std::vector{9.0}, converged);  // before anybody asked
  audit.keep_worst();
  audit.heard(one_hit(), std::vector{1.25}, converged);
  EXPECT_FALSE(audit.worst()) << "worse ones came before";
  audit.heard(one_hit(), std::vector{20.0}, converged);
  ASSERT_TRUE(audit.worst());
  EXPECT_EQ(audit.worst()->solve, 3);
  EXPECT_EQ(audit.worst()->impulses, (std::vector{20.0}));
  EXPECT_EQ(audit.worst()->residual, 19.0);
  EXPECT_EQ(audit.worst()->problem.b, (std::vector{-1.0}));
}

TEST(SolveAudit, LinearSystemsByTheirBackwardError) {
  // b - A x = (0, 4 d) for x = (1, 1 - d) and b = (2, 4): over |A| |x| + |b| = 4 + 4.
  SolveAudit audit(std::nullopt);
  audit.heard(diagonal(), {2.0, 4.0}, {1.0, 1.0}, converged);
  EXPECT_EQ(figures(audit).at("solve_residual"), 0.0);
  audit.heard(diagonal(), {2.0, 4.0}, {1.0, 0.75}, converged);
  EXPECT_EQ(figures(audit).at("solve_residual"), 0.125);
  EXPECT_EQ(figures(audit).at("claims_false"), 1.0);
  SolveAudit loose(0.1);
  loose.heard(diagonal(), {2.0, 4.0}, {1.0, 0.75}, converged);
  EXPECT_EQ(figures(loose).at("claims_false"), 0.0);
  SolveAudit bad(0.1);
  bad.heard(diagonal(), {2.0, 4.0}, {1.0, not_a_number}, converged);
  EXPECT_EQ(figures(bad).at("claims_false"), 1.0);
}

TEST(SolveAudit, SaysNothingOfNothing) {
  EXPECT_TRUE(figures(SolveAudit(1e-8)).empty());
  SolveAudit modest(1e-8);
  modest.heard(one_hit(), std::vector{2.0}, gave_up);
  EXPECT_FALSE(figures(modest).contains("claims_true")) << "nobody claimed anything";
}

TEST(Ensemble, IsSummedUpByMeansAndTheirIntervals) {
  std::vector<BulkSample> runs(4);
  const double contacts[] = {1.0, 2.0, 3.0, 4.0};
  for (std::size_t k = 0; k < 4; ++k) {
    runs[k].contacts = contacts[k];
    runs[k].height = 0.5;
  }
  runs[1].diverged = 3.0;
  runs[3].diverged = 2.0;
  std::map<std::string, double> q;
  summarise(runs, q);
  EXPECT_EQ(q.at("ensemble_size"), 4.0);
  EXPECT_EQ(q.at("ensemble_contacts"), 2.5);
  // s^2 = 5/3; t_0.975 of three degrees of freedom is 3.1824463.
  EXPECT_NEAR(q.at("ensemble_contacts_half_width"), 3.1824463 * std::sqrt(5.0 / 3.0 / 4.0), 1e-6);
  EXPECT_EQ(q.at("ensemble_height"), 0.5);
  EXPECT_EQ(q.at("ensemble_height_half_width"), 0.0);
  EXPECT_EQ(q.at("divergence_horizon"), 2.0) << "the first run that was off";
}

TEST(Ensemble, OneRunIsNoneAndANumberThatIsNoneStays) {
  std::map<std::string, double> q;
  summarise(std::vector<BulkSample>(1), q);
  EXPECT_TRUE(q.empty());
  std::vector<BulkSample> runs(2);
  runs[1].energy = not_a_number;
  summarise(runs, q);
  EXPECT_TRUE(std::isnan(q.at("ensemble_energy")));
  EXPECT_FALSE(q.contains("ensemble_height")) << "without gravity";
  EXPECT_FALSE(q.contains("divergence_horizon"));
}

}  // namespace
}  // namespace impactbench::testing
