// Statements of schemes/generalised_alpha and schemes/bathe beside their orders, which are in
// smooth_motion.cpp: each two-sided.
#include "problems/base/error.hpp"
#include "problems/model/generalised_system.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/springs.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

Session session_of(const char* scheme, const ParameterSet& settings, const Problem& problem,
                   double h) {
  return {scheme_entry(scheme), settings, problem, h};
}

/// Displacements of a stiff spring after each of so many steps with h w = 1e3.
std::vector<double> stiff_decay(const char* scheme, const ParameterSet& settings, int steps) {
  const Problem p = spring_at_wall(1e6, 0.0, 1.0, 1.0, 0.0, -1e9);
  Session s = session_of(scheme, settings, p, 1.0);
  std::vector<double> y{1.0};
  s.run(steps, [&](const State& state) { y.push_back(state.q[0]); });
  EXPECT_EQ(s.unconverged(), 0);
  return y;
}

/// Largest of |y_{n+3} - e_1 y_{n+2} + e_2 y_{n+1} - e_3 y_n| over |y_n| + ... + |y_{n+3}|: zero
/// where steps multiply by a matrix whose eigenvalues are these.
double off_the_roots(const std::vector<double>& y, double a, double b, double c) {
  double worst = 0.0;
  for (std::size_t n = 1; n + 3 < y.size(); ++n) {
    const double left =
        y[n + 3] - (a + b + c) * y[n + 2] + (a * b + b * c + c * a) * y[n + 1] - a * b * c * y[n];
    const double size =
        std::abs(y[n]) + std::abs(y[n + 1]) + std::abs(y[n + 2]) + std::abs(y[n + 3]);
    worst = larger(worst, std::abs(left) / size);
  }
  return worst;
}

TEST(GeneralisedAlpha, MultipliesHighFrequenciesByItsSpectralRadius) {
  // Of h w -> infinity: chung_hulbert three times -rho; hht twice -(1 - alpha) / (1 + alpha) and
  // -alpha / (1 - alpha).
  for (const double rho : {0.3, 0.6, 0.8, 1.0}) {
    const auto y = stiff_decay("generalised_alpha", {{"rho", rho}}, 12);
    EXPECT_LT(off_the_roots(y, -rho, -rho, -rho), 2e-5) << rho;
    EXPECT_GT(off_the_roots(y, -0.7 * rho, -0.7 * rho, -0.7 * rho), 1e-3) << rho;
  }
  for (const double alpha : {0.0, 0.1, 0.3}) {
    const double rho = (1.0 - alpha) / (1.0 + alpha), third = -alpha / (1.0 - alpha);
    const auto y =
        stiff_decay("generalised_alpha", {{"family", std::string("hht")}, {"alpha_f", alpha}}, 12);
    EXPECT_LT(off_the_roots(y, -rho, -rho, third), 2e-5) << alpha;
    EXPECT_GT(off_the_roots(y, -0.7 * rho, -0.7 * rho, third), 1e-3) << alpha;
  }
  // rho = 0: three steps leave what 1 / (h w)^2 is.
  EXPECT_LT(std::abs(stiff_decay("generalised_alpha", {{"rho", 0.0}}, 4).back()), 1e-5);
}

TEST(Bathe, LeavesNothingOfHighFrequenciesAfterTwoSteps) {
  const auto y = stiff_decay("bathe", {}, 2);
  EXPECT_NEAR(y[1], -1.0, 2e-5) << "the trapezoid turns them";
  EXPECT_LT(std::abs(y[2]), 2e-5);
}

TEST(Bathe, ItsSecondStepIsTheThreePointFormula) {
  const double h = 0.05;
  const Problem p = springs(9.0, 1.0);
  Session s = session_of("bathe", {}, p, h);
  std::array<State, 3> x{s.state, {}, {}};
  const auto off = [&] {
    const State& end = x[2];
    Eigen::VectorXd force(2);
    Eigen::MatrixXd mass(2, 2);
    p.system->external_force(0.0, end.q, end.v, force);
    generalised_system(*p.system)->mass_matrix(end.q, mass);
    const Eigen::VectorXd rate = (3.0 * end.v - 4.0 * x[1].v + x[0].v) / (2.0 * h);
    const Eigen::VectorXd way = (3.0 * end.q - 4.0 * x[1].q + x[0].q) / (2.0 * h);
    return (mass * rate - force).norm() + (way - end.v).norm();
  };
  for (int k = 1; k <= 10; ++k) {
    (void)s.step();
    if (k == 1) {
      x[1] = s.state;
      continue;
    }
    x[2] = s.state;
    if (k % 2 == 0) {
      EXPECT_LT(off(), 1e-10) << k;
    } else {
      EXPECT_GT(off(), 1e-4) << k;
    }
    x[0] = x[1];
    x[1] = x[2];
  }
}

