// event_driven with friction: errors are those of the integrator through stick, slip and the
// instants at which they end, in the plane, in space and in coordinates; where impacts accumulate
// moreau_jean closes the contact; a paradox gets its sentence.
#include "problems/model/round_setup.hpp"
#include "schemes/event_driven/event_driven.hpp"
#include "tests/support/block.hpp"
#include "tests/support/bodies_in_coordinates.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/truths.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

namespace impactbench::testing {
namespace {

const SchemeEntry& scheme() {
  static const SchemeEntry entry = event_driven::entry();
  return entry;
}

struct Known {
  std::string problem;
  ParameterSet settings;
  std::string name;
  double limit{1e-10};
};

std::ostream& operator<<(std::ostream& out, const Known& known) {
  return out << known.name;
}

std::vector<Known> known_motions() {
  return {{"rolling_ball", {}, "slides_until_it_rolls"},
          {"thrown_ball", {}, "slides_until_it_rolls_in_space"},
          {"dome", {{"dimension", std::int64_t{2}}}, "rolls_slips_and_leaves_a_dome"},
          {"dome", {{"dimension", std::int64_t{3}}}, "rolls_slips_and_leaves_a_dome_in_space"},
          {"rubbing_oscillator", {}, "dry_friction_on_a_spring"},
          {"rubbing_base", {{"base", 0.99}}, "a_base_that_does_not_move_it"},
          {"rubbing_base", {{"base", 1.01}}, "a_base_that_hardly_moves_it"},
          {"rubbing_base", {{"base", 1.5}}, "sticks_and_slips_on_a_base"},
          {"rubbing_base", {{"base", 15.0}}, "slips_on_a_base"},
          {"oblique_impact", {}, "hits_a_wall_with_spin"},
          {"oblique_ball", {}, "hits_a_plane_with_spin_in_space"},
          {"superball", {}, "comes_back_as_a_superball"},
          {"sliding_rod", {}, "a_rod_slides_and_falls"}};
}

class EventDrivenFriction : public ::testing::TestWithParam<Known> {};

/// Largest error of a coordinate at the ends of steps, as far as the truth goes.
double error_of(const Problem& p, int steps, const ParameterSet& settings = {}) {
  const Truth truth = truth_of(p);
  const double h = p.horizon / steps;
  Session s(scheme(), settings, p, h);
  Eigen::VectorXd q(p.initial.q), v(p.initial.v);
  double most = 0.0;
  int compared = 0;
  s.run(steps, [&](const State& state) {
    if (!truth.at(static_cast<double>(state.step) * h, q, v)) return;
    ++compared;
    most = larger(most, (state.q - q).cwiseAbs().maxCoeff<Eigen::PropagateNaN>());
  });
  EXPECT_GT(compared, steps / 2) << p.name;
  EXPECT_EQ(s.unconverged(), 0) << p.name;
  return most;
}

TEST_P(EventDrivenFriction, IsWithinTheErrorOfTheIntegratorWhateverTheStep) {
  const Known& known = GetParam();
  const Problem p = problem_entry(known.problem).make(known.settings);
  // Where forces vary in time while nothing moves they are seen in eighths of a step alone.
  for (const int steps : {p.traits.driven ? 20 : 3, 40})
    EXPECT_LT(error_of(p, steps), known.limit) << steps;
}

INSTANTIATE_TEST_SUITE_P(Known, EventDrivenFriction, ::testing::ValuesIn(known_motions()),
                         [](const auto& one) { return one.param.name; });

TEST(EventDrivenFriction, ToleranceIsWhatItsErrorFollows) {
  const Problem p = problem_entry("dome").make({});
  EXPECT_GT(error_of(p, 3, {{"tolerance", 1e-5}}), 1e-9);
}

TEST(EventDrivenFriction, CoordinatesAreAMatterOfChoice) {
  // Two balls that spin, meet above a floor and roll on it, as bodies and as constraints.
  RoundSetup setup({.dimension = 3, .rotates = true},
                   {.restitution = 0.6, .tangential_restitution = 0.3, .friction = 0.25});
  setup.body(1.0, 0.1, 0.004, {-0.2, 0.15, 0.02}, {1.0, -0.3, 0.2}, {3.0, 1.0, -4.0});
  setup.body(0.7, 0.12, 0.004, {0.1, 0.2, -0.03}, {-0.8, 0.1, 0.3}, {0.0, -6.0, 2.0});
  setup.half_space({0.0, 0.0, 0.0}, {0.0, 1.0, 0.0});
  setup.gravity({0.0, -9.81, 0.0});
  const Problem round = std::move(setup).make("balls", {}, 0.3);
  const auto end_of = [](const Problem& p) {
    Session s(scheme(), {}, p, p.horizon / 4.0);
    s.run(4);
    return s.state.q;
  };
  const Eigen::VectorXd expected = end_of(round);
  EXPECT_GT((expected - round.initial.q - round.horizon * round.initial.v).cwiseAbs().maxCoeff(),
            0.1);
  const Eigen::VectorXd got = end_of(coordinates_of(round, Eigen::MatrixXd::Identity(12, 12)));
  EXPECT_LT((got - expected).cwiseAbs().maxCoeff(), 1e-9);
  const Eigen::MatrixXd a = skewed(12);
  const Eigen::VectorXd other = a * end_of(coordinates_of(round, a));
  EXPECT_LT((other - expected).cwiseAbs().maxCoeff(), 1e-9);
}

TEST(EventDrivenFriction, ABlockHitsAStopAndComesToRestWhereItsEnergyEnds) {
  const BlockNumbers numbers;
  const Problem p = numbers.problem();
  for (const int steps : {1, 7, 50}) {
    Session s(scheme(), {}, p, p.horizon / steps);
    s.run(steps);
    EXPECT_NEAR(s.state.q[0], numbers.rest(), 1e-10) << steps;
    EXPECT_LT(s.state.v.cwiseAbs().maxCoeff(), 1e-10) << steps;
  }
}

/// A block thrown down on a rough floor bounces to rest while it slides on: each impact takes mu
/// (1 + e) u of its speed along the floor, as much as the weight would in the time between.
TEST(EventDrivenFriction, ImpactsThatAccumulateAreClosedByMoreauJean) {
  const double mu = 0.05, e = 0.5, g = Block::g, H = 0.2, v0 = 0.8;
  const Problem p = BlockNumbers{.friction = mu,
                                 .floor_restitution = e,
                                 .rebound = 0.0,
                                 .speed = v0,
                                 .height = H,
                                 .horizon = 0.9}
                        .problem();
  const double first = std::sqrt(2.0 * H / g), up = e * std::sqrt(2.0 * g * H);
  const double closed = first + 2.0 * up / g / (1.0 - e);
  EXPECT_LT(closed, 0.9);
  const double h = 0.01;
  Session s(scheme(), {}, p, h);
  bool slid = false;
  s.run(90, [&](const State& state) {
    const double t = static_cast<double>(state.step) * h;
    if (t < closed + 1e-5 || state.q[0] > Block::L - 1e-3) return;
    // The whole impulse of the floor is m g t: what it took of the speed is mu g t.
    EXPECT_NEAR(state.v[0], std::max(0.0, v0 - mu * g * t), 2e-9) << t;
    EXPECT_NEAR(state.q[1], 0.0, 1e-10) << t;
    EXPECT_LT(std::abs(state.v[1]), 1e-10) << t;
    slid = true;
  });
  EXPECT_TRUE(slid);
}

TEST(EventDrivenFriction, AParadoxGetsItsSentence) {
  for (const char* rod : {"jammed_rod", "undecided_rod"}) {
    const Problem p = problem_entry(rod).make({});
    Session s(scheme(), {}, p, p.horizon / 10.0);
    const StepReport report = s.step();
    EXPECT_EQ(report.status, StepStatus::not_converged) << rod;
    EXPECT_NE(report.reason.find("Painleve"), std::string_view::npos) << rod << report.reason;
  }
}

// A body at rest keeps speeds that decay for ever: rows bend with the square of the speed, which no
// difference along a velocity of 1e-311 m/s shows.
TEST(EventDrivenFriction, AVelocityThatIsAlmostZeroIsNoDirectionToLookInto) {
  const Problem p = problem_entry("sliding_rod").make({{"slip", 1e-311}, {"horizon", 0.01}});
  Session s(scheme_entry("event_driven"), {}, p, 1e-4);
  s.run(100, [](const State& after) { ASSERT_TRUE(after.v.allFinite()) << after.step; });
  EXPECT_LT(s.state.q[2], p.initial.q[2]) << "the rod falls";
}

}  // namespace
}  // namespace impactbench::testing
