// The position rule of a first step, of hand-made steps of a mass of 2 kg that is launched at a
// stop with 1 m/s, h = 0.1 s, without a spring.
#include "reference/yardsticks/constraint_laws.hpp"
#include "schemes/solvers/api/contact_impulses.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <map>
#include <vector>

namespace impactbench::testing {
namespace {

/// law_normal of steps with these velocities at their ends and impulses of the stop [N s].
double missed(double e, double gap, const std::vector<double>& v, const std::vector<double>& p) {
  const Problem problem = problem_entry("stop_launched")
                              .make({{"restitution", e},
                                     {"gap", gap},
                                     {"mass", 2.0},
                                     {"stiffness", 0.0},
                                     {"position", 0.0},
                                     {"velocity", 1.0}});
  const double h = 0.1;
  const ContactStep rule{.constraint_place = ContactPlace::nearest, .normal = NormalRule::position};
  ConstraintLaws laws(problem, rule, h);
  State before = problem.initial;
  for (std::size_t k = 0; k < v.size(); ++k) {
    State after = before;
    after.v[0] = v[k];
    after.q[0] += h * v[k];
    ++after.step;
    ContactImpulses recorded;
    recorded.clear(1, 1);
    if (p[k] != 0.0) {
      recorded.body_a = {0};
      recorded.body_b = {ContactProblem::fixed};
      recorded.jacobian_a = {-1.0};
      recorded.jacobian_b = {0.0};
      recorded.impulse = {p[k]};
    }
    recorded.known = true;
    laws.after_step(before, after, h * static_cast<double>(after.step), &recorded);
    before = after;
  }
  std::map<std::string, double> q;
  laws.finish(q);
  return q.at("law_normal");
}

// Flight would end beyond the stop, so that the rule of later steps holds in the first one too:
// Z = P_K(q^0 + (1 - e) / (1 + e) h v). With e = 1 that is q^0, and the body flies on to h v beyond
// the stop; from there Z is on the stop, and it leaves with -v by an impulse of 2 m v. The same
// with a gap of h v / 2; with e = 0.6, where Z is h v / 4 ahead, with a gap of that or more.
TEST(PositionRuleOfAFirstStep, MayPassTheStopWhereAReboundFollows) {
  EXPECT_LT(missed(1.0, 0.0, {1.0, -1.0}, {0.0, 4.0}), 1e-12);
  EXPECT_LT(missed(1.0, 0.05, {1.0, 0.0}, {0.0, 2.0}), 1e-12);
  // Z is 0.1 m back on the stop, 0.07 m beyond which the body is: w = -0.7, v = 0.6 - 1.6 0.7.
  EXPECT_LT(missed(0.6, 0.03, {1.0, 0.6 - 1.6 * 0.7}, {0.0, 2.0 * (0.4 + 1.6 * 0.7)}), 1e-12);
}

// Where Z would be beyond the stop, a first step without impulse breaks the rule: by p = m (1 + e)
// |w| with w = (1 - e) / (1 + e) v, m (1 - e) v of all m (1 + e) v that the second step gives it.
TEST(PositionRuleOfAFirstStep, TakesAnImpulseWhereItMust) {
  EXPECT_GT(missed(0.6, 0.0, {1.0, -0.6}, {0.0, 3.2}), 0.1);
}

}  // namespace
}  // namespace impactbench::testing