TEST(Bathe, ItsSecondStepIsTheThreePointFormulaOfRoundBodiesToo) {
  const double h = 1e-3;
  const Problem p = problem_entry("capillary_pair").make({});
  Session s = session_of("bathe", {}, p, h);
  std::array<State, 3> x{s.state, {}, {}};
  (void)s.step();
  x[1] = s.state;
  for (int k = 2; k <= 11; ++k) {
    (void)s.step();
    x[2] = s.state;
    const Eigen::Index n = s.state.v.size();
    const Eigen::VectorXd way = (3.0 * x[2].q - 4.0 * x[1].q + x[0].q).head(n) / (2.0 * h);
    const double off = (way - x[2].v).norm();
    if (k % 2 == 0) {
      EXPECT_LT(off, 1e-11) << k;
    } else {
      EXPECT_GT(off, 1e-7) << k;
    }
    x[0] = x[1];
    x[1] = x[2];
  }
}

TEST(SmoothRules, FindTheForcesOfWhatHasComeToRest) {
  // A chain that swings until its damping has left velocities below what its places are rounded by
  // in a step, and so are the differences of forces by which the end of a step is found.
  const Problem p = problem_entry("bead_chain").make({{"n", std::int64_t{3}}});
  const ParameterSet soon{{"rho", 0.0}};
  for (const char* scheme : {"bathe", "generalised_alpha"}) {
    Session s = session_of(scheme, scheme == std::string("bathe") ? ParameterSet{} : soon, p, 2e-3);
    s.run(100);
    EXPECT_GT(s.state.v.norm(), 1e-3) << scheme;
    s.run(25000);
    EXPECT_LT(s.state.v.norm(), 1e-10) << scheme;
    EXPECT_EQ(s.unconverged(), 0) << scheme;
  }
}

/// E with (2 beta - gamma) (h^2 / 4) a . M a, and what the law says that a step makes of it.
TEST(GeneralisedAlpha, NewmarksEnergyFallsByWhatItsLawSaysThroughImpacts) {
  const double h = 0.02;
  for (const auto& [beta, gamma] : {std::pair{0.25, 0.5}, {0.4, 0.6}, {0.5, 0.5}}) {
    for (const double e : {1.0, 0.4}) {
      const Problem p = spring_at_wall(4.0, 0.3, e, 0.9, -1.0);
      Session s =
          session_of("generalised_alpha",
                     {{"family", std::string("newmark")}, {"beta", beta}, {"gamma", gamma}}, p, h);
      ContactImpulses recorded;
      s.scheme().record_impulses(&recorded);
      struct Seen {
        double q, v, a, energy;
      };
      const auto look = [&, beta = beta, gamma = gamma](const State& state) {
        const double q = state.q[0], v = state.v[0], a = -4.0 * (q - 0.3);
        return Seen{q, v, a,
                    0.5 * v * v + p.system->external_potential(0.0, state.q) +
                        (2.0 * beta - gamma) * h * h / 4.0 * a * a};
      };
      Seen before = look(s.state);
      int impacts = 0;
      double worst = 0.0, fallen = 0.0, rise = 0.0;
      s.run(400, [&, beta = beta, gamma = gamma](const State& state) {
        const Seen now = look(state);
        const double impulse = recorded.contacts() == 1 ? recorded.impulse[0] : 0.0;
        impacts += impulse > 0.0 ? 1 : 0;
        const double dq = now.q - before.q, da = now.a - before.a;
        const double expected =
            0.5 * impulse * (now.v + before.v) -
            (gamma - 0.5) * (4.0 * dq * dq + (beta - 0.5 * gamma) * h * h * da * da);
        worst = larger(worst, std::abs(now.energy - before.energy - expected));
        rise = larger(rise, now.energy - before.energy);
        fallen += before.energy - now.energy;
        before = now;
      });
      EXPECT_GT(impacts, 2);
      EXPECT_LT(worst, 1e-11) << beta << ' ' << gamma << ' ' << e;
      EXPECT_LT(rise, 1e-11) << beta << ' ' << gamma << ' ' << e;
      EXPECT_EQ(fallen > 1e-4, gamma > 0.5 || e < 1.0) << beta << ' ' << gamma << ' ' << e;
    }
  }
}

