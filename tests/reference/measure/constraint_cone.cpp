// Coulomb's cone at constraints, of hand-made impulses of a step whose law no scheme states.
#include "reference/yardsticks/constraint_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace impactbench::testing {
namespace {

/// law_cone of a step in which a block of 2 kg, pressed with 10 N s, is rubbed by `rubs`.
double cone(double rubs, double friction, double static_friction) {
  const Problem p =
      problem_entry("dragged_block")
          .make({{"mass", 2.0}, {"friction", friction}, {"static_friction", static_friction}});
  ContactImpulses recorded;
  recorded.clear(2, 3);
  recorded.body_a = {0};
  recorded.body_b = {ContactProblem::fixed};
  recorded.jacobian_a = {0.0, 0.0, 1.0, 1.0, 0.0, 0.0};
  recorded.jacobian_b.assign(6, 0.0);
  recorded.impulse = {10.0, rubs};
  State after = p.initial;
  after.step = 1;
  ConstraintLaws laws(p, std::nullopt, 0.1);
  laws.after_step(p.initial, after, 0.1, &recorded);
  std::map<std::string, double> q;
  laws.finish(q);
  return q.at("law_cone");
}

// Over the largest impulse, of the mass that both have.
TEST(ConeOfUnstatedSteps, IsWhatFrictionIsBeyondIt) {
  EXPECT_NEAR(cone(-4.0, 0.3, 0.3), 0.1, 1e-12);
  EXPECT_LE(cone(3.0, 0.3, 0.3), 1e-15);
  EXPECT_TRUE(std::isnan(cone(std::nan(""), 0.3, 0.3)));
}

// Within a step a contact may stick and slip: no more than what holds it at rest.
TEST(ConeOfUnstatedSteps, IsThatOfStaticFriction) {
  EXPECT_LE(cone(4.0, 0.3, 0.4), 1e-15);
  EXPECT_NEAR(cone(5.0, 0.3, 0.4), 0.1, 1e-12);
}

}  // namespace
}  // namespace impactbench::testing
