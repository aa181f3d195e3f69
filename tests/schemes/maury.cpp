#include "reference/yardsticks/momentum.hpp"
#include "schemes/support/nearest/nearest_velocity.hpp"
#include "tests/schemes/maury_cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// Natural residuals of the solver are below 1e-13 radii per step; sums of some dozens of them.
constexpr double solved = 1e-11;

class Maury : public ::testing::TestWithParam<RandomSystem> {};

/// Smallest gap, pairs and obstacles.
double smallest_gap(const Problem& p, const Eigen::VectorXd& q) {
  double out = HUGE_VAL;
  with_dimension(p.traits.dimension, [&](auto dimension) {
    for_each_gap<dimension()>(round_bodies(*p.system), q, [&](const auto& gap, int, int) {
      out = std::min(out, gap.distance);
    });
  });
  return out;
}

TEST_P(Maury, NoGapIsEverNegativeBetweenStepsNeither) {
  // D is convex along the straight way from q^n to q^{n+1} and D(q^n) >= 0, D + h G.u >= 0.
  const Problem p = random_problem(GetParam());
  for (const double h : {0.05, 1.0}) {
    Session session = maury_session(p, h);
    Eigen::VectorXd last = session.state.q;
    double closest = HUGE_VAL, pushed = 0.0;
    session.run(6, [&](const State& s) {
      for (const double share : {0.25, 0.5, 0.75, 1.0})
        closest = std::min(closest, smallest_gap(p, last + share * (s.q - last)));
      last = s.q;
      for (const double impulse : session.scheme().impulses())
        pushed += impulse;
    });
    EXPECT_GE(closest, -solved) << h;
    EXPECT_GT(pushed, 0.1) << "nothing met";
    EXPECT_EQ(session.unconverged(), 0);
  }
}

TEST_P(Maury, LinearisedGapsOfAllPairsStayOpenAndTheTrueOnesMoreSo) {
  // Steps of several diameters: the rows were found, so all others must be satisfied too.
  const Problem p = random_problem(GetParam());
  Session session = maury_session(p, 1.0);
  for (int k = 0; k < 4; ++k) {
    const Eigen::VectorXd q = session.state.q;
    session.run(1);
    const State& s = session.state;
    with_dimension(p.traits.dimension, [&](auto dim) {
      constexpr int Dim = dim();
      const RoundBodies bodies = round_bodies(*p.system);
      for_each_gap<Dim>(bodies, q, [&](const Gap<Dim>& gap, int i, int j) {
        const auto u = [&](int b) -> Vec<Dim> { return s.v.segment<Dim>(Dim * b); };
        const auto r = [&](int b) { return bodies.radius[static_cast<std::size_t>(b)]; };
        const Vec<Dim> rate = j < 0 ? u(i) : Vec<Dim>(u(j) - u(i));
        const double linear = gap.distance + gap.normal.dot(rate);
        EXPECT_GE(linear, -solved) << i << ' ' << j;
        if (j < 0) return;
        const double after =
            pair_gap<Dim>(centre<Dim>(bodies, s.q, i), r(i), centre<Dim>(bodies, s.q, j), r(j))
                .distance;
        EXPECT_GE(after, linear - 1e-14) << i << ' ' << j;
      });
    });
  }
}

TEST_P(Maury, FindsTheMinimiserThatAllPairsTogetherHave) {
  // reach = 1e9: every pair is a row from the start. The velocities are unique.
  const Problem p = random_problem(GetParam());
  Session lazy = maury_session(p, 1.0);
  Session all = maury_session(p, 1.0, {{"reach", 1e9}, {"loose", 1.0}});
  for (int k = 0; k < 3; ++k) {
    all.state = lazy.state;
    lazy.run(1);
    all.run(1);
    EXPECT_LT((lazy.state.v - all.state.v).cwiseAbs().maxCoeff(), 1e-9);
    EXPECT_LT(lazy.scheme().impulses().size(), all.scheme().impulses().size());
  }
}

