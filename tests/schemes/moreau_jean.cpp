// Statements of schemes/moreau_jean/moreau_jean.hpp, each two-sided: a property that one setting
// has is shown to be absent with another.
#include "problems/base/error.hpp"
#include "problems/contact/gap.hpp"
#include "problems/contact/round_bodies.hpp"
#include "problems/model/disc_setup.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/schemes/scheme_cases.hpp"
#include "tests/schemes/springs.hpp"
#include "tests/support/allocation_count.hpp"
#include "tests/support/largest.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace impactbench::testing {
namespace {

const ParameterSet projected{{"projection", std::string("combined")}};

ParameterSet weighted(double theta, ParameterSet rest = {}) {
  rest["theta"] = theta;
  return rest;
}

Session session_of(const ParameterSet& settings, const Problem& problem, double h) {
  return {scheme_entry("moreau_jean"), settings, problem, h};
}

TEST(MoreauJean, StiffSpringsAreSteppedAtAnyStep) {
  // h w = 100 for the stiff mode: per step its energy falls by 1 / (1 + (h w)^2) for theta = 1, and
  // not at all for theta = 1/2.
  const double h = 0.1;
  const Problem p = springs(1e6, 1.0);
  const auto& modes = dynamic_cast<const Springs&>(*p.system).modes();
  Eigen::MatrixXd m(2, 2);
  generalised_system(*p.system)->mass_matrix(p.initial.q, m);
  for (const double theta : {0.5, 1.0}) {
    Session s = session_of(weighted(theta), p, h);
    s.run(2);
    EXPECT_EQ(s.unconverged(), 0) << theta;
    const double y = modes.col(1).dot(m * s.state.q), u = modes.col(1).dot(m * s.state.v);
    const double energy = 0.5 * (u * u + 1e6 * y * y), start = 0.5e6;
    const double left = theta == 0.5 ? 1.0 : std::pow(1.0 + h * h * 1e6, -2.0);
    EXPECT_NEAR(energy / start / left, 1.0, 1e-6) << theta;
  }
}

/// Energy, and that with (theta - 1/2) h F . v.
struct Energies {
  double energy, shifted;
};
Energies energies(const Problem& p, const State& s, double theta, double h) {
  const double energy = p.system->kinetic_energy(s.q, s.v) + p.system->external_potential(0.0, s.q);
  Eigen::VectorXd force = Eigen::VectorXd::Zero(p.system->dofs());
  p.system->external_force(0.0, s.q, s.v, force);
  return {energy, energy + (theta - 0.5) * h * force.dot(s.v)};
}

TEST(MoreauJean, KeepsTheShiftedEnergyThroughElasticImpacts) {
  for (const char* name : {"bouncing_ball", "ball_box"}) {
    const Problem p = problem_entry(name).make(
        std::string(name) == "ball_box"
            ? ParameterSet{{"restitution", 1.0}, {"friction", 0.0}, {"n", std::int64_t{8}}}
            : ParameterSet{{"restitution", 1.0}});
    for (const double theta : {0.5, 0.7, 1.0}) {
      const double h = 2e-3;
      Session s = session_of(weighted(theta), p, h);
      const Energies start = energies(p, s.state, theta, h);
      double off = 0.0, moved = 0.0, turned = 0.0;
      const Eigen::VectorXd v0 = s.state.v;
      s.run(600, [&](const State& state) {
        const Energies now = energies(p, state, theta, h);
        off = larger(off, std::abs(now.shifted - start.shifted) / start.energy);
        moved = larger(moved, std::abs(now.energy - start.energy) / start.energy);
        turned = larger(turned, state.v.maxCoeff<Eigen::PropagateNaN>());
      });
      EXPECT_GT(turned, 0.01) << name << ": nothing bounced";
      EXPECT_LT(off, 1e-9) << name << ' ' << theta;
      EXPECT_EQ(moved < 1e-9, theta == 0.5) << name << ' ' << theta << ' ' << moved;
    }
  }
}

TEST(MoreauJean, AnInelasticImpactTakesHalfOfOneLessEOfItsImpulseTimesItsSpeed) {
  const double h = 1e-3, e = 0.4;
  const Problem p = problem_entry("bouncing_ball").make({{"restitution", e}});
  for (const double theta : {0.5, 1.0}) {
    Session s = session_of(weighted(theta), p, h);
    ContactImpulses recorded;
    s.scheme().record_impulses(&recorded);
    Energies before = energies(p, s.state, theta, h);
    double u = s.state.v[1], worst = 0.0;
    int impacts = 0;
    s.run(900, [&](const State& state) {
      const Energies now = energies(p, state, theta, h);
      const double impulse = recorded.contacts() == 1 ? recorded.impulse[0] : 0.0;
      const double expected = 0.5 * (1.0 - e) * impulse * u;
      worst = larger(worst, std::abs(now.shifted - before.shifted - expected));
      impacts += impulse > 0.0 ? 1 : 0;
      before = now;
      u = state.v[1];
    });
    EXPECT_GT(impacts, 1);
    EXPECT_LT(worst, 1e-10) << theta;
  }
}

TEST(MoreauJean, KeepsAngularMomentumForGammaOneMinusThetaAlone) {
  for (const double theta : {0.5, 0.75, 1.0}) {
    for (const double gamma : {0.0, 0.25, 0.5, 1.0}) {
      const ParameterSet settings = weighted(theta, {{"gamma", gamma}});
      const Problem p = oblique_collision(0.5);
      Session s = session_of(settings, p, 1e-3);
      const auto momentum = [&](const State& state) {
        double sum = 0.0;
        for (Eigen::Index k = 0; k < 6; k += 3) {
          sum += p.system->mass()[k] * (state.q[k] * state.v[k + 1] - state.q[k + 1] * state.v[k]) +
                 p.system->mass()[k + 2] * state.v[k + 2];
        }
        return sum;
      };
      const double start = momentum(s.state);
      s.run(600);
      const bool kept = std::abs(momentum(s.state) - start) < 1e-12;
      EXPECT_EQ(kept, theta + gamma == 1.0) << theta << ' ' << gamma;
      EXPECT_EQ(kept, scheme_entry("moreau_jean").make(settings)->claims().angular_momentum);
    }
  }
}

bool forces_and_masses_are_constant(const Problem& p) {
  const auto* generalised = generalised_system(*p.system);
  return p.system->constant_force() && (generalised == nullptr || generalised->constant_mass());
}

TEST(MoreauJean, IsNscdBitForBitWhereForcesAndMassesAreConstant) {
  int same = 0, other = 0;
  for (const ProblemEntry& entry : problem_catalogue()) {
    const Problem p = entry.make({});
    if (scheme_entry("nscd").make({})->refuses(p.traits, 1e-3)) continue;
    if (p.traits.body_count > 200) continue;  // as those with fewer
    const bool constant = forces_and_masses_are_constant(p);
    Session ours = session_of({}, p, 1e-3);
    Session nscd(scheme_entry("nscd"), {}, p, 1e-3);
    const auto steps = std::min<std::int64_t>(300, std::llround(p.horizon / 1e-3));
    ours.run(steps);
    nscd.run(steps);
    const bool equal = ours.state.q == nscd.state.q && ours.state.v == nscd.state.v;
    EXPECT_TRUE(equal || !constant) << entry.name;
    (constant ? same : other) += equal == constant ? 1 : 0;
  }
  EXPECT_GT(same, 15);
  EXPECT_GT(other, 1) << "forces or masses that vary make a difference";
}

TEST(MoreauJean, OverlapStaysWithoutProjectionAndIsNoneWithIt) {
  // A disc falls on the floor without rebound, from heights that let it arrive anywhere in a step:
  // it stays below it by up to h |u| (1 - theta), or by nothing, and where it has been brought to
  // the floor it no longer falls.
  const double r = 0.2, h = 3e-3;
  for (const double theta : {0.5, 0.75}) {
    double deepest = 0.0;
    for (int k = 0; k < 8; ++k) {
      const double height = 0.8 + 1.5e-3 * k, speed = std::sqrt(2.0 * 9.81 * height);
      DiscCommon common;
      common.restitution = 0.0;
      DiscSetup setup(common);
      setup.gravity({0.0, -9.81});
      setup.box(-1.0, 5.0, 0.0, 2.0);
      setup.disc(1.0, r, {0.0, height + r}, {1.0, 0.0});
      const Problem p = std::move(setup).make("falls", {}, 1.0);
      const auto depth = [&](ParameterSet settings) {
        const bool projects = !settings.empty();
        Session s = session_of(weighted(theta, std::move(settings)), p, h);
        s.run(300, [&](const State& state) {
          const bool arrived = state.q[1] - r < 1e-9 * r;
          EXPECT_FALSE(projects && arrived && state.v[1] < -1e-9) << "it falls through the floor";
        });
        EXPECT_LT(std::abs(s.state.v[1]), 1e-12) << "it rests";
        return r - s.state.q[1];
      };
      const double without = depth({}), with = depth(projected);
      deepest = larger(deepest, without);
      EXPECT_LT(without, h * speed) << theta;
      EXPECT_LT(with, 1e-9 * r) << theta;
      EXPECT_GT(with, -h * speed) << theta;
    }
    EXPECT_GT(deepest, 0.1 * h) << theta;
  }
}

TEST(MoreauJean, OverlapOfASystemInCoordinatesIsNoneWithProjectionAlone) {
  for (const char* name : {"double_pendulum", "polar_wall", "disc_wall"}) {
    const Problem p = problem_entry(name).make({{"restitution", 0.0}});
    const GeneralisedSystem& system = *generalised_system(*p.system);
    const auto deepest = [&](const ParameterSet& settings) {
      Session s = session_of(settings, p, 5e-3);
      double most = 0.0;
      s.run(std::llround(p.horizon / 5e-3), [&](const State& state) {
        for (Eigen::Index a = 0; a < system.constraints(); ++a)
          most = larger(most, -system.constraint(a, state.q) / system.length());
      });
      EXPECT_EQ(s.unconverged(), 0) << name;
      return most;
    };
    EXPECT_LT(deepest(projected), 1e-9) << name;
    EXPECT_GT(deepest({}), 1e-6) << name;
  }
}

TEST(MoreauJean, EverySolverProjectsPackingsWithAndWithoutFriction) {
  // pava is for chains on a line; uzawa takes as long as all others together.
  for (const double friction : {0.0, 0.3}) {
    const Problem p = problem_entry("disc_box")
                          .make({{"n", std::int64_t{16}},
                                 {"friction", friction},
                                 {"restitution", 0.2},
                                 {"horizon", 0.5}});
    int solvers = 0;
    const RoundBodies bodies = round_bodies(*p.system);
    const SolverTask task = scheme_entry("moreau_jean").make(projected)->task(p.traits);
    for (const SolverEntry& solver : solver_catalogue()) {
      if (!std::holds_alternative<MakeContact>(solver.make) || solver.refuses(task)) continue;
      if (solver.name == "pava" || solver.name == "uzawa") continue;
      Session s(scheme_entry("moreau_jean"), projected, p, 2e-3, solver.name);
      double deepest = 0.0;
      s.run(200, [&](const State& state) {
        for (int i = 0; i < static_cast<int>(bodies.size()); ++i) {
          for (int j = i + 1; j < static_cast<int>(bodies.size()); ++j) {
            const auto gap = pair_gap<2>(
                centre<2>(bodies, state.q, i), bodies.radius[static_cast<std::size_t>(i)],
                centre<2>(bodies, state.q, j), bodies.radius[static_cast<std::size_t>(j)]);
            deepest = larger(deepest, -gap.distance);
          }
        }
      });
      EXPECT_LT(deepest, 1e-6 * 2.0 * bodies.radius[0]) << solver.name << ' ' << friction;
      ++solvers;
    }
    EXPECT_GT(solvers, friction > 0.0 ? 3 : 6);
  }
}

TEST(MoreauJean, AllocatesNothingWhereForcesVaryAndPositionsAreProjected) {
  if (!allocations_are_counted()) GTEST_SKIP() << "the sanitizer owns malloc";
  for (const char* name :
       {"capillary_pair", "bead_chain", "double_pendulum", "polar_wall", "impacting_bar"}) {
    for (const ParameterSet& settings : {ParameterSet{}, projected}) {
      const Problem p = problem_entry(name).make({});
      if (scheme_entry("moreau_jean").make(settings)->refuses(p.traits, 1e-3)) continue;
      const double h = p.horizon / 400.0;
      Session s = session_of(settings, p, h);
      // Lists of neighbours grow when there are more of them than ever.
      s.run(50);
      const std::int64_t before = allocations();
      for (int k = 0; k < 350; ++k)
        s.step();
      EXPECT_EQ(allocations() - before, 0) << name;
    }
  }
}

TEST(MoreauJean, AThetaOutsideItsRangeGetsASentence) {
  for (const double theta : {0.49, 1.01, std::nan("")})
    EXPECT_THROW((void)scheme_entry("moreau_jean").make(weighted(theta)), ConfigurationError);
  const ProblemTraits bounces{.restitution = 0.5};
  EXPECT_FALSE(scheme_entry("moreau_jean").make(weighted(0.6))->warns(bounces));
  EXPECT_TRUE(scheme_entry("moreau_jean").make(weighted(0.7))->warns(bounces));
}

}  // namespace
}  // namespace impactbench::testing
