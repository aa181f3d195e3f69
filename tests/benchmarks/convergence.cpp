#include "benchmarks/convergence/tables.hpp"
#include "benchmarks/matrix/judged_by.hpp"
#include "tests/support/scratch.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <sstream>

namespace impactbench {
namespace {

/// Steps and costs of a ladder whose runs cost `cost(dt)` and reach their end where `ends(dt)`.
template <class Cost, class Ends>
std::vector<double> climb(Ladder& ladder, Cost cost, Ends ends, double& spent) {
  std::vector<double> out;
  spent = 0.0;
  while (const auto dt = ladder.next()) {
    out.push_back(*dt);
    spent += cost(*dt);
    ladder.ran(*dt, cost(*dt), ends(*dt));
    if (out.size() > 100) break;
  }
  return out;
}
constexpr auto always = [](double) { return true; };

TEST(Ladder, StepsAreWholePartsOfTheHorizonInTheRatioAskedFor) {
  Ladder ladder(3.0, 0.1, {.rungs = 9, .ratio = 1.7, .budget = 60.0});
  double spent = 0.0;
  const auto steps = climb(
      ladder, [](double) { return 0.0; }, always, spent);
  ASSERT_EQ(steps.size(), 9U);
  for (std::size_t k = 0; k < steps.size(); ++k) {
    EXPECT_NEAR(3.0 / steps[k], std::round(3.0 / steps[k]), 1e-9);
    if (k > 0) {
      EXPECT_NEAR(steps[k - 1] / steps[k], 1.7, 0.03);
    }
  }
  EXPECT_EQ(ladder.reason(), "");
}

TEST(Ladder, CostStaysBoundedWhileEightRunsFit) {
  // A run of step h costs 1e-3 / h s: ten in the ratio 2 from 1/32 would cost 33 s.
  const auto cost = [](double dt) { return 1e-3 / dt; };
  for (const double budget : {40.0, 20.0, 9.0, 3.0, 1.0}) {
    Ladder ladder(1.0, 1.0 / 32.0, {.rungs = 10, .ratio = 2.0, .budget = budget});
    double spent = 0.0;
    const auto steps = climb(ladder, cost, always, spent);
    EXPECT_LE(spent, budget);
    EXPECT_GE(steps.size(), 8U) << budget;
    EXPECT_EQ(steps.size() == 10, ladder.reason().empty());
    // It uses its budget: the ladder is as long as the budget allows.
    if (steps.size() < 10) {
      EXPECT_GT(spent, 0.4 * budget);
    }
  }
}

TEST(Ladder, GivesUpWhereNoEightRunsFitAndSaysSo) {
  Ladder ladder(1.0, 1.0 / 32.0, {.rungs = 10, .ratio = 2.0, .budget = 0.3});
  double spent = 0.0;
  const auto steps = climb(
      ladder, [](double dt) { return 1e-3 / dt; }, always, spent);
  EXPECT_LT(steps.size(), 8U);
  EXPECT_LE(spent, 0.3);
  EXPECT_NE(ladder.reason().find("CPU time"), std::string::npos) << ladder.reason();
}

TEST(Ladder, LearnsThatFinerRunsCostMoreThanTheirSteps) {
  // Iterations grow as the step falls: cost ~ h^-2. By h^-1 the last run would exceed 10 s.
  Ladder ladder(1.0, 0.1, {.rungs = 12, .ratio = 2.0, .budget = 10.0});
  double spent = 0.0;
  (void)climb(
      ladder, [](double dt) { return 1e-3 / (dt * dt); }, always, spent);
  EXPECT_LE(spent, 10.0);
}

TEST(Ladder, RunsThatDoNotReachTheirEndAreNotCounted) {
  Ladder ladder(1.0, 0.1, {.rungs = 8, .ratio = 2.0, .budget = 60.0});
  double spent = 0.0;
  const auto free = [](double) { return 0.0; };
  EXPECT_EQ(climb(
                ladder, free, [](double dt) { return dt < 0.03; }, spent)
                .size(),
            10U);
  EXPECT_EQ(ladder.completed(), 8);
  Ladder never(1.0, 0.1, {.rungs = 8, .ratio = 2.0, .budget = 60.0});
  EXPECT_EQ(climb(
                never, free, [](double) { return false; }, spent)
                .size(),
            8U);
  EXPECT_NE(never.reason().find("did not reach"), std::string::npos);
}

SchemeClaims second_order() {
  SchemeClaims out;
  out.order_free = 3.0;
  out.order_contact = 2.0;
  out.order_impact = 1.5;
  out.velocity = {.free = 2.5, .contact = 1.75, .impact = 1.0};
  return out;
}

const Norm& norm(NormKind kind) {
  for (const Norm& n : norms()) {
    if (n.kind == kind) return n;
  }
  return norms()[0];
}

TEST(ClaimedOrder, DependsOnMotionAndNorm) {
  const SchemeClaims c = second_order();
  const Norm& x = norm(NormKind::position);
  const Norm& v = norm(NormKind::velocity);
  const auto claimed_order = [](const SchemeClaims& claims, MotionClass motion, const Norm& n) {
    return claimed_in(n, claimed_orders(claims, motion));
  };
  EXPECT_EQ(claimed_order(c, MotionClass::smooth, x), 3.0);
  EXPECT_EQ(claimed_order(c, MotionClass::smooth, v), 2.5);
  EXPECT_EQ(claimed_order(c, MotionClass::persistent_contact, x), 2.0);
  EXPECT_EQ(claimed_order(c, MotionClass::persistent_contact, v), 1.75);
  EXPECT_EQ(claimed_order(c, MotionClass::one_impact, x), 1.5);
  EXPECT_EQ(claimed_order(c, MotionClass::one_impact, v), 1.0);
  EXPECT_EQ(claimed_order(c, MotionClass::several_impacts, norm(NormKind::instant)), 1.0);
  EXPECT_FALSE(claimed_order(c, MotionClass::accumulation, x));
  // An observable follows from positions, across impacts too.
  const Norm seen{"angle_error_sup", "-", NormKind::history};
  for (const MotionClass motion : {MotionClass::smooth, MotionClass::persistent_contact,
                                   MotionClass::one_impact, MotionClass::accumulation}) {
    EXPECT_EQ(claimed_order(c, motion, seen), claimed_order(c, motion, x)) << to_text(motion);
  }
  // One late impact shows its whole jump: no order can be claimed for that.
  EXPECT_FALSE(claimed_order(c, MotionClass::smooth, norm(NormKind::supremum)));
  EXPECT_FALSE(claimed_order(SchemeClaims{}, MotionClass::smooth, x));
}

/// Runs of steps 0.1, 0.05, ... whose position error is e(h); velocities are not measured.
template <class Error>
std::vector<Rung> runs(int n, Error e) {
  std::vector<Rung> out;
  for (int k = 0; k < n; ++k) {
    const double h = 0.1 * std::pow(0.5, k);
    Rung r{h, RowStatus::passed, "", 0.0, true, {}};
    r.errors.assign(norms().size(), std::numeric_limits<double>::quiet_NaN());
    r.errors[0] = e(h);
    out.push_back(r);
  }
  return out;
}

const std::vector<Norm> all(norms().begin(), norms().end());

/// A motion without a size, which saturates no error.
OrderBasis of_a_second(MotionClass motion) {
  return {.motion = motion,
          .horizon = 1.0,
          .resolved = 1.0,
          .claimed = claimed_orders(second_order(), motion)};
}

NormOrder judged(const std::vector<Rung>& rungs, MotionClass motion) {
  const auto orders = judge_rungs(rungs, all, of_a_second(motion), 0.0);
  EXPECT_EQ(orders.size(), 1U) << "norms that were not measured are not judged";
  return orders.at(0);
}

TEST(Study, JudgesOnBothSidesAndNeverPassesWhatItCannotTell) {
  const auto power = [](double p) { return [p](double h) { return std::pow(h, p); }; };
  const auto verdict = [&](double p, MotionClass motion) {
    return judged(runs(8, power(p)), motion).verdict;
  };
  EXPECT_EQ(verdict(2.0, MotionClass::persistent_contact), NormVerdict::as_claimed);
  EXPECT_EQ(verdict(1.0, MotionClass::persistent_contact), NormVerdict::too_low);
  EXPECT_EQ(verdict(3.0, MotionClass::persistent_contact), NormVerdict::too_high);
  EXPECT_EQ(verdict(2.0, MotionClass::accumulation), NormVerdict::no_claim);
  // Order 12: four errors of eight are above 1e-12.
  const NormOrder few = judged(runs(8, power(6.0)), MotionClass::persistent_contact);
  EXPECT_LT(few.fit.points, 8U);
  EXPECT_GT(few.fit.at_floor, 0U);
  EXPECT_EQ(judged(runs(4, power(2.0)), MotionClass::persistent_contact).verdict,
            NormVerdict::undecided)
      << "four points are no study";
  EXPECT_EQ(judged(runs(8, [](double) { return 1e-15; }), MotionClass::smooth).verdict,
            NormVerdict::exact);
}

TEST(Study, SaysNothingOfTheOrderOfAContactWhoseSlipEnds) {
  // Friction jumps where slip ends, inside a step: no more than order 1, however smooth the
  // motion is elsewhere. Where slip begins it is continuous. A claim of order 1 holds across both.
  const Problem problem = find_problem("resting_ball").make({});
  const Series contacts{{0.0, 1.0}, {1.0, 1.0}};
  Truth truth;
  const auto verdict = [&](ConstraintEvent::Kind kind, double claimed) {
    SchemeClaims claims = second_order();
    claims.order_contact = claimed;
    truth.constraint_events = {{0.3, 0, kind}};
    const auto first_order = runs(8, [](double h) { return h; });
    return judge_rungs(first_order, all, order_basis(problem, claims, truth, contacts), 0.0)
        .at(0)
        .verdict;
  };
  EXPECT_EQ(verdict(ConstraintEvent::Kind::stops, 2.0), NormVerdict::no_claim);
  EXPECT_EQ(verdict(ConstraintEvent::Kind::starts, 2.0), NormVerdict::too_low);
  EXPECT_EQ(verdict(ConstraintEvent::Kind::stops, 1.0), NormVerdict::as_claimed);
}

TEST(Study, LeavesOutRunsThatDidNotReachTheirEnd) {
  auto rungs = runs(9, [](double h) { return h * h; });
  rungs[0].completed = false;
  rungs[0].errors[0] = 1e9;
  const NormOrder order = judged(rungs, MotionClass::persistent_contact);
  EXPECT_EQ(order.measured, 8);
  EXPECT_NEAR(order.fit.slope, 2.0, 1e-9);
}

TEST(Study, AnUndecidedOrderIsNoPass) {
  Study study;
  EXPECT_FALSE(study.passed()) << "nothing measured";
  study.orders = {{norms()[0], 8, 0.0, {}, 1.0, NormVerdict::as_claimed}};
  EXPECT_TRUE(study.passed());
  study.orders.push_back({norms()[1], 8, 0.0, {}, std::nullopt, NormVerdict::no_claim});
  EXPECT_TRUE(study.passed());
  for (const NormVerdict v :
       {NormVerdict::undecided, NormVerdict::too_low, NormVerdict::too_high}) {
    study.orders[1].verdict = v;
    EXPECT_FALSE(study.passed()) << to_text(v);
  }
}

TEST(Study, AnExactResultConfirmsAClaimOfExactnessAndNoOrder) {
  Study study;
  study.orders = {{norms()[0], 8, 0.0, {}, 1.0, NormVerdict::exact}};
  EXPECT_FALSE(study.passed()) << "the problem shows no order";
  EXPECT_FALSE(study.without_claim());
  study.orders[0].claims_exact = true;
  EXPECT_TRUE(study.passed());
  study.orders[0].claims_exact = false;
  study.orders.push_back({norms()[1], 8, 0.0, {}, 1.0, NormVerdict::as_claimed});
  EXPECT_TRUE(study.passed()) << "velocities show the order that positions cannot";
}

TEST(Study, SaysThatNothingIsClaimed) {
  Study study;
  study.orders = {{norms()[0], 8, 0.0, {}, std::nullopt, NormVerdict::no_claim},
                  {norms()[1], 8, 0.0, {}, std::nullopt, NormVerdict::not_gated}};
  EXPECT_TRUE(study.without_claim());
  study.orders[0].verdict = NormVerdict::as_claimed;
  EXPECT_FALSE(study.without_claim());
}

TEST(Study, FinerRunsAreMadeWhereTheyCouldChangeTheVerdict) {
  NormOrder order{norms()[0], 8, 0.0, {}, 1.0, NormVerdict::too_low};
  EXPECT_TRUE(unsettled(order)) << "no claim is refuted by coarse steps alone";
  order.verdict = NormVerdict::undecided;
  EXPECT_TRUE(unsettled(order));
  order.fit.at_floor = 3;
  EXPECT_FALSE(unsettled(order)) << "finer steps are at the floor too";
  order.verdict = NormVerdict::as_claimed;
  EXPECT_FALSE(unsettled(order));
}

TEST(Ladder, GoesOnInSmallerRatiosWhereItIsExtended) {
  Ladder ladder(1.0, 0.01, {.rungs = 8, .ratio = 2.0, .budget = 60.0});
  double spent = 0.0;
  const auto free = [](double) { return 0.0; };
  EXPECT_EQ(climb(ladder, free, always, spent).size(), 8U);
  ladder.extend(4, 1.4);
  const auto more = climb(ladder, free, always, spent);
  ASSERT_EQ(more.size(), 4U);
  EXPECT_NEAR(more[0] / more[1], 1.4, 0.01);
  EXPECT_EQ(ladder.reason(), "");
}

TEST(Tables, OneLineOfCsvPerNorm) {
  Study study;
  study.cell.problem = "resting_ball";
  study.cell.scheme = "dem";
  study.cell.solver = "none";
  study.cell.dt_precision = "double";
  study.source = "exact/linear_springs, by hand";
  study.provenance = Provenance::closed_form;
  study.uncertainty = 1e-13;
  study.motion = MotionClass::persistent_contact;
  study.rungs = runs(8, [](double h) { return 2.0 * h * h; });
  study.norms = all;
  study.orders = judge_rungs(study.rungs, all, of_a_second(study.motion), 0.0);
  Study refused;
  refused.cell = study.cell;
  refused.refusal = "no reference";
  std::ostringstream out;
  write_orders_csv(std::vector<Study>{study, refused}, out);
  EXPECT_EQ(out.str(),
            "problem,scheme,solver,motion,norm,unit,order,order_low,order_high,claimed,window,"
            "points,steps,coarse,at_floor,correlation,floor,plateau,exact,reference,"
            "provenance,uncertainty,verdict,reason\n"
            "resting_ball,dem,none,persistent contact,position_error_sup,m,2,2,2,2,"
            "0.1..0.000781,8,8,0,0,1,1e-13,,no,\"exact/linear_springs, by hand\",closed form,1e-13,"
            "as_claimed,\n"
            "resting_ball,dem,none,,,,,,,,,,,,,,,,,,,,undecided,no reference\n");
  std::ostringstream text;
  print_study(study, text);
  for (const char* word : {"resting_ball/dem/none: persistent contact", "closed form",
                           "2.000 .. 2.000", "0.1..0.000781", "as_claimed"}) {
    EXPECT_NE(text.str().find(word), std::string::npos) << word << "\n" << text.str();
  }
}

TEST(Study, WhatAnEarlierBudgetStoppedIsRunAgain) {
  // The store has a step that timed out in a study with little time. With enough of it the same
  // study ends as if there had been no other, and makes no run again that had ended.
  const testing::Scratch scratch;
  Store store(scratch / "rows.db", StoreMode::write);
  const CellRequest ball{"resting_ball", "dem", std::nullopt, {{"R", 1e-4}}};
  const StudyOptions options{.ladder = {.rungs = LadderOptions::fewest}};
  const Study first = run_study(ball, store, options);
  ASSERT_TRUE(first.passed());
  std::vector<Row> rows = store.rows();
  ASSERT_GE(rows.size(), 8U);
  rows[0].status = RowStatus::timed_out;
  rows[0].reason = "used up its budget of 1 s CPU time";
  rows[1].plan = "an earlier study";
  store.put(rows[0]);
  store.put(rows[1]);
  const Study again = run_study(ball, store, options);
  EXPECT_EQ(again.ended, "");
  EXPECT_EQ(again.rungs.size(), first.rungs.size());
  EXPECT_TRUE(again.passed());
  EXPECT_EQ(store.status(rows[0].key), RowStatus::passed);
  EXPECT_EQ(store.get(rows[1].key)->plan, "an earlier study") << "it was made again";
}

TEST(Study, OnlyALargerBudgetRepeatsWhatABudgetStopped) {
  // With no more CPU time than before the run would end where it ended, at the same cost.
  const testing::Scratch scratch;
  Store store(scratch / "rows.db", StoreMode::write);
  const CellRequest ball{"resting_ball", "dem", std::nullopt, {{"R", 1e-4}}};
  StudyOptions options{.ladder = {.rungs = LadderOptions::fewest}};
  const Study first = run_study(ball, store, options);
  std::vector<Row> rows = store.rows();
  const auto third = std::find_if(rows.begin(), rows.end(), [&](const Row& row) {
    return row.cell.dt == first.rungs.at(2).dt;
  });
  ASSERT_NE(third, rows.end());
  third->status = RowStatus::timed_out;
  third->reason = "used up its budget of 40 s CPU time";
  third->timing->limit = 40.0;
  store.put(*third);
  for (const double budget : {30.0, 40.0}) {
    options.ladder.budget = budget;
    const Study same = run_study(ball, store, options);
    ASSERT_EQ(same.rungs.size(), 3U);
    EXPECT_EQ(same.rungs.back().status, RowStatus::timed_out) << budget;
    EXPECT_NE(same.ended.find("budget of 40 s CPU time: a larger --budget repeats it"),
              std::string::npos)
        << same.ended;
  }
  options.ladder.budget = 41.0;
  EXPECT_EQ(run_study(ball, store, options).ended, "");
  EXPECT_EQ(store.status(third->key), RowStatus::passed);
}

}  // namespace
}  // namespace impactbench