TEST_P(Maury, EnergyFollowsItsIdentity) {
  // |u|^2 / 2 = |U|^2 / 2 - |u - U|^2 / 2 - sum p_c D_c / h in the metric of the masses, where
  // D_c / h = b_c - G_c.U; under gravity U = u^n + h g.
  RandomSystem heavy = GetParam();
  heavy.gravity = 2.0;
  const Problem p = random_problem(heavy);
  const double h = 0.4;
  Session session = maury_session(p, h);
  Eigen::VectorXd force(p.system->dofs());
  p.system->external_force(0.0, p.initial.q, p.initial.v, force);
  for (int k = 0; k < 5; ++k) {
    const Eigen::VectorXd U = session.state.v + h * force.cwiseQuotient(p.system->mass());
    session.run(1);
    const ContactProblem& c = *session.scheme().contact_problem();
    double work = 0.0;
    for (std::size_t row = 0; row < c.contacts(); ++row) {
      double opening = 0.0;
      for (int d = 0; d < c.dofs; ++d) {
        const std::size_t at = row * static_cast<std::size_t>(c.dofs) + static_cast<std::size_t>(d);
        opening += c.jacobian_a[at] * U[c.dofs * c.body_a[row] + d];
        if (c.body_b[row] != ContactProblem::fixed)
          opening += c.jacobian_b[at] * U[c.dofs * c.body_b[row] + d];
      }
      work += session.scheme().impulses()[row] * (c.b[row] - opening);
    }
    const Eigen::VectorXd& u = session.state.v;
    const double expected = kinetic_energy(*p.system, U) - kinetic_energy(*p.system, u - U) - work;
    EXPECT_NEAR(kinetic_energy(*p.system, u), expected, 1e-9);
    EXPECT_LE(mass_norm(*p.system, u), mass_norm(*p.system, U) * (1.0 + 1e-12));
    EXPECT_GE(work, -1e-12);
  }
}

TEST_P(Maury, EnergyNeverGrowsWhateverTheStep) {
  const Problem p = random_problem(GetParam());
  for (const double h : {0.01, 0.3, 5.0}) {
    Session session = maury_session(p, h);
    double last = kinetic_energy(*p.system, p.initial.v);
    const double first = last;
    session.run(8, [&](const State& s) {
      const double now = kinetic_energy(*p.system, s.v);
      EXPECT_LE(now, last * (1.0 + 1e-12)) << h;
      last = now;
    });
    if (h > 0.1) {
      EXPECT_LT(last, 0.9 * first) << "nothing met";
    }
  }
}

TEST_P(Maury, MomentumChangesByWhatTheWallsGiveHoweverInexactTheImpulses) {
  // Impulses of pairs cancel, and act along the line of centres at q^n, whether they solve the
  // problem or not; h u x u = 0 keeps the moment: so two sweeps of Gauss-Seidel are enough.
  const Problem p = random_problem(GetParam());
  Session session(scheme_entry("maury"), {{"max_rounds", std::int64_t{3}}}, p, 0.7, "nlgs",
                  {{"max_sweeps", std::int64_t{2}}});
  Vec3 momentum = linear_momentum(*p.system, session.state);
  Vec3 moment = angular_momentum(*p.system, session.state);
  for (int k = 0; k < 5; ++k) {
    const Eigen::VectorXd q = session.state.q;
    session.run(1);
    const ContactProblem& c = *session.scheme().contact_problem();
    for (std::size_t row = 0; row < c.contacts(); ++row) {
      if (c.body_b[row] != ContactProblem::fixed) continue;
      Vec3 push = Vec3::Zero(), arm = Vec3::Zero();
      for (int d = 0; d < c.dofs; ++d) {
        push[d] =
            session.scheme().impulses()[row] *
            c.jacobian_a[row * static_cast<std::size_t>(c.dofs) + static_cast<std::size_t>(d)];
        arm[d] = q[c.dofs * c.body_a[row] + d];
      }
      momentum += push;
      moment +=
          Vec3(arm.y() * push.z() - arm.z() * push.y(), arm.z() * push.x() - arm.x() * push.z(),
               arm.x() * push.y() - arm.y() * push.x());
    }
    EXPECT_LT((linear_momentum(*p.system, session.state) - momentum).norm(), 1e-12);
    EXPECT_LT((angular_momentum(*p.system, session.state) - moment).norm(), 1e-12);
  }
  EXPECT_GT(session.unconverged(), 0) << "the impulses were to be inexact";
  EXPECT_GT((session.state.v - p.initial.v).norm(), 0.1);
}

