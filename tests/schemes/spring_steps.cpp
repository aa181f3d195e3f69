#include "problems/model/round_setup.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cstdint>
#include <string>

namespace impactbench::testing {
namespace {

// Bodies that touch, without gravity: what changes a velocity is a contact.
Problem packed(const std::string& box, std::int64_t n) {
  return problem_entry(box).make({{"n", n},
                                  {"radius_law", std::string("equal")},
                                  {"spacing", 1.0},
                                  {"gravity", 0.0},
                                  {"speed", 0.5},
                                  {"friction", 0.3}});
}

// Steps in a row pass over the bodies once each: the same drifts and kicks in the same order, hence
// the same bits.
TEST(SpringSteps, StepsInARowAreTheSameSteps) {
  constexpr std::int64_t steps = 37;
  for (const std::string box : {"disc_box", "ball_box"}) {
    const Problem problem = packed(box, 1000);
    for (const std::string scheme : {"md", "dem"}) {
      SCOPED_TRACE(scheme + ", " + box);
      Session one_by_one(scheme_entry(scheme), {{"R", 1e-5}}, problem, 1e-3);
      Session in_a_row(scheme_entry(scheme), {{"R", 1e-5}}, problem, 1e-3);
      one_by_one.run(steps);
      (void)in_a_row.scheme().advance(in_a_row.state, steps);
      EXPECT_EQ(one_by_one.state.q, in_a_row.state.q);
      EXPECT_EQ(one_by_one.state.v, in_a_row.state.v);
      EXPECT_EQ(one_by_one.state.step, in_a_row.state.step);
      EXPECT_GT((one_by_one.state.v - problem.initial.v).norm(), 1.0) << "few bodies met";
    }
  }
}

// Two bodies of 0.1 m radius, one at rest and one that comes from 100 radii away: where they meet
// the list of what is near must have followed. Equal masses, no loss: they exchange velocities.
TEST(SpringSteps, WhatComesFromAfarIsMet) {
  for (const int dimension : {1, 2, 3}) {
    RoundSetup setup({.dimension = dimension, .rotates = false}, {.restitution = 1.0});
    setup.body(1.0, 0.1, 0.0, {-10.0, 0.0, 0.0}, {20.0, 0.0, 0.0});
    setup.body(1.0, 0.1, 0.0, {0.0, 0.0, 0.0}, {0.0, 0.0, 0.0});
    const Problem problem = std::move(setup).make("afar", {}, 1.0);
    for (const std::string scheme : {"md", "dem"}) {
      SCOPED_TRACE(scheme + ", dimension " + std::to_string(dimension));
      Session session(scheme_entry(scheme), {{"R", 1e-5}}, problem, 1e-4);
      session.run(10'000);
      EXPECT_NEAR(session.state.v[dimension], 20.0, 1.0);
      EXPECT_NEAR(session.state.v[0], 0.0, 1.0);
    }
  }
}

}  // namespace
}  // namespace impactbench::testing