TEST(Bathe, ATrapezoidStepKeepsTheEnergyAndTheOtherDoesNot) {
  const double h = 0.02;
  const Problem p = spring_at_wall(4.0, 0.3, 1.0, 0.9, -1.0);
  Session s = session_of("bathe", {}, p, h);
  const auto energy = [&](const State& state) {
    return 0.5 * state.v[0] * state.v[0] + p.system->external_potential(0.0, state.q);
  };
  double before = energy(s.state), kept = 0.0, changed = 0.0;
  bool bounced = false;
  double v = s.state.v[0];
  s.run(400, [&](const State& state) {
    double& part = state.step % 2 == 1 ? kept : changed;
    part = larger(part, std::abs(energy(state) - before));
    before = energy(state);
    bounced = bounced || (v < -0.5 && state.v[0] > 0.5);
    v = state.v[0];
  });
  EXPECT_TRUE(bounced);
  EXPECT_LT(kept, 1e-12);
  EXPECT_GT(changed, 1e-7);
}

TEST(GeneralisedAlpha, AndBatheAreNscdBitForBitWhereForcesAndMassesAreConstant) {
  int same = 0;
  for (const ProblemEntry& entry : problem_catalogue()) {
    const Problem p = entry.make({});
    if (scheme_entry("nscd").make({})->refuses(p.traits, 1e-3)) continue;
    if (p.traits.body_count > 200) continue;  // as those with fewer
    const auto* generalised = generalised_system(*p.system);
    if (!p.system->constant_force() || (generalised != nullptr && !generalised->constant_mass()))
      continue;
    const auto steps = std::min<std::int64_t>(200, std::llround(p.horizon / 1e-3));
    Session nscd = session_of("nscd", {}, p, 1e-3);
    nscd.run(steps);
    for (const char* scheme : {"generalised_alpha", "bathe"}) {
      Session ours = session_of(scheme, {}, p, 1e-3);
      ours.run(steps);
      EXPECT_TRUE(ours.state.q == nscd.state.q && ours.state.v == nscd.state.v)
          << entry.name << ' ' << scheme;
    }
    ++same;
  }
  EXPECT_GT(same, 15);
}

TEST(GeneralisedAlpha, ForcesThatJumpInTimeGiveTheirImpulse) {
  // Without a wall near, the velocity is the path of the noise whatever the step: the mean over a
  // step is exact.
  const Problem p = problem_entry("langevin_wall").make({});
  for (const char* scheme : {"generalised_alpha", "bathe"}) {
    Session fine = session_of(scheme, {}, p, 1e-4), nscd = session_of("nscd", {}, p, 1e-4);
    double off = 0.0;
    for (int k = 0; k < 500; ++k) {
      (void)fine.step();
      (void)nscd.step();
      off = larger(off, (fine.state.v - nscd.state.v).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
    }
    EXPECT_GT(nscd.state.v.cwiseAbs().maxCoeff(), 1e-3);
    EXPECT_LT(off, 1e-12) << scheme;
  }
}

TEST(GeneralisedAlpha, SettingsOutsideTheirRangesGetASentence) {
  const SchemeEntry& entry = scheme_entry("generalised_alpha");
  for (const double rho : {-0.1, 1.1, std::nan("")})
    EXPECT_THROW((void)entry.make({{"rho", rho}}), ConfigurationError) << rho;
  EXPECT_THROW((void)entry.make({{"alpha_f", 0.4}}), ConfigurationError);
  EXPECT_THROW((void)entry.make({{"gamma", 0.4}}), ConfigurationError);
  const ParameterSet unstable{{"family", std::string("newmark")}, {"beta", 0.25}, {"gamma", 0.7}};
  EXPECT_THROW((void)entry.make(unstable), ConfigurationError);
  ParameterSet other = unstable;
  other["family"] = std::string("hht");
  EXPECT_NO_THROW((void)entry.make(other)) << "beta and gamma are not of hht";
}

}  // namespace
}  // namespace impactbench::testing