TEST_P(Maury, CentreOfMassLeadsTheExactOneByHalfAStepOfTheForce) {
  // q += h u with the velocity of the end is the right-hand rectangle rule: under a constant
  // acceleration g the centre of mass at n h is off by (h / 2) n h g, exactly, whatever the
  // contacts; without force it is where it should be (maury2004's remark 11 says so of any force).
  RandomSystem system = GetParam();
  if (system.walls) GTEST_SKIP() << "walls push the centre of mass";
  for (const double g : {0.0, 1.5}) {
    system.gravity = g;
    const Problem p = random_problem(system);
    const double h = 0.3;
    const double mass = p.system->mass().sum() / system.dimension;
    const auto centre_of_mass = [&](const Eigen::VectorXd& x) {
      Vec3 sum = Vec3::Zero();
      for (Eigen::Index k = 0; k < x.size(); ++k)
        sum[k % system.dimension] += p.system->mass()[k] * x[k] / mass;
      return sum;
    };
    Session session = maury_session(p, h);
    const Vec3 start = centre_of_mass(p.initial.q), speed = centre_of_mass(p.initial.v);
    const Vec3 fall = -g * Vec3::Unit(system.dimension - 1);
    session.run(5, [&](const State& s) {
      const double t = static_cast<double>(s.step) * h;
      const Vec3 exact = start + t * speed + 0.5 * t * t * fall;
      EXPECT_LT((centre_of_mass(s.q) - exact - 0.5 * h * t * fall).norm(), 1e-12) << t;
    });
  }
}

TEST_P(Maury, StepContractsInTheMetricOfTheMasses) {
  // A projection on a convex set: |u_1 - u_2|_M <= |U_1 - U_2|_M at the same positions.
  const Problem p = random_problem(GetParam());
  PortableRandom random(GetParam().seed + 100);
  double tightest = 0.0;
  for (int trial = 0; trial < 5; ++trial) {
    Session one = maury_session(p, 0.8), other = maury_session(p, 0.8);
    for (Eigen::Index k = 0; k < p.initial.v.size(); ++k)
      other.state.v[k] += std::exp2(-2.0 * trial) * (2.0 * random.uniform() - 1.0);
    const double before = mass_norm(*p.system, one.state.v - other.state.v);
    one.run(1);
    other.run(1);
    const double after = mass_norm(*p.system, one.state.v - other.state.v);
    EXPECT_LE(after, before * (1.0 + 1e-9));
    tightest = larger(tightest, after / before);
  }
  EXPECT_GT(tightest, 0.05) << "everything was stopped: nothing was tested";
}

TEST_P(Maury, MovingObserversSeeTheSame) {
  if (GetParam().walls) GTEST_SKIP() << "the walls would have to move along";
  Vec3 drift = Vec3::Zero();
  for (int k = 0; k < GetParam().dimension; ++k)
    drift[k] = 0.75 - 0.5 * k;
  const double h = 0.5;
  const Problem p = random_problem(GetParam());
  const Problem moved = random_problem(GetParam(), 1.0, 1.0, 1.0, drift);
  Session here = maury_session(p, h), there = maury_session(moved, h);
  here.run(4);
  there.run(4);
  for (Eigen::Index k = 0; k < here.state.q.size(); ++k) {
    const double v = drift[k % GetParam().dimension];
    EXPECT_NEAR(there.state.v[k], here.state.v[k] + v, 1e-9);
    EXPECT_NEAR(there.state.q[k], here.state.q[k] + 4.0 * h * v, 1e-9);
  }
}

TEST_P(Maury, UnitsDoNotMatter) {
  // Lengths, times and masses times powers of two: the same bits, but for the exponents.
  const Problem p = random_problem(GetParam());
  const Problem scaled = random_problem(GetParam(), 0.25, 8.0, 1024.0);
  const double h = 0.5;
  Session one = maury_session(p, h), other = maury_session(scaled, 8.0 * h);
  one.run(5);
  other.run(5);
  EXPECT_LT((0.25 * one.state.q - other.state.q).cwiseAbs().maxCoeff(), 1e-13);
  EXPECT_LT((0.25 / 8.0 * one.state.v - other.state.v).cwiseAbs().maxCoeff(), 1e-13);
}

/// A solver that gives the first row a fixed impulse, right or not, and counts its calls.
class FixedAnswer final : public ContactSolver {
 public:
  explicit FixedAnswer(double answer) : answer_(answer) {}
  void prepare(std::size_t, std::size_t, int) override {}
  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    ++asked;
    p.assign(problem.size(), 0.0);
    p[0] = answer_;
    return {SolveStatus::converged, 1, 0.0};
  }
  int asked{0};

 private:
  double answer_;
};

