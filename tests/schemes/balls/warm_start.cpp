// Impulses that balls keep from one step to the next: as vectors, whatever the tangents.
#include "problems/model/ball_setup.hpp"
#include "tests/support/largest.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <variant>

namespace impactbench::testing {
namespace {

/// nlgs that says with what it was started and what it found for the last contact.
class Heard final : public ContactSolver {
 public:
  Heard() : inner_(std::get<MakeContact>(solver_entry("nlgs").make)({})) {}
  void prepare(std::size_t contacts, std::size_t bodies, int rows) override {
    inner_->prepare(contacts, bodies, rows);
  }
  SolveReport solve(const ContactProblem& problem, std::vector<double>& p) override {
    began = friction(problem, p);
    const SolveReport report = inner_->solve(problem, p);
    ended = friction(problem, p);
    if (problem.contacts() > 0) normal = row_of(problem, 0), tangent = row_of(problem, 1);
    return report;
  }

  Vec3 began{0, 0, 0}, ended{0, 0, 0};  ///< tangential impulse as a vector
  Vec3 normal{0, 0, 0}, tangent{0, 0, 0};

 private:
  static Vec3 row_of(const ContactProblem& problem, std::size_t row) {
    const double* e = problem.jacobian_a.data() + 6 * (3 * (problem.contacts() - 1) + row);
    return {e[0], e[1], e[2]};
  }
  static Vec3 friction(const ContactProblem& problem, const std::vector<double>& p) {
    if (problem.contacts() == 0) return Vec3::Zero();
    const double* last = p.data() + 3 * (problem.contacts() - 1);
    return last[1] * row_of(problem, 1) + last[2] * row_of(problem, 2);
  }
  std::unique_ptr<ContactSolver> inner_;
};

TEST(Balls, StartFromTheFrictionOfTheLastStepAsAVector) {
  // A ball slides over the top of a heavy one that rests on the ground: where the normal passes the
  // vertical the tangents that are chosen from it turn round within a few steps, friction does not.
  BallSetup setup({.friction = 0.3});
  setup.gravity(Vec3(0.0, 0.0, -9.80665));
  const double r = 0.1, big = 1.0;
  const Vec3 away = Vec3(-0.02, 0.0003, 1.0).normalized();
  setup.half_space({0.0, 0.0, -big}, Vec3::UnitZ());
  setup.ball(1e9, big, {0.0, 0.0, 0.0}, Vec3::Zero());
  setup.ball(1.0, r, (big + r) * away, {0.5, 0.0, 0.01});
  const Problem p = std::move(setup).make("over_the_top", {}, 1.0);
  Heard heard;
  State state = p.initial;
  const auto scheme = scheme_entry("nscd")
                          .make({{"warm_start", true}})
                          ->instance(*p.system, state, 1e-3, {.contact = &heard});
  double turned = 1.0, largest = 0.0;
  int met = 0;
  bool before = false;
  for (int k = 0; k < 100; ++k) {
    const Vec3 last = heard.ended, tangent = heard.tangent;
    scheme->step(state);
    const bool now = scheme->contact_problem()->contacts() == 2;
    if (before && now) {
      const Vec3 kept = last - heard.normal * heard.normal.dot(last);
      EXPECT_LE((heard.began - kept).norm(), 1e-15) << k;
      largest = larger(largest, kept.norm());
      turned = std::min(turned, std::abs(tangent.dot(heard.tangent)));
      ++met;
    }
    before = now;
  }
  EXPECT_GT(met, 50);
  EXPECT_GT(largest, 1e-3) << "there is friction to keep";
  EXPECT_LT(turned, 0.9) << "the tangents have turned";
}

TEST(Balls, WarmStartSavesSweeps) {
  const Problem p = problem_entry("ball_box").make({{"n", std::int64_t{18}}});
  const ParameterSet solver{{"stop", std::string("natural")}, {"tolerance", 1e-4}};
  Session cold(scheme_entry("nscd"), {}, p, 2e-3, "nlgs", solver);
  Session warm(scheme_entry("nscd"), {{"warm_start", true}}, p, 2e-3, "nlgs", solver);
  const auto sweeps_at_rest = [](Session& session) {
    session.run(400);
    const std::int64_t before = session.nonlinear_iterations();
    session.run(100);
    return session.nonlinear_iterations() - before;
  };
  const std::int64_t from_zero = sweeps_at_rest(cold);
  EXPECT_LT(sweeps_at_rest(warm), from_zero / 2);
}

}  // namespace
}  // namespace impactbench::testing
