#include "reference/exact/switched_force/take_offs.hpp"
#include "reference/yardsticks/residual.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/schemes/maury_cases.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>
#include <Eigen/Eigenvalues>

#include <array>
#include <cmath>

namespace impactbench::testing {
namespace {

/// Largest distance from the truth of the sticky chain over a run.
double chain_error(const Problem& p, double h, const char* solver) {
  const auto truth = reference("sticky_chain").truth(p, std::nullopt);
  if (!truth) return HUGE_VAL;
  Session session(scheme_entry("maury"), {}, p, h, solver, {{"tolerance", 1e-13}});
  const auto steps = static_cast<int>(std::floor(p.horizon / h * (1.0 + 1e-9)));
  Eigen::VectorXd q = p.initial.q, v = q;
  double worst = 0.0;
  session.run(steps, [&](const State& s) {
    EXPECT_TRUE(truth->at(static_cast<double>(s.step) * h, q, v));
    worst = larger(worst, (s.q - q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  return worst;
}

TEST(MauryStickyParticles, AreExactAtTheNodesForEveryStepMassAndSize) {
  // By induction q^n is the projection of the free flight at n h: inside of a block the predictor
  // 2 q^n - q^{n-1} does not increase, so that the block stays, and moves with its mean velocity.
  PortableRandom random(2024);
  double worst = 0.0;
  for (int k = 0; k < 300; ++k) {
    const auto word = [&] { return std::string(random.uniform() < 0.5 ? "equal" : "random"); };
    const Problem p = problem_entry("sticky_particles")
                          .make({{"n", std::int64_t(2 + 11.0 * random.uniform())},
                                 {"velocities", std::string("random")},
                                 {"masses", word()},
                                 {"sizes", word()},
                                 {"gaps", word()},
                                 {"radius", std::exp2(-6.0 + 5.0 * random.uniform())},
                                 {"seed", std::int64_t(k)}});
    const double h = p.horizon / std::floor(1.0 + 40.0 * random.uniform() * random.uniform());
    worst = larger(larger(worst, chain_error(p, h, "mprgp")), chain_error(p, h, "pava"));
  }
  EXPECT_LT(worst, 8e-12);
}

TEST(MauryStickyParticles, OfThePaperEndInFiveAggregatesWithAnyStep) {
  for (const double h : {0.01, 0.5, 1.5}) {
    const Problem p = problem_entry("sticky_particles").make({});
    Session session = maury_session(p, h);
    session.run(static_cast<int>(std::llround(3.0 / h)));
    // Rod 1 stands at its q, the others at q_i + 2 radius (i - 1).
    const auto q = [&](int i) { return session.state.q[i - 1] - 0.02 * (i - 1); };
    EXPECT_NEAR(q(1), -.514718626, 1e-9) << h;
    for (int i = 2; i <= 16; ++i)
      EXPECT_NEAR(q(i), -.100289701, 1e-9) << h;
    EXPECT_NEAR(q(17), .563741204, 1e-9) << h;
    EXPECT_NEAR(q(18), .563741204, 1e-9) << h;
    EXPECT_NEAR(q(19), 1.086576100, 1e-9) << h;
    EXPECT_NEAR(q(20), 2.035817867, 1e-9) << h;
    EXPECT_NEAR(q(21), 2.035817867, 1e-9) << h;
    EXPECT_NEAR(session.state.v.mean(), -.098942379303, 1e-11) << h;
  }
}

TEST(MauryStickyBlocks, JamIsExactAtTheNodes) {
  const Problem p = problem_entry("sticky_blocks").make({{"radius", 0.04}, {"mass", 0.08}});
  EXPECT_LT(chain_error(p, 0.1, "pava"), 1e-11);
}

TEST(MauryNonUniqueness, TakesOffWhereTheIntegersDoAndSettlesByTheParityOfTheStep) {
  // f(2t) = f(t): at h = 2^-p every run is the same integer sequence, read at t / h. Locked at 4^m
  // it is solution A (take-offs 4^n) for even p, B (2 4^n) for odd.
  const auto expected = exact::switched_force::take_offs(1 << 14);
  EXPECT_EQ(expected, (std::vector<std::int64_t>{2, 9, 17, 37, 65, 256, 1024, 4096, 16384}));
  const Problem p = problem_entry("non_uniqueness").make({});
  const auto truth = reference("switched_force").truth(p, std::nullopt);
  ASSERT_TRUE(truth && truth->branches.size() == 3);
  const std::array errors{3.342e-3, 9.766e-4, 5.473e-4, 2.441e-4, 1.370e-4, 6.104e-5};
  for (int power = 8; power <= 13; ++power) {
    const double h = std::ldexp(1.0, -power);
    Session session = maury_session(p, h);
    std::vector<std::int64_t> takes_off;
    double last = 0.0, worst = 0.0;
    const Branch& branch = truth->branches[power % 2 == 0 ? 0 : 1];
    Eigen::VectorXd q = p.initial.q, v = q;
    session.run(4 << power, [&](const State& s) {
      const double height = s.q[1] - p.initial.q[1];
      const double floor = 0.1 * h * h;
      if (last < floor && height > floor) takes_off.push_back(s.step - 1);
      last = height;
      EXPECT_TRUE(branch.at(static_cast<double>(s.step) * h, q, v));
      worst = larger(worst, std::abs(s.q[1] - q[1]));
    });
    std::vector<std::int64_t> until = expected;
    while (until.back() >= (4 << power))
      until.pop_back();
    EXPECT_EQ(takes_off, until) << power;
    const double printed = errors[static_cast<std::size_t>(power - 8)];
    EXPECT_NEAR(worst, printed, 6e-4 * printed) << power;
  }
}

TEST(MauryNonUniqueness, EveryDiscSchemeCanRunIt) {
  const Problem p = problem_entry("non_uniqueness").make({});
  for (const char* name : {"maury", "nscd", "dem", "inc", "snc"}) {
    const SchemeEntry& entry = scheme_entry(name);
    EXPECT_FALSE(entry.make({})->refuses(p.traits, 1e-3)) << name;
    Session session(entry, {}, p, 1e-3);
    double highest = 0.0;
    session.run(4000,
                [&](const State& s) { highest = std::max(highest, s.q[1] - p.initial.q[1]); });
    // The largest excursions of solutions A and B reach 0.33 and 0.78.
    EXPECT_GT(highest, 0.2) << name;
    EXPECT_LT(highest, 1.0) << name;
  }
}

TEST(MauryHexagon, VelocitiesAreUniqueWhereImpulsesAreNot) {
  const Problem p = problem_entry("hexagon").make({{"turn", 0.5}});
  Session session = maury_session(p, 0.01);
  session.run(1);
  // The squeeze has no momentum: what is left turns as one body.
  for (int i = 0; i < 7; ++i) {
    const Vec2 x = p.initial.q.segment<2>(2 * i), v = session.state.v.segment<2>(2 * i);
    EXPECT_LT((v - 0.5 * rot90(x)).norm(), 1e-10) << i;
  }
  const ContactProblem& c = *session.scheme().contact_problem();
  ASSERT_EQ(c.contacts(), 12U);
  const std::vector<double> dense = dense_delassus(c);
  const Eigen::Map<const Eigen::MatrixXd> W(dense.data(), 12, 12);
  const Eigen::VectorXd eigenvalues =
      Eigen::SelfAdjointEigenSolver<Eigen::MatrixXd>(W).eigenvalues();
  EXPECT_LT(std::abs(eigenvalues[0]), 1e-12) << "12 contacts, rank 11";
  EXPECT_GT(eigenvalues[1], 0.1);
  // Self-stress: +1 on the rim, -1 on the spokes (those of disc 1).
  std::vector<double> other(session.scheme().impulses().begin(), session.scheme().impulses().end());
  Eigen::VectorXd stress(12);
  for (int row = 0; row < 12; ++row) {
    stress[row] = c.body_a[static_cast<std::size_t>(row)] == 0 ? -1.0 : 1.0;
    other[static_cast<std::size_t>(row)] += 0.01 * stress[row];
  }
  EXPECT_LT((W * stress).norm(), 1e-12);
  for (const double impulse : other)
    EXPECT_GT(impulse, 0.0);
  EXPECT_LT(ResidualYardstick{}(c, other), 1e-10) << "other impulses solve it as well";
}

TEST(MauryCluster, LosesItsEnergyAsTheExactMinimiserDoes) {
  // Kinetic energy over that of the start after steps 1 to 10 with dt = 0.1, exact minimiser over
  // all pairs, computed with another program (residual 1e-10, 4704 rows in step 6). Half a unit of
  // the eighth digit; the last steps, where 3700 contacts press, magnify rounding.
  const std::array expected{.9921174387, .9192586953, .8249723677, .7250647133, .6132699570,
                            .5153389322, .4183373741, .3249974659, .2582449742, .2075249432};
  const Problem p = problem_entry("maury_cluster").make({});
  ASSERT_EQ(p.traits.body_count, 2000);
  const double start = kinetic_energy(*p.system, p.initial.v);
  EXPECT_NEAR(start, 1031.695555, 1e-6);
  Session session(scheme_entry("maury"), {}, p, 0.1, "mprgp", {{"tolerance", 1e-11}});
  std::size_t pressing = 0;
  for (int k = 0; k < 10; ++k) {
    session.run(1);
    EXPECT_NEAR(kinetic_energy(*p.system, session.state.v) / start,
                expected[static_cast<std::size_t>(k)], 1e-8)
        << k;
    pressing = static_cast<std::size_t>(std::count_if(session.scheme().impulses().begin(),
                                                      session.scheme().impulses().end(),
                                                      [](double x) { return x > 0.0; }));
    if (k == 0) {
      EXPECT_NEAR(static_cast<double>(pressing), 73.0, 3.0);
    }
  }
  EXPECT_EQ(session.unconverged(), 0);
  EXPECT_NEAR(static_cast<double>(pressing), 3745.0, 75.0);
}

TEST(MauryWarmStart, SavesSweepsOnceBodiesRestOnEachOther) {
  SphereSetup setup(3, SphereCommon{});
  setup.gravity({0.0, 0.0, -10.0});
  setup.half_space(Vec3::Zero(), Vec3::UnitZ());
  for (int k = 0; k < 10; ++k)
    setup.sphere(1.0, 0.1, {0.0, 0.0, 0.1 + 0.2 * k}, Vec3::Zero());
  const Problem column = std::move(setup).make("column", {}, 1.0);
  Session warm(scheme_entry("maury"), {}, column, 1e-3);
  Session cold(scheme_entry("maury"), {{"warm_start", false}}, column, 1e-3);
  warm.run(50);
  cold.run(50);
  EXPECT_LT((warm.state.q - cold.state.q).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT((warm.state.q - column.initial.q).cwiseAbs().maxCoeff(), 1e-11);
  EXPECT_LT(warm.nonlinear_iterations(), cold.nonlinear_iterations() / 4);
}

}  // namespace
}  // namespace impactbench::testing
