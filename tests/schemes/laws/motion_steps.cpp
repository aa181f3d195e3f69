// Every scheme obeys the law of motion that it states, and a step, masses or springs that are a
// thousandth off are noticed from the states alone.
#include "reference/yardsticks/motion_meter.hpp"
#include "tests/support/run.hpp"

#include <gtest/gtest.h>

#include <map>
#include <string>

namespace impactbench::testing {
namespace {

using Numbers = std::map<std::string, double>;

struct Case {
  const char* scheme;
  ParameterSet settings;
  const char* problem;
  ParameterSet given;
  double h;
};

std::ostream& operator<<(std::ostream& out, const Case& c) {
  return out << c.scheme << "_" << c.problem;
}

/// A run of `steps` steps with `planted` in place of parameters and the step times `factor`.
Numbers measured(const Case& c, int steps, const ParameterSet& planted = {}, double factor = 1.0) {
  const Problem problem = problem_entry(c.problem).make(c.given);
  ParameterSet wrong = c.given;
  for (const auto& [key, value] : planted)
    wrong[key] = value;
  const Problem stepped = problem_entry(c.problem).make(wrong);
  const SchemeEntry& entry = scheme_entry(c.scheme);
  const auto motion = entry.make(c.settings)->claims().motion;
  EXPECT_TRUE(motion) << "it states no law of motion";
  if (!motion) return {};
  Session session(entry, c.settings, stepped, factor * c.h);
  MotionMeter meter(problem, *motion, c.h, steps);
  State before = session.state;
  session.run(steps, [&](const State& after) {
    meter.after_step(before, after, static_cast<double>(after.step) * c.h);
    before = after;
  });
  Numbers out;
  meter.finish(out);
  return out;
}

const ParameterSet soft{{"R", 1e-4}};

std::vector<Case> round_bodies() {
  std::vector<Case> out;
  for (const char* scheme : {"dem", "md", "snc", "inc"})
    out.push_back({scheme, soft, "four_balls_spin", {{"friction", 0.25}}, 1e-4});
  out.push_back({"nscd", {}, "four_balls_spin", {{"friction", 0.25}}, 1e-3});
  out.push_back({"nscd", {}, "thrown_ball", {}, 1e-3});
  out.push_back({"moreau_jean", {}, "four_balls_spin", {{"friction", 0.25}}, 1e-3});
  out.push_back({"moreau_jean", {{"theta", 0.75}}, "thrown_ball", {}, 1e-3});
  out.push_back({"moreau_jean", {{"theta", 1.0}}, "double_pendulum", {}, 1e-3});
  out.push_back({"maury", {}, "newton_cradle", {{"restitution", 0.0}}, 1e-2});
  out.push_back({"maury", {}, "bead_chain", {}, 1e-3});
  out.push_back({"gluey", {}, "gluey_particle", {}, 1e-2});
  out.push_back({"lubrication", {}, "gluey_particle", {{"viscosity", 1e-2}}, 1e-2});
  out.push_back({"catching_up", {}, "crowd_push", {}, 1e-2});
  out.push_back({"schatzman_paoli", {}, "bouncing_ball", {{"restitution", 0.5}}, 1e-3});
  out.push_back({"schatzman_paoli", {}, "double_pendulum", {{"restitution", 0.5}}, 1e-3});
  return out;
}

std::vector<Case> elastic_bodies() {
  return {{"mka3d", {}, "pinched_cylinder", {}, 1e-5},
          {"mka3d_linear", {}, "lamb", {{"edge", 40.0}}, 1e-3}};
}

class Motion : public ::testing::TestWithParam<Case> {};
class ElasticMotion : public ::testing::TestWithParam<Case> {};

constexpr int steps = 300;

TEST_P(Motion, IsThatOfTheStepThatItStates) {
  EXPECT_LT(measured(GetParam(), steps).at("path_step_error"), 1e-12);
}

TEST_P(Motion, OfAStepOnePerThousandOffIsNoticed) {
  for (const double factor : {0.999, 1.001}) {
    EXPECT_NEAR(measured(GetParam(), steps, {}, factor).at("path_step_error"), 1e-3, 1e-5)
        << factor;
  }
}

TEST_P(ElasticMotion, IsThatOfTheEnergy) {
  const Numbers right = measured(GetParam(), steps);
  EXPECT_LT(right.at("path_step_error"), 1e-9);
  EXPECT_LT(right.at("elastic_motion_error"), 1e-6);
}

TEST_P(ElasticMotion, OfWrongMassesOrSpringsIsNoticed) {
  // Heavier by a thousandth: what the equation accelerates by is a thousandth less.
  const Problem right = problem_entry(GetParam().problem).make(GetParam().given);
  for (const char* key : {"density", "young"}) {
    if (!right.parameters.contains(key)) continue;
    const double value = std::get<double>(right.parameters.at(key));
    const Numbers wrong = measured(GetParam(), steps, {{key, 1.001 * value}});
    EXPECT_NEAR(wrong.at("elastic_motion_error"), 1e-3, 1e-4) << key;
  }
}

TEST_P(ElasticMotion, OfAWrongStepIsNoticedTwice) {
  const Numbers wrong = measured(GetParam(), steps, {}, 0.999);
  EXPECT_NEAR(wrong.at("path_step_error"), 1e-3, 1e-4);
  // h^2 is off by two thousandths, and a load that varies in time comes at other times besides.
  EXPECT_GT(wrong.at("elastic_motion_error"), 1.8e-3);
}

const auto by_name = [](const auto& info) {
  return std::string(info.param.scheme) + "_" + info.param.problem;
};
INSTANTIATE_TEST_SUITE_P(Schemes, Motion, ::testing::ValuesIn(round_bodies()), by_name);
INSTANTIATE_TEST_SUITE_P(Schemes, ElasticMotion, ::testing::ValuesIn(elastic_bodies()), by_name);

}  // namespace
}  // namespace impactbench::testing