TEST(MauryRows, APairBecomesARowOnceItIsWorseThanWhatIsSolved) {
  // Rods of radius 1 and 1 kg: 2 is hit by 1, which is 0.1 away and comes at 1 m/s, step 1 s;
  // 3, 1.0 behind, is beyond the reach. W = 2 and b = 0.1 - 1, so that p = 0.45 stops them;
  // answered is 0.45 - 5e-4: the pair still closes at 1e-3 m/s. Rod 3 comes so that its gap is
  // short by `missing`: below those 1e-3 it is no worse than what is in, above it has to become a
  // row.
  for (const double missing : {5e-4, 2e-3}) {
    SphereSetup setup(1, SphereCommon{});
    const double p = 0.45 - 5e-4;
    setup.sphere(1.0, 1.0, {0.0, 0.0, 0.0}, {1.0, 0.0, 0.0});
    setup.sphere(1.0, 1.0, {2.1, 0.0, 0.0}, {0.0, 0.0, 0.0});
    setup.sphere(1.0, 1.0, {5.1, 0.0, 0.0}, {p - 1.0 - missing, 0.0, 0.0});
    const Problem rods = std::move(setup).make("rods", {}, 1.0);
    FixedAnswer solver(p);
    NearestVelocity nearest;
    nearest.prepare(*rods.system, rods.initial, 1.0, {.loose = 1.0, .max_rounds = 3}, solver,
                    [](Phase) {});
    Eigen::VectorXd v = rods.initial.v;
    EXPECT_EQ(nearest.find(rods.initial.q, v).status, StepStatus::done) << missing;
    EXPECT_EQ(solver.asked, missing > 1e-3 ? 2 : 1) << missing;
    EXPECT_EQ(nearest.problem().contacts(), missing > 1e-3 ? 2U : 1U) << missing;
  }
}

INSTANTIATE_TEST_SUITE_P(Random, Maury, ::testing::ValuesIn(random_systems()),
                         [](const auto& test) {
                           return "Dimension" + std::to_string(test.param.dimension) +
                                  (test.param.walls ? "Walls" : "Free") + "Seed" +
                                  std::to_string(test.param.seed);
                         });

TEST(MauryRefuses, WhatItHasNoLawFor) {
  const SchemeEntry& entry = scheme_entry("maury");
  const auto says = [&](ProblemTraits traits, double h, const char* word) {
    const auto reason = entry.make({})->refuses(traits, h);
    return reason && reason->find(word) != std::string::npos;
  };
  EXPECT_FALSE(entry.make({})->refuses({.restitution = 0.0}, 1e-3));
  EXPECT_TRUE(says({.restitution = 0.5}, 1e-3, "restitution = 0"));
  EXPECT_TRUE(says({.friction = true, .restitution = 0.0}, 1e-3, "friction = 0"));
  EXPECT_TRUE(says({.restitution = 0.0, .initial_penetration = true}, 1e-3, "rigid"));
  for (const double h : {0.0, -1.0, std::nan("")})
    EXPECT_TRUE(says({.restitution = 0.0}, h, "dt must be above 0"));
}

TEST(MauryBreaksDown, WhereANumberIsNone) {
  const Problem p = random_problem({2, true, 1});
  Session session = maury_session(p, 0.1);
  session.state.v[3] = std::nan("");
  EXPECT_EQ(session.step().status, StepStatus::breakdown);
}

TEST(MauryAllocates, NothingInAStepWhereContactsComeAndGo) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const int dimension : {1, 2, 3}) {
    const Problem p = random_problem({dimension, true, 1});
    Session session(scheme_entry("maury"), {}, p, 0.05);
    std::size_t fewest = 1000, most = 0;
    const std::int64_t start = allocations();
    for (int k = 0; k < 40; ++k) {
      (void)session.step();
      const std::size_t rows = session.scheme().impulses().size();
      fewest = std::min(fewest, rows);
      most = std::max(most, rows);
    }
    EXPECT_EQ(allocations() - start, 0) << dimension;
    EXPECT_LT(fewest, most) << "the rows never changed";
  }
}

}  // namespace
}  // namespace impactbench::testing
