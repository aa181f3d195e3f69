// Lubrication: the implicit distance, its limit of vanishing viscosity, dissipation.

#include "schemes/lubrication/lubrication.hpp"
#include "problems/base/error.hpp"
#include "schemes/lubrication/viscous_newton.hpp"
#include "tests/schemes/maury_cases.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

namespace impactbench::testing {
namespace {

Session lubricated(const Problem& problem, double h, double range = 1e9) {
  return {scheme_entry("lubrication"), {{"range", range}}, problem, h};
}

TEST(LogDistance, SolvesItsEquationFarBelowRounding) {
  // l exp(y) + a y = d; with d / a = -5000 the distance itself is 1e-2172.
  for (const double l : {1e-3, 1.0, 1e8}) {
    for (const double a : {1e-12, 1e-6, 1e-3, 1.0, 50.0}) {
      for (const double d : {-5000.0 * a, -3.0, -1e-3, 0.0, 1e-9 * l, 0.3 * l, 0.999 * l}) {
        const double y = lubrication::log_distance(l, a, d);
        EXPECT_LE(y, 0.0);
        const double scale = l * std::exp(y) + std::abs(a * y) + std::abs(d);
        EXPECT_NEAR(l * std::exp(y) + a * y, d, 1e-13 * scale) << l << ' ' << a << ' ' << d;
      }
    }
  }
  // Omega: W(1) = 0.567143290409783872999968662210: d = 0, l = a: y = -W(1).
  EXPECT_NEAR(lubrication::log_distance(2.0, 2.0, 0.0), -0.567143290409783873, 1e-15);
}

TEST(Lubrication, TendsToTheGluesLimitWithRateOneInTheViscosity) {
  // sup |q_eps - q| computed elsewhere by implicit integration of the viscous equation.
  struct Case {
    double viscosity, error;
  };
  std::vector<double> eps, error;
  const Truth truth = truth_of(problem_entry("gluey_particle").make({}));
  for (const Case& c :
       {Case{1e-1, 1.355e-1}, Case{1e-2, 1.857e-2}, Case{1e-3, 2.006e-3}, Case{1e-4, 2.035e-4}}) {
    const Problem p = problem_entry("gluey_particle").make({{"viscosity", c.viscosity}});
    // The step's own error is of order h: a step far below the viscosity's.
    const double h = std::min(1e-4, 0.02 * c.viscosity);
    Session session = lubricated(p, h);
    eps.push_back(c.viscosity);
    error.push_back(largest_error(session, truth, 6.0, h));
    EXPECT_NEAR(error.back() / c.error, 1.0, 0.05) << c.viscosity;
  }
  EXPECT_NEAR(slope(eps, error), 1.0, 0.1);
}

TEST(Lubrication, WhatRestsInTheLiquidStaysAtRest) {
  // A start within the range of the forces has its memory from the start: -eta ln(d / range) is
  // taken from the velocity that the first step begins with, or the film would throw the particle
  // off.
  const Problem p = problem_entry("gluey_particle")
                        .make({{"viscosity", 0.1},
                               {"gap", 0.02},
                               {"velocity", 0.0},
                               {"force_1", 0.0},
                               {"force_2", 0.0},
                               {"force_3", 0.0}});
  Session session = lubricated(p, 1e-2, 1.0);
  session.run(100);
  EXPECT_NEAR(session.state.q[0], p.initial.q[0], 1e-12);
  EXPECT_NEAR(session.state.v[0], 0.0, 1e-12);
}

TEST(Lubrication, IsGlueyForVanishingViscosityAtAFixedStep) {
  const double h = 0.01;
  const Problem dry = problem_entry("gluey_particle").make({});
  Session limit(scheme_entry("gluey"), {}, dry, h, "mprgp", {{"tolerance", 1e-14}});
  limit.run(450);
  double last = HUGE_VAL;
  for (const double viscosity : {1e-3, 1e-5, 1e-7}) {
    const Problem p = problem_entry("gluey_particle").make({{"viscosity", viscosity}});
    Session session = lubricated(p, h);
    session.run(450);
    const double apart = std::abs(session.state.q[0] - limit.state.q[0]);
    EXPECT_LT(apart, 0.05 * last);
    last = apart;
  }
}

TEST(Lubrication, NeverClosesAGapAndDissipates) {
  // Rods that run into each other on a line: |u^{n+1}|_M never grows without force, momentum stays.
  const Problem p = problem_entry("sticky_particles")
                        .make({{"gluey", true}, {"viscosity", 1e-3}, {"n", std::int64_t{8}}});
  for (const double h : {0.01, 0.5}) {
    Session session = lubricated(p, h, 1.0);
    double last = kinetic_energy(*p.system, p.initial.v);
    const double momentum = p.system->mass().dot(p.initial.v);
    session.run(std::llround(3.0 / h), [&](const State& s) {
      const double energy = kinetic_energy(*p.system, s.v);
      EXPECT_LE(energy, last * (1.0 + 1e-12));
      last = energy;
      for (Eigen::Index i = 0; i + 1 < s.q.size(); ++i)
        EXPECT_GT(s.q[i + 1] - s.q[i], 0.02 - 1e-12);
      EXPECT_NEAR(p.system->mass().dot(s.v), momentum, 1e-12);
    });
    EXPECT_EQ(session.unconverged(), 0);
    EXPECT_LT(last, 0.9 * kinetic_energy(*p.system, p.initial.v));
  }
}

TEST(Lubrication, RowsTendToTheRowsOfGlue) {
  // All along the motion, as gaps differ only while they close.
  const auto path = [](double viscosity) {
    const Problem p =
        problem_entry("sticky_particles")
            .make({{"gluey", true}, {"viscosity", viscosity}, {"n", std::int64_t{8}}});
    Session session(scheme_entry(viscosity > 0.0 ? "lubrication" : "gluey"), {}, p, 1e-3,
                    viscosity > 0.0 ? "" : "mprgp");
    std::vector<Eigen::VectorXd> out;
    session.run(800, [&](const State& s) { out.push_back(s.q); });
    return out;
  };
  const auto limit = path(0.0);
  const auto apart = [&](double viscosity) {
    const auto ours = path(viscosity);
    double worst = 0.0;
    for (std::size_t k = 0; k < limit.size(); ++k)
      worst = larger(worst, (ours[k] - limit[k]).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    return worst;
  };
  const double coarse = apart(1e-2), fine = apart(1e-3);
  EXPECT_GT(coarse, 1e-5);
  EXPECT_LT(fine, 0.3 * coarse);
}

TEST(Lubrication, ASecondWayFindsTheSameStep) {
  // The step from the start of a small cluster that hits the ground, contact by contact with
  // bisection until nothing moves: D + h G.u = l exp(-p / mu), p - p_0 the change of impulse.
  constexpr double mu = 1e-3, h = 0.02;
  const Problem p = problem_entry("sphere_cluster")
                        .make({{"n", std::int64_t{12}},
                               {"fraction", 0.5},
                               {"height", 1e-4},
                               {"gluey", true},
                               {"viscosity", mu}});
  const auto& system = *round_system(*p.system);
  const RoundBodies bodies = round_bodies(system);
  const double l = *std::min_element(bodies.radius.begin(), bodies.radius.end());
  struct Row {
    Gap<2> gap;
    int i, j;
    double start, p;
  };
  std::vector<Row> rows;
  for_each_gap<2>(bodies, p.initial.q, [&](const Gap<2>& gap, int i, int j) {
    const double known = gap.distance < l ? -mu * std::log(gap.distance / l) : 0.0;
    rows.push_back({gap, i, j, known, known});
  });
  Eigen::VectorXd u = p.initial.v;
  const auto pushed = [&](const Row& row, double impulse) {
    const double way = row.j < 0 ? 1.0 : -1.0;
    u.segment<2>(2 * row.i) += way * impulse / bodies.mass[std::size_t(row.i)] * row.gap.normal;
    if (row.j >= 0)
      u.segment<2>(2 * row.j) += impulse / bodies.mass[std::size_t(row.j)] * row.gap.normal;
  };
  for (int sweep = 0; sweep < 4000; ++sweep) {
    for (Row& row : rows) {
      const double weight = 1.0 / bodies.mass[std::size_t(row.i)] +
                            (row.j < 0 ? 0.0 : 1.0 / bodies.mass[std::size_t(row.j)]);
      const Eigen::Vector2d own = u.segment<2>(2 * row.i);
      const double rate =
          row.j < 0 ? row.gap.normal.dot(own) : row.gap.normal.dot(u.segment<2>(2 * row.j) - own);
      double low = 0.0, high = 10.0;
      for (int k = 0; k < 100; ++k) {
        const double middle = 0.5 * (low + high);
        const double gap = row.gap.distance + h * (rate + weight * (middle - row.p));
        (gap > l * std::exp(-middle / mu) ? high : low) = middle;
      }
      pushed(row, low - row.p);
      row.p = low;
    }
  }
  Session session(scheme_entry("lubrication"), {}, p, h);
  (void)session.step();
  EXPECT_LT((session.state.v - u).cwiseAbs().maxCoeff(), 1e-9);
  EXPECT_GT((session.state.v - p.initial.v).cwiseAbs().maxCoeff(), 0.5) << "nothing was hit";
}

TEST(Lubrication, NewtonStepsAreFewHoweverJammed) {
  // A hundred discs on the ground, more contacts pressing than need be: sweeps alone take
  // thousands.
  const Problem p =
      problem_entry("sphere_cluster")
          .make(
              {{"n", std::int64_t{100}}, {"fraction", 0.48}, {"gluey", true}, {"viscosity", 1e-3}});
  Session session(scheme_entry("lubrication"), {}, p, 0.01);
  session.run(60);
  EXPECT_EQ(session.unconverged(), 0);
  EXPECT_LT(kinetic_energy(*p.system, session.state.v),
            0.5 * kinetic_energy(*p.system, p.initial.v));
  EXPECT_LT(session.nonlinear_iterations(), 60 * 20);
}

TEST(Lubrication, AStackThatFallsTakesAFewNewtonStepsWhateverItsHeight) {
  // n rods of 1 kg, 0.5 m apart, all of which would be 0.5 m through the floor after the step.
  // Films are as stiff as the impulses: sweeps alone carry a push from rod to rod and gain a digit
  // in some ten of them, Newton's steps double the digits, 1e-1 to 1e-9 in four or five.
  using lubrication::ViscousNewton;
  for (const int n : {10, 40, 160}) {
    for (const double viscosity : {1.0, 10.0}) {
      const double h = 0.1;
      ViscousNewton<1> newton;
      newton.prepare(static_cast<std::size_t>(n), static_cast<std::size_t>(n));
      std::vector<double> inverse_mass(static_cast<std::size_t>(n) + 1, 1.0), p;
      inverse_mass.back() = 0.0;  // the floor
      std::vector<ViscousNewton<1>::Row> rows;
      for (int c = 0; c < n; ++c)
        rows.push_back({c == 0 ? n : c - 1, c, 0.5, h * (c == 0 ? 1.0 : 2.0), Vec<1>(1.0)});
      p.assign(rows.size(), 0.0);
      Eigen::VectorXd start = Eigen::VectorXd::Constant(n + 1, -10.0), u = start;
      start[n] = 0.0;
      StepReport report;
      newton.solve(rows, inverse_mass, {h, viscosity, 1.0, 1.0}, 1e-9, 100, start, p, u, report);
      EXPECT_LE(report.own_residual, 1e-9) << n << ' ' << viscosity;
      EXPECT_LE(report.nonlinear_iterations, 7) << n << ' ' << viscosity;
      for (std::size_t c = 0; c < rows.size(); ++c) {  // the films themselves
        const double gap = 0.5 + h * (u[rows[c].b] - u[rows[c].a]);
        EXPECT_NEAR(gap, std::exp(-p[c] / viscosity), 1e-8) << n << ' ' << c;
      }
    }
  }
}

TEST(Lubrication, AllocatesNothingInAStep) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  const Problem p = problem_entry("sticky_particles").make({{"gluey", true}, {"viscosity", 1e-3}});
  const Problem plane = problem_entry("sphere_cluster")
                            .make({{"n", std::int64_t{60}}, {"gluey", true}, {"viscosity", 1e-3}});
  for (const Problem* problem : {&p, &plane}) {
    Session session = lubricated(*problem, 0.01, 1.0);
    const std::int64_t before = allocations();
    session.run(100);
    EXPECT_EQ(allocations() - before, 0) << problem->name;
  }
}

TEST(LubricationInput, NeedsALiquid) {
  const auto& entry = scheme_entry("lubrication");
  const auto says = [&](const ParameterSet& given) {
    return entry.make({})
        ->refuses(problem_entry("gluey_particle").make(given).traits, 1e-3)
        .value_or("");
  };
  EXPECT_EQ(says({{"viscosity", 0.1}}), "");
  EXPECT_NE(says({}).find("viscosity > 0"), std::string::npos);
  for (const double bad : {-1.0, std::nan("")})
    EXPECT_THROW((void)problem_entry("gluey_particle").make({{"viscosity", bad}}),
                 ConfigurationError);
  try {
    (void)problem_entry("sticky_particles").make({{"viscosity", 0.1}});
    FAIL() << "a liquid without glue";
  } catch (const ConfigurationError& e) {
    EXPECT_NE(std::string(e.what()).find("without gluey = true"), std::string::npos);
  }
}

TEST(Lubrication, HasNoFilmOfNoThickness) {
  // A disc that touches a wall at the start would be held for ever.
  const Problem p = problem_entry("moving_ball")
                        .make({{"restitution", 0.0}, {"gluey", true}, {"viscosity", 1e-2}});
  try {
    Session(scheme_entry("lubrication"), {}, p, 1e-3);
    ADD_FAILURE() << "it was taken";
  } catch (const ConfigurationError& error) {
    EXPECT_NE(std::string(error.what()).find("body 1 touches obstacle 2"), std::string::npos)
        << error.what();
  }
}

TEST(Gluey, DiscsHaveNoTruthOfDryOnes) {
  // A contact that holds what it was pressed by is another law than a dry one without rebound.
  const Problem p = problem_entry("falling_ball").make({{"restitution", 0.0}, {"gluey", true}});
  EXPECT_TRUE(p.traits.gluey);
  for (const ReferenceEntry& reference : reference_catalogue())
    EXPECT_FALSE(reference.truth(p, std::nullopt)) << reference.name;
}

}  // namespace
}  // namespace impactbench::testing
