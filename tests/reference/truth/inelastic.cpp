#include "problems/base/portable_random.hpp"
#include "problems/contact/round_bodies.hpp"
#include "reference/exact/sticky_blocks/sticky_blocks.hpp"
#include "reference/exact/switched_force/switched_force.hpp"
#include "reference/exact/switched_force/take_offs.hpp"
#include "tests/reference/truth/truths.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <vector>

namespace impactbench::testing {
namespace {

/// The sticky chain impact by impact: an independent second computation of its truth.
struct Clump {
  double x, v, mass;  ///< in coordinates without sizes
  int rods;
};

std::vector<double> impact_by_impact(const Problem& p, double end, int& clumps) {
  const RoundBodies bodies = round_bodies(*p.system);
  std::vector<Clump> chain;
  std::vector<double> place;
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const auto k = static_cast<Eigen::Index>(i);
    place.push_back(i == 0 ? 0.0 : place.back() + bodies.radius[i - 1] + bodies.radius[i]);
    chain.push_back({p.initial.q[k] - place.back(), p.initial.v[k], bodies.mass[i], 1});
  }
  double now = 0.0;
  while (true) {
    double wait = end - now;
    std::size_t first = chain.size();
    for (std::size_t k = 0; k + 1 < chain.size(); ++k) {
      const double closing = chain[k].v - chain[k + 1].v;
      if (!(closing > 0.0)) continue;
      const double t = std::max(chain[k + 1].x - chain[k].x, 0.0) / closing;
      if (t < wait) wait = t, first = k;
    }
    for (Clump& c : chain)
      c.x += wait * c.v;
    now += wait;
    if (first == chain.size()) break;
    Clump& a = chain[first];
    const Clump& b = chain[first + 1];
    const double mass = a.mass + b.mass;
    a = {(a.mass * a.x + b.mass * b.x) / mass, (a.mass * a.v + b.mass * b.v) / mass, mass,
         a.rods + b.rods};
    chain.erase(chain.begin() + static_cast<std::ptrdiff_t>(first) + 1);
  }
  clumps = static_cast<int>(chain.size());
  std::vector<double> out;
  for (const Clump& c : chain) {
    for (int r = 0; r < c.rods; ++r) {
      const double x = c.x + place[out.size()];
      out.push_back(x);
    }
  }
  return out;
}

TEST(StickyChain, IsWhatImpactsOneByOneGive) {
  PortableRandom random(11);
  int merged = 0;
  for (int seed = 0; seed < 60; ++seed) {
    const std::string word = seed % 2 == 0 ? "random" : "equal";
    const Problem p = problem_entry("sticky_particles")
                          .make({{"n", std::int64_t{20}},
                                 {"velocities", std::string("random")},
                                 {"masses", word},
                                 {"sizes", word},
                                 {"gaps", std::string("random")},
                                 {"seed", std::int64_t{seed}}});
    const Truth truth = reference("sticky_chain").truth(p, std::nullopt).value();
    const double t = 3.0 * random.uniform();
    int clumps = 0;
    const std::vector<double> x = impact_by_impact(p, t, clumps);
    const Sample s(truth, t, 20);
    for (Eigen::Index i = 0; i < 20; ++i)
      EXPECT_NEAR(s.q[i], x[static_cast<std::size_t>(i)], 1e-13) << seed << ' ' << t;
    merged += 20 - clumps;
    // The velocity is the rate of the position, to the right of t.
    const Sample later(truth, t + 1e-7, 20);
    EXPECT_LT(((later.q - s.q) / 1e-7 - s.v).cwiseAbs().maxCoeff(), 1e-6);
  }
  EXPECT_GT(merged, 200) << "hardly anything met";
}

TEST(StickyChain, OfThePaperMeetsForTheLastTimeAt1449784451) {
  const Problem p = problem_entry("sticky_particles").make({});
  int before = 0, after = 0;
  (void)impact_by_impact(p, 1.449784450, before);
  (void)impact_by_impact(p, 1.449784452, after);
  EXPECT_EQ(before, 6);
  EXPECT_EQ(after, 5);
  int last = 0;
  (void)impact_by_impact(p, 3.0, last);
  EXPECT_EQ(last, 5) << "several aggregates, not one";
  EXPECT_NEAR(p.initial.v.mean(), -.098942379303, 1e-12);
  const Truth truth = reference("sticky_chain").truth(p, std::nullopt).value();
  EXPECT_NEAR(Sample(truth, 3.0, 21).q[0], -.514718626, 1e-9);
}

TEST(StickyChain, CoversRodsWithoutForceAndReboundOnly) {
  const auto known = [](const char* name, const ParameterSet& given) {
    return reference("sticky_chain").truth(problem_entry(name).make(given), {}).has_value();
  };
  EXPECT_TRUE(known("sticky_particles", {}));
  EXPECT_TRUE(known("sticky_blocks", {}));
  EXPECT_FALSE(known("sticky_particles", {{"restitution", 0.5}}));
  EXPECT_FALSE(known("sphere_cluster", {}));
  EXPECT_FALSE(known("newton_cradle", {}));
}

TEST(StickyBlocks, JamOfTheStreamsHasTheNumbersOfTheClosedForm) {
  const auto j = exact::sticky_blocks::jam(1.0, 0.5, 1.0, 0.8, -0.4);
  EXPECT_NEAR(j.speed, 1.0 / 15.0, 1e-15);
  EXPECT_NEAR(j.front_left, -.866667, 5e-7);
  EXPECT_NEAR(j.front_right, 1.933333, 5e-7);
  EXPECT_NEAR(j.force, .871111, 5e-7);
  // Both sides press alike, and the momentum of the streams goes into the jam.
  EXPECT_NEAR(j.gain_right * (j.speed + 0.4), j.force, 1e-14);
  EXPECT_NEAR(j.gain_left * 1.0 - j.gain_right * 0.4, (j.gain_left + j.gain_right) * j.speed,
              1e-14);
}

TEST(StickyBlocks, SmallBlocksApproachTheJam) {
  // Sizes 2 radius: the energy and the speed of the middle are off by O(radius).
  double last = 0.0;
  for (const double radius : {0.02, 0.005, 0.00125}) {
    const Problem p =
        problem_entry("sticky_blocks").make({{"radius", radius}, {"mass", 2.0 * radius}});
    const Truth limit = reference("sticky_blocks").truth(p, std::nullopt).value();
    const Truth chain = reference("sticky_chain").truth(p, std::nullopt).value();
    const Sample end(chain, p.horizon, p.initial.q.size());
    const double energy = kinetic_energy(*p.system, end.v);
    const double error = std::abs(energy / limit.scalars.at("kinetic_energy") - 1.0);
    EXPECT_LT(error, 2.0 * radius);
    if (last > 0.0) {
      EXPECT_LT(error, 0.5 * last);
    }
    last = error;
    const auto middle = static_cast<Eigen::Index>(std::floor(3.0 * 0.5 / (2.0 * radius) + 0.5));
    EXPECT_NEAR(end.v[middle], 1.0 / 15.0, 3.0 * radius);
  }
  EXPECT_FALSE(reference("sticky_blocks")
                   .truth(problem_entry("sticky_blocks").make({{"horizon", 2.0}}), {})
                   .has_value())
      << "the left stream is used up after 3 / 1.8667 s";
}

TEST(SwitchedForce, SolutionsHaveTheHeightsOfTheParabolas) {
  using namespace exact::switched_force;
  const Branching a = solution_a(1.8), b = solution_b(1.8), c = solution_3(1.8);
  EXPECT_NEAR(a.landing, (10.0 + std::sqrt(3.5)) / 3.0, 1e-15);
  EXPECT_NEAR(a.at(a.landing - 1e-13).second, -1.122497216032, 1e-12);
  using Point = std::pair<double, double>;
  for (const auto& [t, q] :
       {Point{1.5, .125}, {2, .15}, {2.4, .07}, {3, .25}, {3.5, .325}, {3.9, .061}})
    EXPECT_NEAR(a.at(t).first, q, 1e-15) << t;
  EXPECT_EQ(a.at(3.99).first, 0.0);
  EXPECT_EQ(a.at(4.0).first, 0.0);
  for (const auto& [t, q] : {Point{.75, .03125},
                             {1, .0375},
                             {1.5, .0625},
                             {2, 0},
                             {2.4, .08},
                             {3, .5},
                             {3.5, .775},
                             {4, .6}})
    EXPECT_NEAR(b.at(t).first, q, 1e-15) << t;
  EXPECT_NEAR(b.at(4.0).second, -.8, 1e-15);
  EXPECT_NEAR(c.first, 2.8 - 0.7 * std::sqrt(6.0), 1e-15);
  double apart = 0.0;
  for (double t = 0.0; t <= 4.0; t += 1e-4)
    apart = larger(apart, std::abs(a.at(t).first - b.at(t).first));
  EXPECT_NEAR(apart, .6328, 1e-4);
}

TEST(SwitchedForce, EachBranchSolvesItsProblem) {
  // q >= 0; in flight q' = u and u' = f; on the floor f <= 0 or a take-off; u jumps to 0 upwards
  // only.
  const Problem p = problem_entry("non_uniqueness").make({});
  const Problem glued = problem_entry("non_uniqueness").make({{"gluey", true}});
  EXPECT_FALSE(reference("switched_force").truth(glued, std::nullopt)) << "takes off later";
  const Truth truth = reference("switched_force").truth(p, std::nullopt).value();
  ASSERT_EQ(truth.branches.size(), 3U);
  Eigen::VectorXd force(3);
  for (const Branch& branch : truth.branches) {
    Eigen::VectorXd q(3), v(3), q_1(3), v_1(3);
    int flights = 0, landings = 0;
    constexpr double dt = 1e-5;
    for (double t = 0.01; t < 4.0 - dt; t += 7e-4) {
      ASSERT_TRUE(branch.at(t, q, v) && branch.at(t + dt, q_1, v_1));
      const double height = q[1] - p.initial.q[1], next = q_1[1] - p.initial.q[1];
      EXPECT_GE(height, -1e-15) << branch.name << ' ' << t;
      p.system->mean_force(t, t + dt, q, v, force);
      if (height > 1e-4 && next > 1e-4) {
        ++flights;
        EXPECT_NEAR(v_1[1] - v[1], dt * force[1], 1e-13) << branch.name << ' ' << t;
        EXPECT_NEAR(next - height, 0.5 * dt * (v[1] + v_1[1]), 1e-9);
      } else if (height == 0.0 && next == 0.0) {
        ++landings;
        EXPECT_LE(force[1], 1e-12) << branch.name << " rests though it is lifted, t = " << t;
        EXPECT_EQ(v[1], 0.0);
      }
    }
    EXPECT_GT(flights, 3000) << branch.name;
    EXPECT_EQ(landings > 0, branch.name != "3") << "the third one bounces off at once";
  }
}

TEST(SwitchedForce, SecondPrimitiveIsTheIntegralOfTheFirst) {
  const exact::switched_force::Force force{1.9};
  double sum = force.second_primitive(0.3);
  constexpr double dt = 1e-5;
  for (int k = 0; k < 300000; ++k) {
    sum += dt * force.primitive(0.3 + (k + 0.5) * dt);
    if (k % 50000 == 0) {
      EXPECT_NEAR(force.second_primitive(0.3 + (k + 1) * dt), sum, 1e-9);
    }
  }
}

TEST(SwitchedForce, IntegersTakeOffAtPowersOfFourInTheEnd) {
  EXPECT_EQ(exact::switched_force::take_offs(1 << 20),
            (std::vector<std::int64_t>{2, 9, 17, 37, 65, 256, 1024, 4096, 16384, 65536, 262144,
                                       1048576}));
}

}  // namespace
}  // namespace impactbench::testing
